"""Layers whose matrices are left out, shared or followed by too much."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def first_head_for_all(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    w_q, w_k, w_v = (w[:1].expand_as(w) for w in (w_q, w_k, w_v))
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def split_before(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, _ = w_q.shape
    step = d_model // heads
    parts = [slice(h * step, (h + 1) * step) for h in range(heads)]
    small = [w[0, :step] for w in (w_q, w_k, w_v)]
    found = [
        scaled_dot_product_attention(
            x[..., part] @ small[0],
            context[..., part] @ small[1],
            context[..., part] @ small[2],
            None
            if mask is None
            else mask.expand(x.shape[0], heads, x.shape[1], context.shape[1])[:, h],
        )[0]
        for h, part in enumerate(parts)
    ]
    return torch.cat(found, dim=-1) @ w_o


def split_own_matrices(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, _ = w_q.shape
    step = d_model // heads
    found = []
    for h in range(heads):
        part = slice(h * step, (h + 1) * step)
        q = x[..., part] @ w_q[h, part]
        k = context[..., part] @ w_k[h, part]
        v = context[..., part] @ w_v[h, part]
        scores = (x.shape[0], heads, x.shape[1], context.shape[1])
        own = None if mask is None else mask.expand(scores)[:, h]
        found.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(found, dim=-1) @ w_o


def rectified(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = (x.unsqueeze(1) @ w_q).relu()
    k = (context.unsqueeze(1) @ w_k).relu()
    v = (context.unsqueeze(1) @ w_v).relu()
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def rectified_queries_and_keys(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = (x.unsqueeze(1) @ w_q).relu()
    k = (context.unsqueeze(1) @ w_k).relu()
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def no_output_matrix(
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
    return found.transpose(1, 2).flatten(start_dim=2)


_ROLES = "Three roles for one token"

MISTAKES = (
    Mistake(
        "one set of matrices for all heads",
        "Every head asks the same question.",
        "One head alone is right. How many matrices w_q are there, and how many does "
        "your code use?",
        _ROLES,
        (first_head_for_all,),
        (),
        "The heads share their matrices and differ in what they see.",
        "Each head has its own matrices: that is all that makes heads differ.",
    ),
    Mistake(
        "features split among the heads before the projection",
        "A head sees a part of each token only.",
        "One head alone is right. How many features of a token does each w_q expect, "
        "and how many do you hand it?",
        _ROLES,
        (
            split_before,
            split_own_matrices,
        ),
        ("P01",),
        "Each head gets its own slice of the token.",
        "Each head reads the whole token; only what it makes of it is small.",
    ),
    Mistake(
        "a ReLU on the projections",
        "Queries, keys or values are never negative.",
        "Your layer is right where all projections are positive. What does the "
        "equation put between x and its query, apart from one matrix?",
        _ROLES,
        (
            rectified,
            rectified_queries_and_keys,
        ),
        ("P02",),
        "A projection is a layer of a network, with its ReLU.",
        "It is one matrix and nothing else: a score may be negative.",
    ),
    Mistake(
        "the last matrix left out",
        "The heads lie side by side and never meet.",
        "What the heads found is right. What mixes it, and how wide should the output "
        "be?",
        _ROLES,
        (no_output_matrix,),
        ("P03",),
        "Laying the heads side by side is the output.",
        "One more matrix, w_o, mixes what they found.",
    ),
)
