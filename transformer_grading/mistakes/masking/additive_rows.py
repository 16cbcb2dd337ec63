"""Masks to be added whose empty rows, dtype or effects are wrong."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def left_closed(mask: Tensor, scores: Tensor) -> Tensor:
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(~mask, -math.inf)


def left_closed_by_logarithms(mask: Tensor, scores: Tensor) -> Tensor:
    return mask.to(scores.dtype).log()


def left_closed_chosen(mask: Tensor, scores: Tensor) -> Tensor:
    chosen = torch.where(mask, 0.0, -math.inf)
    return chosen.to(scores.dtype)


def lowest_in_empty_rows(mask: Tensor, scores: Tensor) -> Tensor:
    added = torch.zeros_like(mask, dtype=scores.dtype).masked_fill(~mask, -math.inf)
    empty = ~mask.any(dim=-1, keepdim=True)
    return added.masked_fill(empty, torch.finfo(scores.dtype).min)


def lowest_by_clearing(mask: Tensor, scores: Tensor) -> Tensor:
    added = torch.zeros_like(mask, dtype=scores.dtype).masked_fill(~mask, -math.inf)
    empty = ~mask.any(dim=-1, keepdim=True)
    return torch.where(empty, added.nan_to_num(), added)


def ten_thousand_in_empty_rows(mask: Tensor, scores: Tensor) -> Tensor:
    empty = mask.sum(dim=-1, keepdim=True) == 0
    added = torch.where(mask, 0.0, torch.where(empty, -1e4, -math.inf))
    return added.to(scores.dtype)


def nan_in_empty_rows(mask: Tensor, scores: Tensor) -> Tensor:
    added = torch.zeros_like(mask, dtype=scores.dtype).masked_fill(~mask, -math.inf)
    return added - added.amax(dim=-1, keepdim=True)


def nan_by_division(mask: Tensor, scores: Tensor) -> Tensor:
    shown = mask.to(scores.dtype)
    return (shown / shown.amax(dim=-1, keepdim=True)).log()


def empty_columns(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-2, keepdim=True)
    return torch.zeros(opened.shape, dtype=scores.dtype).masked_fill(~opened, -math.inf)


def both_opened(mask: Tensor, scores: Tensor) -> Tensor:
    rows, columns = mask.any(dim=-1, keepdim=True), mask.any(dim=-2, keepdim=True)
    return (mask | ~rows | ~columns).to(scores.dtype).log()


def whole_texts(mask: Tensor, scores: Tensor) -> Tensor:
    seen = mask.any(dim=-1, keepdim=True).any(dim=-2, keepdim=True)
    opened = mask | ~seen
    return opened.to(scores.dtype).log()


def all_if_a_row_is_empty(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask if mask.any(dim=-1).all() else torch.ones_like(mask)
    return opened.to(scores.dtype).log()


def all_rows_if_one_is_empty(mask: Tensor, scores: Tensor) -> Tensor:
    empty = ~mask.any(dim=-1, keepdim=True)
    opened = mask | empty.any()
    return torch.where(opened, 0.0, -math.inf).to(scores.dtype)


def single(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.float().log()


def single_filled(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return torch.zeros(mask.shape, dtype=torch.float32).masked_fill(hidden, -math.inf)


def unnamed(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return torch.zeros(mask.shape).masked_fill(~opened, -math.inf)


def unnamed_chosen(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return torch.where(hidden, -math.inf, 0.0)


def half_or_single(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    dtype = torch.float16 if scores.dtype == torch.float16 else torch.float32
    return opened.to(dtype).log()


def half(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.half().log()


def double(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.double().log()


def into_the_scores(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return scores.zero_().masked_fill_(~opened, -math.inf)


def into_the_mask(mask: Tensor, scores: Tensor) -> Tensor:
    mask |= ~mask.any(dim=-1, keepdim=True)
    return mask.to(scores.dtype).log()


def into_the_mask_by_index(mask: Tensor, scores: Tensor) -> Tensor:
    mask[~mask.any(dim=-1)] = True
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(~mask, -math.inf)


def opened_to_the_first(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask.clone()
    opened[..., 0] |= ~mask.any(dim=-1)
    return opened.to(scores.dtype).log()


def opened_to_the_last(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask.clone()
    opened[..., -1:] |= ~mask.any(dim=-1, keepdim=True)
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(~opened, -math.inf)


def emptiness_of_scores(mask: Tensor, scores: Tensor) -> Tensor:
    best = scores.masked_fill(~mask, -math.inf).amax(dim=-1, keepdim=True)
    hidden = ~mask & (best > -math.inf)
    return torch.zeros_like(scores).masked_fill(hidden, -math.inf)


def emptiness_of_weights(mask: Tensor, scores: Tensor) -> Tensor:
    weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
    hidden = ~mask & ~weights.isnan()
    return torch.zeros_like(scores).masked_fill(hidden, -math.inf)


_EMPTY = "Filled up with nothing"
_LOW = "How low is low enough?"

MISTAKES = (
    Mistake(
        "empty rows that are left at −∞",
        "The softmax of such a row is not a number.",
        "Every other row is right. What is the softmax of a row of −∞, and what does "
        "the text ask of such a row?",
        _EMPTY,
        (left_closed, left_closed_by_logarithms, left_closed_chosen),
        ("A21",),
    ),
    Mistake(
        "empty rows of low numbers",
        "They listen to all that is hidden, as rows of zeros may, by accident.",
        "Every other row is right. What does the text ask of an empty row, and what "
        "does yours add to its scores?",
        _LOW,
        (lowest_in_empty_rows, lowest_by_clearing, ten_thousand_in_empty_rows),
        ("A22",),
        "A row of lowest numbers looks at nothing.",
        "A softmax sees differences only, so such a row shares itself out.",
    ),
    Mistake(
        "empty rows that become NaN on the way",
        "An empty row adds what is not a number.",
        "Every other row is right. Which of your lines divides 0 by 0, or takes −∞ "
        "from −∞?",
        _EMPTY,
        (nan_in_empty_rows, nan_by_division),
    ),
    Mistake(
        "empty columns in the place of empty rows",
        "A key that nobody may look at is opened, and NaN stays.",
        "Who divides 0 by 0: a query that sees no key, or a key that no query sees? "
        "Along which axis do you look?",
        _EMPTY,
        (empty_columns, both_opened),
    ),
    Mistake(
        "an empty row of which one key is opened",
        "The row listens to one place that it may not see, and to no other.",
        "NaN is kept away. How many zeros does the text ask for in an empty row?",
        _EMPTY,
        (opened_to_the_first, opened_to_the_last),
    ),
    Mistake(
        "emptiness that is read from the scores",
        "A row whose scores are −∞, or not numbers, is taken for an empty one.",
        "For ordinary scores you are right. What tells that a query may look at "
        "nothing: its scores, or its row of the mask?",
        _LOW,
        (emptiness_of_scores, emptiness_of_weights),
    ),
    Mistake(
        "one question about emptiness for the whole mask",
        "Rows are opened together, or not at all.",
        "Which of your lines asks each row by itself whether it has a True?",
        _EMPTY,
        (whole_texts, all_if_a_row_is_empty, all_rows_if_one_is_empty),
    ),
    Mistake(
        "a dtype that is not that of the scores",
        "Scores in half precision become float32, or lose digits.",
        "The numbers are right. Which dtype does your line make where it names none, "
        "or which one does it name, and whose should it take over?",
        _LOW,
        (single, single_filled, unnamed, unnamed_chosen, half_or_single, half, double),
    ),
    Mistake(
        "a result that is written into the inputs",
        "The result is right, and the caller's mask or scores are changed.",
        "Which of your lines writes into a tensor that was handed in?",
        _EMPTY,
        (into_the_scores, into_the_mask, into_the_mask_by_index),
    ),
)
