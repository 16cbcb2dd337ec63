"""Softmaxes whose exponentials leave the range of numbers."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def bare_exponential(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def bare_exponential_with_a_guard(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores)
    return exponentials / (exponentials.sum(dim=dim, keepdim=True) + 1e-9)


def bare_logarithm(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(scores - torch.exp(scores).sum(dim=dim, keepdim=True).log())


def bare_exponential_cleared(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores)
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    return weights.nan_to_num(0.0)


def bare_exponential_in_double(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores.double())
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    return weights.to(scores.dtype)


def one_maximum_for_all(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.max())
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def one_maximum_with_a_guard(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.max())
    return exponentials / (exponentials.sum(dim=dim, keepdim=True) + 1e-9)


def one_maximum_and_logarithms(scores: Tensor, dim: int = -1) -> Tensor:
    shifted = scores - scores.max()
    return torch.exp(shifted - torch.exp(shifted).sum(dim=dim, keepdim=True).log())


def clamped(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores.clamp(-50, 50))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def clamped_from_above(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores.clamp(max=80))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def minimum(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amin(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def mean(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.mean(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def first_score(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.narrow(dim, 0, 1))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def median(scores: Tensor, dim: int = -1) -> Tensor:
    middle = scores.median(dim=dim, keepdim=True).values
    exponentials = torch.exp(scores - middle)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def largest_size(scores: Tensor, dim: int = -1) -> Tensor:
    largest = scores.abs().amax(dim=dim, keepdim=True)
    exponentials = torch.exp(scores - largest)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "the exponential of the bare score",
        "The formula is the one on paper, but exp overflows for large scores.",
        "Your weights are right until a score is large. Which number may you take "
        "away from every score of a row without changing the result?",
        _WEIGHTS,
        (
            *(bare_exponential, bare_exponential_with_a_guard, bare_logarithm),
            *(bare_exponential_cleared, bare_exponential_in_double),
        ),
        ("S01",),
        "The formula of the softmax can be typed as it stands.",
        "exp overflows near 89; a shift of the whole row leaves the weights alone.",
    ),
    Mistake(
        "one maximum for the whole tensor",
        "In a row far below the largest score of all every exponential is 0.",
        "One row alone is right, and a row of large scores spoils its neighbour. "
        "Over which entries should the maximum be taken?",
        _WEIGHTS,
        (
            *(one_maximum_for_all, one_maximum_with_a_guard),
            one_maximum_and_logarithms,
        ),
        ("S02",),
        "Any maximum will do, as long as nothing overflows.",
        "A row far below it underflows to zero everywhere: take the row's own.",
    ),
    Mistake(
        "scores clamped before the exponential",
        "Nothing overflows, but two scores beyond the limit become equal.",
        "Small scores are right. What is left of the difference between 1000 and "
        "1001 after your clamp?",
        _WEIGHTS,
        (clamped, clamped_from_above),
        (),
        "Cutting off large scores keeps the softmax safe.",
        "It makes them equal; only a shift keeps their differences.",
    ),
    Mistake(
        "a shift by something other than the maximum",
        "A row that spans much, or lies far from zero, still leaves the range of exp.",
        "You shift each row, and that changes no weight. By how much must you shift "
        "so that no exponent is above zero?",
        _WEIGHTS,
        (minimum, mean, first_score, median, largest_size),
        (),
        "Subtracting any score of the row makes exp safe.",
        "Only the maximum leaves no exponent above zero.",
    ),
)
