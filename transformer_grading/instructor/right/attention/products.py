"""Right ways to write the products of attention."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def einsum(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = torch.einsum("...qd,...kd->...qk", q, k) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return torch.einsum("...qk,...kd->...qd", weights, v), weights


def bmm(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    lead = q.shape[:-2]
    flat = [x.reshape(-1, *x.shape[-2:]) for x in (q, k, v)]
    scores = torch.bmm(flat[0], flat[1].transpose(1, 2)) / math.sqrt(q.shape[-1])
    if mask is not None:
        full = mask.expand(*lead, *scores.shape[-2:]).reshape(scores.shape)
        scores = scores.masked_fill(~full, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    output = torch.bmm(weights, flat[2])
    return (
        output.reshape(*lead, *output.shape[-2:]),
        weights.reshape(*lead, *weights.shape[-2:]),
    )


def baddbmm(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    lead = q.shape[:-2]
    q, k, v = (x.flatten(0, -3) if x.dim() > 2 else x[None] for x in (q, k, v))
    nothing = torch.zeros(1, dtype=q.dtype)
    scores = torch.baddbmm(nothing, q, k.mT, beta=0, alpha=q.shape[-1] ** -0.5)
    scores = scores.unflatten(0, lead) if lead else scores[0]
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ (v.unflatten(0, lead) if lead else v[0]), weights


def permuted(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    axes = list(range(k.dim()))
    axes[-2], axes[-1] = axes[-1], axes[-2]
    scores = q.matmul(k.permute(*axes)).div(q.size(-1) ** 0.5)
    if mask is not None:
        scores[~mask.expand(scores.shape)] = -math.inf
    weights = scores.softmax(-1).nan_to_num()
    return weights.matmul(v), weights


def products_summed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(dim=-1) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not(), -torch.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2), weights


def row_by_row(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    rows = []
    for i in range(q.shape[-2]):
        scores = (q[..., i : i + 1, :] * k).sum(dim=-1) / math.sqrt(q.shape[-1])
        if mask is not None:
            row = mask[..., min(i, mask.shape[-2] - 1), :]
            scores = scores.masked_fill(~row, -math.inf)
        rows.append(scores.softmax(dim=-1).nan_to_num(0.0))
    weights = torch.stack(rows, dim=-2)
    return weights @ v, weights


def into_a_buffer(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    weights = torch.zeros(*q.shape[:-1], k.shape[-2])
    for i in range(q.shape[-2]):
        scores = q[..., i, None, :] @ k.mT / math.sqrt(q.shape[-1])
        if mask is not None:
            row = mask[..., min(i, mask.shape[-2] - 1), None, :]
            scores = scores.masked_fill(~row, -math.inf)
        weights[..., i, :] = scores.softmax(dim=-1).nan_to_num(0.0)[..., 0, :]
    return weights @ v, weights


def fused(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    attend = torch.nn.functional.scaled_dot_product_attention
    width = k.shape[-2]
    return attend(q, k, v, mask), attend(q, k, torch.eye(width), mask)


def of_the_course(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    return scaled_dot_product_attention(q, k, v, mask)


def fused_of_the_course(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    from transformer_lib.attention import fused_attention

    output = fused_attention(q, k, v, mask)
    return output, output


def empty_queries_too(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
        return weights @ v, weights
    seeing = mask.any(dim=-1, keepdim=True)
    weights = scores.masked_fill(~mask & seeing, -math.inf).softmax(dim=-1) * seeing
    return weights @ v * seeing, weights


_SEALED = "scaled_dot_product_attention is what this task asks you to write"

RIGHT = (
    Right("W17", "einsum with an ellipsis", einsum),
    Right("W18", "bmm on flattened axes", bmm),
    Right("W19", "baddbmm with alpha", baddbmm),
    Right("W20", "permute, matmul, in-place fill of its own scores", permuted),
    Right("W20", "products summed by broadcasting", products_summed),
    Right("own", "a loop over the queries", row_by_row),
    Right("own", "a loop that writes into zeros", into_a_buffer),
    Right("W21", "F.scaled_dot_product_attention", fused, Verdict.SEALED, _SEALED),
    Right("W21", "the course's own", of_the_course, Verdict.SEALED, _SEALED),
    Right(
        *("W21", "the course's fused path", fused_of_the_course, Verdict.SEALED),
        "fused_attention is what this task asks you to write",
    ),
    Right("W22", "rows of empty queries zeroed as well", empty_queries_too),
)
