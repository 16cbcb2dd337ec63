"""Layers whose features lie in the wrong order or on the wrong side."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def not_transposed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    batch, heads, query, d_v = found.shape
    return found.reshape(batch, query, heads * d_v) @ w_o


def features_before_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.permute(0, 2, 3, 1).flatten(start_dim=2) @ w_o


def as_wide_as_keys(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    batch, heads, query, _ = found.shape
    joined = found.transpose(1, 2).reshape(batch, query, heads * w_q.shape[-1])
    return joined @ w_o


def matrices_transposed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q.transpose(-2, -1)
    k = context.unsqueeze(1) @ w_k.transpose(-2, -1)
    v = context.unsqueeze(1) @ w_v.transpose(-2, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def output_transposed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o.T


def single(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    x, context = x.float(), context.float()
    w_q, w_k, w_v, w_o = (w.float() for w in (w_q, w_k, w_v, w_o))
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def buffer_of_float32(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    output = torch.zeros(x.shape, dtype=torch.float32)
    output[:] = found.transpose(1, 2).flatten(start_dim=2) @ w_o
    return output


_ROLES = "Three roles for one token"

MISTAKES = (
    Mistake(
        "heads joined without moving their axis",
        "Positions and heads are mixed up in memory order.",
        "What the heads found is right, and the shape fits. After your reshape, do "
        "the features of one position still lie side by side?",
        _ROLES,
        (not_transposed,),
        (),
        "A reshape joins the heads of each position.",
        "Only after the head axis stands next to the features.",
    ),
    Mistake(
        "features before heads",
        "The heads are interleaved, feature by feature.",
        "What the heads found is right. Which features of the joined vector should "
        "come from head 0?",
        _ROLES,
        (features_before_heads,),
    ),
    Mistake(
        "heads as wide as their keys",
        "All is well as long as d_v happens to equal d_k.",
        "What the heads found is right. How wide is it: as wide as a key or as a "
        "value?",
        _ROLES,
        (as_wide_as_keys,),
        ("P05",),
        "What a head finds is as wide as its keys.",
        "It is an average of values, so it has their width d_v.",
    ),
    Mistake(
        "matrices that multiply from the wrong side",
        "Square matrices act as their own transposes, others do not fit.",
        "With square matrices your shapes fit. In x @ w, which axis of w meets the "
        "features of x?",
        _ROLES,
        (
            matrices_transposed,
            output_transposed,
        ),
        (),
        "A weight matrix is always transposed first, as nn.Linear does.",
        "That depends on how it is laid out; here it is x @ w.",
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _ROLES,
        (single, buffer_of_float32),
    ),
)
