"""Resting places taken out at the wrong places, or with the wrong account of them."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def words_taken_out(weights: Tensor, rest: Tensor) -> Two:
    kept = rest[:, None, None]
    left = weights.masked_fill(~kept, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * ~kept).sum(dim=-1)


def columns_removed(weights: Tensor, rest: Tensor) -> Two:
    left = weights[..., ~rest[0]]
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, weights[..., rest[0]].sum(dim=-1)


def first_sentence(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[0], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * rest[0]).sum(dim=-1)


def any_sentence(weights: Tensor, rest: Tensor) -> Two:
    gone = rest.any(dim=0)
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def first_token_alone(weights: Tensor, rest: Tensor) -> Two:
    left = weights.clone()
    left[..., 0] = 0
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, weights[..., 0].clone()


def first_resting_place(weights: Tensor, rest: Tensor) -> Two:
    only = rest & (rest.cumsum(dim=-1) == 1)
    left = weights.masked_fill(only[:, None, None], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * only[:, None, None]).sum(dim=-1)


def both_ends(weights: Tensor, rest: Tensor) -> Two:
    left = weights.clone()
    left[..., 0] = left[..., -1] = 0
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, weights[..., 0] + weights[..., -1]


def rows_too(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    for n, row in enumerate(rest):
        there = row.nonzero().flatten()
        others[n, :, there[there < weights.shape[-2]]] = 0
    return others, (weights * gone).sum(dim=-1)


def over_the_heads(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[None, :, None] if len(rest) == weights.shape[1] else rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "words taken out, and resting places kept",
        "The marks are read the wrong way round.",
        "What does True in rest stand for?",
        _USING,
        (words_taken_out,),
    ),
    Mistake(
        "columns that are removed",
        "The map gets narrower, and sentences can't differ.",
        "Which shape has the result, and at which place is the third token in it?",
        _USING,
        (columns_removed,),
    ),
    Mistake(
        "the resting places of another sentence",
        "All sentences get the marks of one, or of all together.",
        "Two sentences of different lengths: whose resting places do you take out of "
        "the second?",
        _USING,
        (first_sentence, any_sentence),
    ),
    Mistake(
        "fixed places taken out",
        "They are resting places in many sentences, and not in all.",
        "Where does your code use rest?",
        _USING,
        (first_token_alone, both_ends),
    ),
    Mistake(
        "one resting place of several",
        "The others stay.",
        "A sentence has two resting places. Which of them do you take out?",
        _USING,
        (first_resting_place,),
    ),
    Mistake(
        "queries that are taken out as well",
        "Rows of resting places become zero.",
        "Are resting places taken out as tokens that look, or that are looked at?",
        _USING,
        (rows_too,),
    ),
    Mistake(
        "sentences laid over heads",
        "With as many heads as sentences, each head gets the marks of a sentence.",
        "Which axes does rest have, and over which axes of the weights does it lie?",
        _USING,
        (over_the_heads,),
    ),
)
