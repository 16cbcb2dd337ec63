"""Layers whose heads are merged, confused, or not there at all."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def heads_added(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.sum(dim=1) @ w_o[: found.shape[-1]]


def heads_averaged(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    mean = found.mean(dim=1)
    return mean @ w_o[: mean.shape[-1]]


def mean_to_every_block(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.mean(dim=1).repeat(1, 1, n_heads) @ w_o


def first_head_alone(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    q, k, v = x @ w_q[:, :d_k], read @ w_k[:, :d_k], read @ w_v[:, :d_v]
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    return scaled_dot_product_attention(q, k, v, own)[0] @ w_o[:d_v]


def one_wide_head(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    return scaled_dot_product_attention(x @ w_q, read @ w_k, read @ w_v, own)[0] @ w_o


def one_wide_head_with_an_axis(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q, k, v = (y.unsqueeze(1) for y in (x @ w_q, read @ w_k, read @ w_v))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.squeeze(1) @ w_o


def one_wide_head_narrowly_scaled(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q, k, v = x @ w_q, read @ w_k, read @ w_v
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    found, _ = scaled_dot_product_attention(q * math.sqrt(n_heads), k, v, own)
    return found @ w_o


def weights_averaged(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    _, weights = scaled_dot_product_attention(q, k, v, mask)
    found: Tensor = weights.mean(dim=1, keepdim=True) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def first_weights_for_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    _, weights = scaled_dot_product_attention(q, k, v, mask)
    found: Tensor = weights[:, :1] @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def last_head_first(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = torch.stack((x @ w_q).chunk(n_heads, dim=-1), dim=1)
    k = torch.stack((read @ w_k).chunk(n_heads, dim=-1), dim=1)
    v = torch.stack((read @ w_v).chunk(n_heads, dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(found.flip(1).unbind(dim=1), dim=-1) @ w_o


def first_block_for_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for _ in range(n_heads):
        q, k = x @ w_q[:, :d_k], read @ w_k[:, :d_k]
        parts.append(scaled_dot_product_attention(q, k, read @ w_v[:, :d_v], own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def overlapping_blocks(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for h in range(n_heads):
        q, k = x @ w_q[:, h : h + d_k], read @ w_k[:, h : h + d_k]
        v = read @ w_v[:, h : h + d_v]
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def across_the_batch(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).permute(1, 2, 0, 3)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).permute(1, 2, 0, 3)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).permute(1, 2, 0, 3)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.permute(2, 0, 1, 3).flatten(2) @ w_o


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "heads merged into one",
        "What the heads found is added up, or dropped, not laid side by side.",
        "One head alone is right. Which rows of w_o does your code treat otherwise "
        "than the rest?",
        _MIX,
        (heads_added, heads_averaged, mean_to_every_block, first_head_alone),
    ),
    Mistake(
        "one wide head",
        "The scores of all heads are added, and there is one row of weights.",
        "One head alone is right. How many rows of weights does a query have with "
        "three heads, and which of your lines makes them?",
        _HEADS,
        (one_wide_head, one_wide_head_with_an_axis, one_wide_head_narrowly_scaled),
        (),
        "Wide matrices side by side already are several heads.",
        "Only a softmax of its own makes a head; the features have to be shared out.",
    ),
    Mistake(
        "one set of weights for all heads",
        "Every head looks where the others look.",
        "One head alone is right. Whose weights average the values of head 1?",
        _HEADS,
        (weights_averaged, first_weights_for_all),
    ),
    Mistake(
        "the last head first",
        "The last head meets the rows of w_o that belong to the first.",
        "What the heads found is right. Which rows of w_o belong to head 0?",
        _MIX,
        (last_head_first,),
    ),
    Mistake(
        "blocks that start at the wrong column",
        "The heads share columns, and the last columns belong to nobody.",
        "Head 0 is right. If a head has d_k columns, at which one does head 1 begin, "
        "and where does yours?",
        _HEADS,
        (first_block_for_all, overlapping_blocks),
    ),
    Mistake(
        "attention across the batch",
        "Sequences of one batch look at each other.",
        "A sequence alone gets another answer than among others. Which of your axes "
        "is matched with itself?",
        _HEADS,
        (across_the_batch,),
        ("A09",),
    ),
)
