"""Right ways to write dropout with a mask that is given."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right


def product(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if training:
        added = added * keep / (1 - rate)
    return x + added


def filled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added.masked_fill(~keep, 0.0).div(1 - rate)


def where(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + (torch.where(keep, added / (1 - rate), 0.0) if training else added)


def scaled_mask(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    factor = torch.ones_like(added)
    if training:
        factor = keep.to(added.dtype) / (1 - rate)
    return torch.addcmul(x, added, factor)


def on_a_copy(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    result = x.clone()
    if training:
        noisy = added.clone()
        noisy[~keep] = 0
        result += noisy * (1 / (1 - rate))
    else:
        result += added
    return result


def nothing_left_to_do(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        keep, rate = torch.ones_like(keep), 0.0
    return x + added * keep.float() / (1.0 - rate)


def weights_times_mask(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> tuple[Tensor, Tensor]:
    weights = torch.softmax(scores, dim=-1)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def weights_filled(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> tuple[Tensor, Tensor]:
    weights = torch.nn.functional.softmax(scores, -1)
    weights = weights.masked_fill(~keep, 0.0) / (1 - rate) if training else weights
    return torch.matmul(weights, v), weights


def softmax_by_hand(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> tuple[Tensor, Tensor]:
    exponentials = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    weights = torch.where(keep, weights / (1 - rate), 0) if training else weights
    return torch.einsum("...qk,...kd->...qd", weights, v), weights


def dropped_before_the_sum(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> tuple[Tensor, Tensor]:
    exponentials = torch.exp(scores - scores.logsumexp(dim=-1, keepdim=True))
    scale = keep.to(scores.dtype) / (1 - rate) if training else 1.0
    weights = exponentials * scale
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2), weights


SUM = (
    Right("own", "times the mask", product),
    Right("own", "masked_fill, div", filled),
    Right("own", "where", where),
    Right("own", "a scaled mask, addcmul", scaled_mask),
    Right("own", "in place on copies", on_a_copy),
    Right("own", "in use all is kept at rate 0", nothing_left_to_do),
)
ATTENTION = (
    Right("own", "times the mask", weights_times_mask),
    Right("own", "masked_fill", weights_filled),
    Right("own", "a softmax by hand, where, einsum", softmax_by_hand),
    Right("own", "exp less logsumexp, summed by broadcasting", dropped_before_the_sum),
)
