"""Right ways to write attention."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def queries_scaled(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def both_scaled(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    root = q.shape[-1] ** 0.25
    scores = (q / root) @ (k / root).transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def power_of_d_k(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = torch.matmul(q, k.mT) * q.size(-1) ** -0.5
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(mask == 0, 0.0)
    return torch.matmul(weights, v), weights


def root_of_a_tensor(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-1, -2) / torch.sqrt(torch.tensor(q.shape[-1]))
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return torch.nan_to_num(weights) @ v, torch.nan_to_num(weights)


def large_constant(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights


def smallest_number(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


def where(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool)
    weights = torch.where(mask, scores, -1e30).softmax(dim=-1)
    weights = torch.where(mask, weights, 0.0)
    return weights @ v, weights


def added_constant(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + (~mask).to(scores.dtype) * -1e9
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


def added_smallest(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + torch.zeros_like(scores).masked_fill(
            ~mask, torch.finfo(scores.dtype).min / 2
        )
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def added_infinity(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + torch.zeros_like(scores).masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    weights = torch.where(torch.isnan(weights), 0.0, weights)
    return weights @ v, weights


def by_hand(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    if mask is not None:
        exponentials = exponentials * mask
    total = exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    weights = exponentials / total
    return weights @ v, weights


def by_hand_bare(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores)
    if mask is not None:
        exponentials = exponentials * mask
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


def renormalised(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


_HIDDEN = (
    Verdict.CONVENTION,
    "A hidden key must not matter at all, *however large its score is*.",
)

RIGHT = (
    Right("W06", "q scaled first", queries_scaled),
    Right("W07", "q and k scaled by the fourth root", both_scaled),
    Right("W08", "d_k ** -0.5; -inf, then zeros; k.mT", power_of_d_k),
    Right("W08", "the root of a tensor; nan_to_num", root_of_a_tensor),
    Right("W09", "masked_fill -inf, nan_to_num", queries_scaled),
    Right("W09", "masked_fill -inf, then masked_fill 0", power_of_d_k),
    Right("W10", "masked_fill -1e9, empty rows zeroed", large_constant),
    Right("W11", "masked_fill finfo.min, times the mask", smallest_number),
    Right("W12", "torch.where -1e30", where),
    Right("W13", "-1e9 added", added_constant),
    Right("W13", "half of finfo.min added", added_smallest),
    Right("W14", "-inf added, then where(isnan)", added_infinity),
    Right("W15", "masked exponentials by hand, masked before the maximum", by_hand),
    Right("W15", "bare exponentials, masked afterwards", by_hand_bare, *_HIDDEN),
    Right("W16", "masked after the softmax, normalised again", renormalised, *_HIDDEN),
)
