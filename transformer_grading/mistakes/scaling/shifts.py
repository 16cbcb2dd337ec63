"""Scores that are moved or limited wrongly before their exponential."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.scaling.craft import (
    cut_off_at_a_height,
    wrongly_shifted,
)

Pair = tuple[Tensor, Tensor]


def clamped_entropy(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.clamp(min=-80, max=80).softmax(dim=dim)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def clamped_entropy_far_out(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores.clamp(min=-1e4), dim=dim)
    return -torch.xlogy(weights, weights).sum(dim=dim)


def minimum_off_entropy(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = (scores - scores.amin(dim=dim, keepdim=True)).exp()
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def mean_off_entropy(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.mean(dim=dim, keepdim=True))
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    logarithms = weights.masked_fill(weights == 0, 1.0).log()
    return -(weights * logarithms).sum(dim=dim)


def clamped_way_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).clamp(-80, 80).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def clamped_way_back_far_out(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = torch.softmax((q @ k.mT / root).clamp(-1e4, 1e4), dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def minimum_off_way_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    scores = q @ k.mT / root
    exponentials = torch.exp(scores - scores.amin(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def mean_off_way_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    scores = q @ k.mT / root
    exponentials = torch.exp(scores - scores.mean(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def clamped(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).clamp(-80, 80).softmax(dim=-1)


def clamped_far_out(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    return torch.clamp(scores, -1e4, 1e4).softmax(dim=-1)


def minimum_off(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores - scores.amin(dim=-1, keepdim=True))
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def mean_off(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores - scores.mean(dim=-1, keepdim=True))
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def own_of_clamped(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = (q @ k.mT / divisor).clamp(-80, 80)
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def own_of_clamped_far_out(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = torch.clamp(q @ k.mT / divisor, -1e4, 1e4)
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def own_less_minimum(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    exponentials = torch.exp(scores - scores.amin(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights.diagonal(dim1=-2, dim2=-1)


def own_less_mean(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    exponentials = torch.exp(scores - scores.mean(dim=-1, keepdim=True))
    own = exponentials.diagonal(dim1=-2, dim2=-1)
    return own / exponentials.sum(dim=-1)


_LARGE = "What large scores do"

ENTROPIES = (
    cut_off_at_a_height(_LARGE, clamped_entropy, clamped_entropy_far_out),
    wrongly_shifted(_LARGE, minimum_off_entropy, mean_off_entropy),
)
WAYS_BACK = (
    cut_off_at_a_height(_LARGE, clamped_way_back, clamped_way_back_far_out),
    wrongly_shifted(_LARGE, minimum_off_way_back, mean_off_way_back),
)
WEIGHTS = (
    cut_off_at_a_height(_LARGE, clamped, clamped_far_out),
    wrongly_shifted(_LARGE, minimum_off, mean_off),
)
OWN_WEIGHTS = (
    cut_off_at_a_height(_LARGE, own_of_clamped, own_of_clamped_far_out),
    wrongly_shifted(_LARGE, own_less_minimum, own_less_mean),
)
