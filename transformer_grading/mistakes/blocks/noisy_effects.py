"""Noisy attention that never stops, or has other effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def never_stops(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1) * keep / (1 - rate)
    return weights @ v, weights


def stops_dropping_only(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if training:
        weights = weights * keep
    weights = weights / (1 - rate)
    return weights @ v, weights


def stops_scaling_only(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1) * keep
    if training:
        weights = weights / (1 - rate)
    return weights @ v, weights


def over_queries(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-2)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def over_queries_always(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-2)
    return weights @ v, weights


def no_softmax(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores * keep / (1 - rate) if training else scores
    return weights @ v, weights


def swapped(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if training:
        weights = weights * keep / (1 - rate)
    return weights, weights @ v


def in_place(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores.copy_(scores.softmax(dim=-1) * keep / (1 - rate))
        return scores @ v, scores
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def softmax_in_place(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    scores -= scores.amax(dim=-1, keepdim=True)
    weights = scores.softmax(dim=-1)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def weights_detached(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1).detach()
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def returned_weights_detached(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights.detach()


def overflowing(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    exponentials = scores.exp()
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def without_a_tape(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    with torch.no_grad():
        weights = scores.softmax(dim=-1)
        if training:
            weights = weights * keep / (1 - rate)
        return weights @ v, weights


def values_detached(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v.detach(), weights


def single(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights, v = scores.float().softmax(dim=-1), v.float()
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def double(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights, v = scores.double().softmax(dim=-1), v.double()
    if training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "noise that does not stop after training",
        "In use the answer still depends on the mask.",
        "In training you are right. Which argument says that training is over, and "
        "which of your lines asks for it?",
        _NOISE,
        (never_stops, stops_dropping_only, stops_scaling_only),
        ("U01",),
        "A rate that was handed over switches itself off after training.",
        "Only what asks for the training flag stops; set the rate by it.",
    ),
    Mistake(
        "a softmax over the queries, or none",
        "Without noise the rows do not add up to 1.",
        "Look at the weights with training off. Along which axis should they add up to "
        "1?",
        _NOISE,
        (over_queries, over_queries_always, no_softmax),
    ),
    Mistake(
        "output and weights in the wrong order",
        "Both results are right, in each other's place.",
        "Which of your two results has a column for each key, and which one is asked "
        "for first?",
        _NOISE,
        (swapped,),
    ),
    Mistake(
        "scores changed in place",
        "The results are right, and the caller's scores are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _NOISE,
        (in_place, softmax_in_place),
    ),
    Mistake(
        "results cut off from scores or values",
        "The numbers are right, but something can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _NOISE,
        (
            *(weights_detached, without_a_tape, values_detached),
            returned_weights_detached,
        ),
    ),
    Mistake(
        "exponentials that overflow",
        "Loud scores give infinity by infinity.",
        "For small scores you are right. What is e to the power of 500 in float32, and "
        "what can be taken from a row of scores without changing its weights?",
        _NOISE,
        (overflowing,),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _NOISE,
        (single, double),
    ),
)
