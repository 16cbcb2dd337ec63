"""Attention without resting places, shared out wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def nothing_by_nothing(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    return left / left.sum(dim=-1, keepdim=True), weights.sum(-1) - left.sum(-1)


def log_and_softmax(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    scores = weights.log().masked_fill(gone, float("-inf"))
    return scores.softmax(dim=-1), (weights * gone).sum(dim=-1)


def even_shares(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    even = (~gone).to(weights.dtype).expand_as(weights)
    even = even / even.sum(dim=-1, keepdim=True).clamp(min=1)
    return torch.where(total > 0, left / total, even), (weights * gone).sum(dim=-1)


def even_everywhere(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    even = torch.full_like(left, 1 / weights.shape[-1])
    return torch.where(total > 0, left / total, even), (weights * gone).sum(dim=-1)


def as_it_was(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, left / total, weights), (weights * gone).sum(-1)


def looks_at_itself(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    itself = torch.eye(*weights.shape[-2:]).expand_as(left)
    return torch.where(total > 0, left / total, itself), (weights * gone).sum(-1)


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


def one_less(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1, keepdim=True)
    others = weights.masked_fill(gone, 0) / (1 - rested)
    return others.nan_to_num(posinf=0.0), rested.squeeze(-1)


def one_less_where_some(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1, keepdim=True)
    left = 1 - rested
    others = torch.where(left > 0, weights.masked_fill(gone, 0) / left, 0.0)
    return others, rested.squeeze(-1)


def a_little_more(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = left / (left.sum(dim=-1, keepdim=True) + 1e-9)
    return others, (weights * gone).sum(dim=-1)


def at_least_a_little(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = left / left.sum(dim=-1, keepdim=True).clamp(min=1e-6)
    return others, (weights * gone).sum(dim=-1)


def nearly_nothing(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 1e-6, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def all_close_to_nothing(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    empty = torch.isclose(total, torch.zeros_like(total), atol=1e-8)
    others = (left / total).masked_fill(empty, 0.0)
    return others, (weights * gone).sum(dim=-1)


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


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "nothing divided by nothing",
        "A row that rested altogether becomes nan.",
        "What do you divide by, in a row that lay on resting places alone?",
        _USING,
        (nothing_by_nothing, log_and_softmax),
    ),
    Mistake(
        "a row of something where nothing is left",
        "A head that only rested now seems to look somewhere.",
        "A row lay on resting places alone. Where does its head look without them?",
        _USING,
        (even_shares, even_everywhere, as_it_was, looks_at_itself),
    ),
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
        "what is left, taken from 1",
        "Where little is left, 1 less the rest has no digits; and not all rows have 1.",
        "What is 1 - rested in float32, if 0.000000004 are left?",
        _USING,
        (one_less, one_less_where_some),
    ),
    Mistake(
        "a divisor that cannot be small",
        "Where little is left, the row does not add up to 1.",
        "What does a row add up to in which 0.000000004 were left?",
        _USING,
        (a_little_more, at_least_a_little),
    ),
    Mistake(
        "little taken for nothing",
        "A row in which something is left becomes zero.",
        "How little does the text call nothing?",
        _USING,
        (nearly_nothing, all_close_to_nothing),
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
        (by_the_largest, by_the_mean),
    ),
)
