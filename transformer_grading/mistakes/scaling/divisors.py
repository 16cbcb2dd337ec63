"""Weights of own keys with a divisor that is used wrongly."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def multiplied(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT * divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def not_used(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def root_in_its_place(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def root_on_top(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    return (scores / divisor).softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def root_of_the_divisor(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / math.sqrt(divisor)).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def twice(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = (q / divisor) @ (k / divisor).mT
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def weights_divided(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT).softmax(dim=-1) / divisor
    return weights.diagonal(dim1=-2, dim2=-1)


def whole_divisor(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / max(1, round(divisor))
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def rounded_down(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = (q @ k.mT) // divisor
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def never_below_one(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / max(divisor, 1.0)
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def a_little_more(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / (divisor + 1e-3)
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def bare_exponential(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    exponentials = torch.exp(q @ k.mT / divisor)
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights.diagonal(dim1=-2, dim2=-1)


def bare_pairs(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    exponentials = torch.exp(q @ k.mT / divisor)
    own = exponentials.diagonal(dim1=-2, dim2=-1)
    return own / exponentials.sum(dim=-1)


def one_maximum(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    exponentials = torch.exp(scores - scores.max())
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights.diagonal(dim1=-2, dim2=-1)


_LARGE = "What large scores do"
_SIZE = "How large is a dot product?"

MISTAKES = (
    Mistake(
        "a multiplication by the divisor",
        "A large divisor makes the weights sharper.",
        "With a divisor of 1 you are right. Should a larger divisor move scores apart "
        "or together?",
        _LARGE,
        (multiplied,),
    ),
    Mistake(
        "a divisor that is not used",
        "The scores stay undivided, whatever the divisor is.",
        "With a divisor of 1 you are right. Where does the divisor enter your scores?",
        _LARGE,
        (not_used,),
        ("A01",),
    ),
    Mistake(
        "√d_k in the place of the divisor",
        "Every divisor gives the weights of ordinary attention.",
        "Your weights are those of attention. What is this function told that "
        "attention works out by itself?",
        _SIZE,
        (root_in_its_place,),
    ),
    Mistake(
        "√d_k on top of the divisor",
        "The scores are divided twice, by two numbers.",
        "With one feature you would be right. If the divisor is √d_k already, by what "
        "do your scores end up divided?",
        _SIZE,
        (root_on_top,),
        (),
        "Scores are always divided by √d_k, whatever comes on top.",
        "Here the divisor is all there is: √d_k is one choice of it.",
    ),
    Mistake(
        "the root of the divisor",
        "A divisor of 4 halves the scores only.",
        "With a divisor of 1 you are right. Is the divisor a width, whose root is "
        "still to be taken, or is it what to divide by?",
        _SIZE,
        (root_of_the_divisor,),
    ),
    Mistake(
        "a divisor used twice",
        "Queries and keys are both divided by it.",
        "With a divisor of 1 you are right. How often does the divisor enter one "
        "score?",
        _SIZE,
        (twice,),
    ),
    Mistake(
        "weights divided after the softmax",
        "The weights are as sharp as undivided ones, and too small.",
        "With a divisor of 1 you are right. What should be made smaller: the scores "
        "or the shares?",
        _LARGE,
        (weights_divided,),
    ),
    Mistake(
        "numbers that are rounded before the softmax",
        "The divisor or the quotient becomes a whole number.",
        "Whole numbers are right. Which of your lines or operators rounds?",
        _LARGE,
        (whole_divisor, rounded_down),
    ),
    Mistake(
        "a divisor that is not taken as it is",
        "It is limited, or a small number is added to it.",
        "Large divisors are right. What does your code do with a divisor of 0.001?",
        _LARGE,
        (never_below_one, a_little_more),
    ),
    Mistake(
        "the exponential of the bare score",
        "Large scores leave the range of float32.",
        "Small scores are right. How large is exp(300), and what does not change if "
        "you take the same number off every score of a row?",
        _LARGE,
        (bare_exponential, bare_pairs),
        ("S01",),
    ),
    Mistake(
        "one maximum for the whole tensor",
        "A query far below the largest score of all becomes 0/0.",
        "One query alone is right, and one with large scores spoils its neighbour. "
        "Over which entries should the maximum be taken?",
        _LARGE,
        (one_maximum,),
        ("S02",),
    ),
)
