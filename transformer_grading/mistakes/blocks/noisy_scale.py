"""Attention that scales scores which are scaled already."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def by_the_values(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = (scores / v.shape[-1] ** 0.5).softmax(dim=-1)
    weights = weights * keep / (1 - rate) if training else weights
    return weights @ v, weights


def by_the_keys(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = (scores / scores.shape[-1] ** 0.5).softmax(dim=-1)
    weights = weights * keep / (1 - rate) if training else weights
    return weights @ v, weights


MISTAKES = (
    Mistake(
        "scores that are scaled once more",
        "All weights are too level.",
        "Follow the example by hand: which numbers go into the softmax there, and "
        "which with you?",
        "A little noise",
        (by_the_values, by_the_keys),
    ),
)
