"""Attention without resting places where little or nothing is left."""

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


def a_trillionth_more(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = left / (left.sum(dim=-1, keepdim=True) + 1e-12)
    return others, (weights * gone).sum(dim=-1)


def at_least_a_trillionth(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = left / left.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    return others, (weights * gone).sum(dim=-1)


def ready_made_as_it_is(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    others = torch.nn.functional.normalize(left, p=1.0, dim=-1)
    return others, (weights * gone).sum(dim=-1)


def smallest_step(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    least = torch.finfo(torch.float32).eps
    others = left / left.sum(dim=-1, keepdim=True).clamp(min=least)
    return others, (weights * gone).sum(dim=-1)


def below_a_trillionth(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 1e-12, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def judged_by_the_rest(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1, keepdim=True)
    left = weights.masked_fill(gone, 0)
    others = left / left.sum(dim=-1, keepdim=True)
    return others.masked_fill(rested == 1, 0), rested.squeeze(-1)


def even_among_words(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 1 / weights.shape[-1])
    return others.masked_fill(gone, 0), (weights * gone).sum(dim=-1)


def logs_with_a_floor(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    scores = (weights + 1e-9).log().masked_fill(gone, float("-inf"))
    return scores.softmax(dim=-1).nan_to_num(), (weights * gone).sum(dim=-1)


def logs_clamped(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    scores = weights.clamp(min=1e-9).log().masked_fill(gone, float("-inf"))
    return scores.softmax(dim=-1).nan_to_num(), (weights * gone).sum(dim=-1)


def below_what_is_ever_met(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 1e-30, left / total, 0.0)
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
        (even_shares, even_everywhere, as_it_was, looks_at_itself, even_among_words),
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
        (
            a_little_more,
            at_least_a_little,
            a_trillionth_more,
            at_least_a_trillionth,
            ready_made_as_it_is,
            smallest_step,
        ),
    ),
    Mistake(
        "little taken for nothing",
        "A row in which something is left becomes zero.",
        "How little does the text call nothing?",
        _USING,
        (
            *(nearly_nothing, all_close_to_nothing),
            *(below_a_trillionth, below_what_is_ever_met),
        ),
    ),
    Mistake(
        "nothing left, judged by what rested",
        "A row of zeros never rested, and 1 is hardly ever met exactly.",
        "A query could look at nothing. How much rested, and how much is left?",
        _USING,
        (judged_by_the_rest,),
    ),
    Mistake(
        "logarithms with a floor",
        "Where little or nothing is left, the floor is shared out.",
        "What is the logarithm of a weight of 0, and what does your code take for it?",
        _USING,
        (logs_with_a_floor, logs_clamped),
    ),
)
