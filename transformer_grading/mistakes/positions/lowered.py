"""Scores lowered rightly, with the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_place(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    scores -= slopes[:, None, None] * (places - torch.arange(key)).abs()
    return scores


def in_place_head_by_head(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    for head in range(heads):
        scores[:, head].sub_(2 ** (-8 * (head + 1) / heads) * distance)
    return scores


def promoted(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1).double() / heads)
    places = torch.arange(key - query, key)[:, None]
    return scores - slopes[:, None, None] * (places - torch.arange(key)).abs()


def single(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1).float() / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores.float() - slopes[:, None, None] * distance


def without_a_tape(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    with torch.no_grad():
        return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def detached(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores.detach() - (slopes[:, None, None] * distance).to(scores.dtype)


def through_single(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    lowered = scores.float() - slopes.float()[:, None, None] * distance
    return lowered.to(scores.dtype)


def minus_infinity_made_finite(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    loss = slopes[:, None, None] * (places - torch.arange(key)).abs()
    return torch.nan_to_num(scores - loss.to(scores.dtype))


def never_below_a_thousand(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    loss = slopes[:, None, None] * (places - torch.arange(key)).abs()
    return scores.clamp(min=-1e3) - loss.to(scores.dtype)


_FAR = "How far does it carry?"

MISTAKES = (
    Mistake(
        "scores lowered inside the tensor that was handed in",
        "The caller's scores are lowered, and a second call lowers them again.",
        "What stands in the caller's scores after your function has run?",
        _FAR,
        (in_place, in_place_head_by_head),
    ),
    Mistake(
        "scores of another dtype than those handed in",
        "The numbers are right, and everything after them gets another dtype.",
        "Which of your lines decides on float32 or float64 by itself?",
        _FAR,
        (promoted, single),
    ),
    Mistake(
        "scores cut off from the gradient",
        "The numbers are right, and queries and keys can never learn.",
        "The distance is fixed, the scores are not. Which of your lines forgets where "
        "they came from?",
        _FAR,
        (without_a_tape, detached),
        ("E17",),
    ),
    Mistake(
        "digits lost on the way",
        "Scores in float64 come back with the digits of float32.",
        "The dtype is right in the end. Through which dtype do the scores go before?",
        _FAR,
        (through_single,),
    ),
    Mistake(
        "hidden keys heard again",
        "A score of −∞ comes back as a finite number.",
        "Finite scores are right. What should be left of a key that a mask has hidden?",
        _FAR,
        (minus_infinity_made_finite, never_below_a_thousand),
    ),
)
