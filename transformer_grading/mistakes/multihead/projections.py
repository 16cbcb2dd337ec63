"""Layers whose matrices are left out, shared or followed by too much."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def split_before(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    width = x.shape[-1] // n_heads
    small = w_q[:width, :d_k], w_k[:width, :d_k], w_v[:width, :d_v]
    pieces = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in (x, read, read))
    q, k, v = (piece @ w for piece, w in zip(pieces, small, strict=True))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def split_with_own_blocks(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    width, parts = x.shape[-1] // n_heads, []
    for h in range(n_heads):
        rows = slice(h * width, (h + 1) * width)
        q, k, v = (
            y[..., rows] @ w[rows].chunk(n_heads, dim=1)[h]
            for y, w in ((x, w_q), (read, w_k), (read, w_v))
        )
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def rectified(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).relu().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).relu().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).relu().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def rectified_queries_and_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).relu().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).relu().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def rectified_findings(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.relu().transpose(1, 2).flatten(2) @ w_o


def no_output_matrix(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2)


def no_output_matrix_looped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = context if context is not None else x
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    made = [y.chunk(n_heads, dim=-1) for y in (x @ w_q, read @ w_k, read @ w_v)]
    parts = [
        scaled_dot_product_attention(q, k, v, own)[0]
        for q, k, v in zip(*made, strict=True)
    ]
    return torch.cat(parts, dim=-1)


def own_slice_of_the_output(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    parts = [
        found[:, h] @ block.tensor_split(n_heads, dim=1)[h]
        for h, block in enumerate(w_o.chunk(n_heads))
    ]
    return torch.cat(parts, dim=-1)


def x_added(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return x + found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "features split among the heads before the projection",
        "A head sees a part of each token only.",
        "One head alone is right. How many features of a token does a column of w_q "
        "multiply, and how many do you hand it?",
        _HEADS,
        (split_before, split_with_own_blocks),
        ("P01",),
        "The token is cut into pieces, one for each head.",
        "Every head reads the whole token; what the matrices make of it is cut.",
    ),
    Mistake(
        "a ReLU on the projections",
        "Queries and keys are never negative.",
        "The equation puts one matrix between a token and its query. What else does "
        "your code put there?",
        _HEADS,
        (rectified, rectified_queries_and_keys),
        ("P02",),
    ),
    Mistake(
        "a ReLU on what the heads found",
        "What is negative never reaches the last matrix.",
        "What the heads found is right. What stands in the equation between joining "
        "the heads and the last matrix?",
        _MIX,
        (rectified_findings,),
    ),
    Mistake(
        "the last matrix left out",
        "The heads lie side by side and never meet.",
        "What the heads found is right. Which matrix does your code never use?",
        _MIX,
        (no_output_matrix, no_output_matrix_looped),
        ("P03",),
        "With the heads side by side the layer is done.",
        "Without the last matrix each head could only write into its own slice.",
    ),
    Mistake(
        "heads that write into their own slice only",
        "Of each block of w_o a part of the columns is used.",
        "What the heads found is right. Into how many features of the output may one "
        "head write?",
        _MIX,
        (own_slice_of_the_output,),
    ),
    Mistake(
        "x added to the output",
        "Each token is passed on beside what was found for it.",
        "The difference to the right output is x itself. Does the equation of this "
        "layer contain a sum with x?",
        _MIX,
        (x_added,),
    ),
)
