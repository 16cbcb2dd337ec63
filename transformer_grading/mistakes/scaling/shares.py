"""Entropies of other rows, in other units, or with another sign."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_bits(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.clamp(min=1e-30).log2()).sum(dim=dim)


def in_digits(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.log10()).nan_to_num(0.0).sum(dim=dim)


def in_bits_by_division(scores: Tensor, dim: int = -1) -> Tensor:
    nats = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    found: Tensor = nats / math.log(2)
    return found


def in_bits_bare(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores, dim)
    return -(weights * torch.log2(weights)).sum(dim)


def no_sign(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    found: Tensor = torch.special.xlogy(weights, weights).sum(dim=dim)
    return found


def no_sign_bare(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores, dim)
    return (weights * weights.log()).sum(dim)


def no_sign_of_logarithms(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=dim)
    return (logs.exp() * logs.clamp(min=-1e30)).sum(dim=dim)


def always_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=-1)).sum(dim=-1)
    return found


def softmax_of_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=-1)).sum(dim=dim)
    return found


def sum_of_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(dim=-1)
    return found


def logarithm_of_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=-1).clamp(min=-1e30)
    return -(scores.softmax(dim=dim) * logs).sum(dim=dim)


def axes_left_exchanged(scores: Tensor, dim: int = -1) -> Tensor:
    rows = scores.transpose(dim, -1)
    found: Tensor = torch.special.entr(rows.softmax(dim=-1)).sum(dim=-1)
    return found


def one_row(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.flatten().softmax(dim=0)
    found: Tensor = torch.special.entr(weights).sum()
    return found


def zeros_picked_out(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    weights = weights[weights > 0]
    return -(weights * weights.log()).sum()


def mean_of_the_rows(scores: Tensor, dim: int = -1) -> Tensor:
    rows = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    found: Tensor = rows.mean()
    return found


def averaged(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).mean(dim=dim)
    return found


def averaged_bare(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores, dim)
    return -(weights * weights.log()).mean(dim)


def axis_kept(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(
        dim=dim, keepdim=True
    )
    return found


def axis_kept_bare(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores, dim)
    return -(weights * weights.log()).sum(dim, keepdim=True)


def not_added(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -weights * weights.masked_fill(weights == 0, 1.0).log()


def scores_as_weights(scores: Tensor, dim: int = -1) -> Tensor:
    return -(scores * scores.log()).sum(dim=dim)


def scores_as_weights_without_zeros(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores).sum(dim=dim)
    return found


def normalised_scores(scores: Tensor, dim: int = -1) -> Tensor:
    shares = scores / scores.sum(dim=dim, keepdim=True)
    found: Tensor = torch.special.entr(shares).sum(dim=dim)
    return found


def softmax_twice(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim).softmax(dim=dim)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def logarithm_of_weights_softened(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.log_softmax(dim=dim)).sum(dim=dim)


_LARGE = "What large scores do"
_EDGES = ("zero weights", "large scores")

MISTAKES = (
    Mistake(
        "a logarithm with another base",
        "The entropy is counted in another unit, such as bits.",
        "Your result is proportional to the right one. Which logarithm of 2 is 0.693?",
        _LARGE,
        (in_bits, in_digits, in_bits_by_division, in_bits_bare),
        (),
        "Entropy is always counted in bits.",
        "Its unit is that of the logarithm; with the natural one it is the nat.",
        _EDGES,
    ),
    Mistake(
        "a sign that is missing",
        "All entropies are below zero.",
        "The size of your number is right. What sign has the logarithm of a weight, "
        "and what sign should a measure of choice have?",
        _LARGE,
        (no_sign, no_sign_bare, no_sign_of_logarithms),
        beside=_EDGES,
    ),
    Mistake(
        "an axis fixed in the code",
        "dim is not used, or only by some of the lines.",
        "With the last axis you are right. Which of your lines do not mention dim?",
        _LARGE,
        (
            *(always_the_last_axis, softmax_of_the_last_axis),
            *(sum_of_the_last_axis, logarithm_of_the_last_axis),
        ),
        ("S05",),
        beside=_EDGES,
    ),
    Mistake(
        "axes that stay exchanged",
        "The entropies are right, and stand in each other's places.",
        "With two axes you are right. If dim changes places with the last axis and "
        "then goes, in which order are the others left?",
        _LARGE,
        (axes_left_exchanged,),
        beside=_EDGES,
    ),
    Mistake(
        "one number for the whole tensor",
        "The rows are thrown together.",
        "A single row is right. Of how many queries does your result tell how much "
        "choice each has?",
        _LARGE,
        (one_row, zeros_picked_out, mean_of_the_rows),
        beside=_EDGES,
    ),
    Mistake(
        "an average over the keys in the place of a sum",
        "The result is too small by the number of keys.",
        "Two equal weights have the entropy ln 2. What do you divide it by?",
        _LARGE,
        (averaged, averaged_bare),
        beside=_EDGES,
    ),
    Mistake(
        "an axis of length 1 left over",
        "The numbers are right, and their shape has an axis too many.",
        "How many numbers does one row give, and how many axes are left then?",
        _LARGE,
        (axis_kept, axis_kept_bare),
        beside=_EDGES,
    ),
    Mistake(
        "parts that are never added up",
        "Each key keeps its own part of the entropy.",
        "Each of your numbers belongs to one key. To what does an entropy belong?",
        _LARGE,
        (not_added,),
        beside=_EDGES,
    ),
    Mistake(
        "scores taken for weights",
        "No softmax has been applied, so the numbers are no shares.",
        "A weight lies between 0 and 1. Which of your lines makes sure of that?",
        _LARGE,
        (scores_as_weights, scores_as_weights_without_zeros, normalised_scores),
        beside=_EDGES,
    ),
    Mistake(
        "a softmax of weights",
        "The softmax is applied to its own result, which is nearly flat.",
        "Equal weights are right, others come out too flat. How often does a softmax "
        "stand between your scores and your logarithm?",
        _LARGE,
        (softmax_twice, logarithm_of_weights_softened),
        beside=_EDGES,
    ),
)
