"""Attention without resting places, shared out wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def not_scaled(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    return weights.masked_fill(gone, 0), (weights * gone).sum(dim=-1)


def softmax_again(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, float("-inf"))
    return left.softmax(dim=-1).nan_to_num(), (weights * gone).sum(dim=-1)


def softmax_of_zeros(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    return weights.masked_fill(gone, 0).softmax(dim=-1), (weights * gone).sum(-1)


def spread_evenly(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1, keepdim=True)
    others = (~gone).sum(dim=-1, keepdim=True).clamp(min=1)
    moved = (weights + rested / others).masked_fill(gone, 0)
    return moved, rested.squeeze(-1)


def over_queries(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = (left / left.sum(dim=-2, keepdim=True)).nan_to_num()
    return others, (weights * gone).sum(dim=-1)


def over_the_map(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = (left / left.sum(dim=(-2, -1), keepdim=True)).nan_to_num()
    return others, (weights * gone).sum(dim=-1)


def by_the_largest(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.amax(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def by_the_mean(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.mean(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def length_of_one(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = (left / left.norm(dim=-1, keepdim=True)).nan_to_num()
    return others, (weights * gone).sum(dim=-1)


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "rows that are not scaled",
        "They add up to what was left, and not to 1.",
        "What does a row of your result add up to?",
        _USING,
        (not_scaled,),
    ),
    Mistake(
        "a softmax of weights",
        "Weights are treated as if they were scores.",
        "Two weights are 0.2 and 0.4. What is their ratio, before and after?",
        _USING,
        (softmax_again, softmax_of_zeros),
    ),
    Mistake(
        "rested weight that is handed out evenly",
        "All tokens get as much more, whatever they had.",
        "Two weights are 0.2 and 0.4. What is their ratio, before and after?",
        _USING,
        (spread_evenly,),
    ),
    Mistake(
        "sums along another axis than the keys",
        "Columns or whole maps are scaled, and not rows.",
        "Which axis has to add up to 1?",
        _USING,
        (over_queries, over_the_map),
    ),
    Mistake(
        "another divisor than the sum",
        "Rows do not add up to 1.",
        "What does a row of your result add up to?",
        _USING,
        (by_the_largest, by_the_mean, length_of_one),
    ),
)
