"""Layers that take a width for granted, or multiply from the wrong side."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def values_split_as_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, query, key = len(x), x.shape[1], read.shape[1]
    d_k = w_q.shape[1] // n_heads
    q = (x @ w_q).view(batch, query, n_heads, d_k).transpose(1, 2)
    k = (read @ w_k).view(batch, key, n_heads, d_k).transpose(1, 2)
    v = (read @ w_v).view(batch, key, n_heads, d_k).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(batch, query, n_heads * d_k) @ w_o


def joined_as_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(*x.shape[:2], w_q.shape[1]) @ w_o


def values_cut_by_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k = w_q.shape[1] // n_heads
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (torch.stack(y.split(d_k, dim=-1), dim=1) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(found.unbind(dim=1), dim=-1) @ w_o


def looped_as_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k = w_q.shape[1] // n_heads
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for h in range(n_heads):
        block = slice(h * d_k, (h + 1) * d_k)
        q, k, v = x @ w_q[:, block], read @ w_k[:, block], read @ w_v[:, block]
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def d_model_shared_out(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, query, d_model = x.shape
    width = d_model // n_heads
    q = (x @ w_q).view(batch, query, n_heads, width).transpose(1, 2)
    k = (read @ w_k).view(batch, -1, n_heads, width).transpose(1, 2)
    v = (read @ w_v).view(batch, -1, n_heads, width).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(batch, query, d_model) @ w_o


def joined_to_d_model(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(x.shape) @ w_o


def looped_by_d_model(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    width = x.shape[-1] // n_heads
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for h in range(n_heads):
        a, b = h * width, (h + 1) * width
        q, k, v = x @ w_q[:, a:b], read @ w_k[:, a:b], read @ w_v[:, a:b]
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def all_transposed(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o.T


def as_a_linear_layer(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read, linear = x if context is None else context, torch.nn.functional.linear
    q = linear(x, w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = linear(read, w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = linear(read, w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return linear(found.transpose(1, 2).flatten(2), w_o)


def inputs_transposed(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v.T).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def output_transposed(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o.T


def scaled_by_d_model(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.mT / math.sqrt(x.shape[-1] / n_heads)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "heads as wide as their keys",
        "All is well as long as d_v happens to equal d_k.",
        "Where values are as wide as keys you are right. How wide is what a head "
        "finds, and which of the matrices says so?",
        _HEADS,
        (values_split_as_keys, joined_as_keys, values_cut_by_keys, looped_as_keys),
        ("P05",),
        "One width serves queries, keys and values.",
        "Queries and keys must agree; values may be as wide as you like.",
    ),
    Mistake(
        "heads as wide as d_model / heads",
        "All is well as long as the matrices are square.",
        "With square matrices you are right. How wide is a query of one head, and "
        "which of the matrices says so?",
        _HEADS,
        (
            *(d_model_shared_out, joined_to_d_model, looped_by_d_model),
            scaled_by_d_model,
        ),
        (),
        "The heads always share out d_model among them.",
        "That is the usual choice; any width will do, for w_o leads back to d_model.",
    ),
    Mistake(
        "matrices that multiply from the wrong side",
        "Square matrices act as their own transposes, others do not fit.",
        "With square matrices your shapes fit. In x @ w, which axis of w meets the "
        "features of x?",
        _HEADS,
        (all_transposed, as_a_linear_layer, inputs_transposed, output_transposed),
        (),
        "Weights are stored with the outputs first, wherever they come from.",
        "nn.Linear stores them so; the text of a task says what holds there.",
    ),
)
