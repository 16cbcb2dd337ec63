"""Masks for nn.MultiheadAttention whose empty rows are treated wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def left_closed(mask: Tensor, heads: int) -> Tensor:
    return ~mask.expand(-1, heads, -1, -1).flatten(0, 1)


def left_closed_repeated(mask: Tensor, heads: int) -> Tensor:
    hidden = mask.logical_not()[:, 0]
    return hidden.repeat_interleave(heads, dim=0)


def opening_thrown_away(mask: Tensor, heads: int) -> Tensor:
    empty = ~mask.any(dim=-1, keepdim=True)
    mask.logical_or(empty)
    return ~mask.expand(-1, heads, -1, -1).flatten(0, 1)


def full_rows_closed(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask
    hidden = hidden | ~hidden.any(dim=-1, keepdim=True)
    return hidden.expand(-1, heads, -1, -1).flatten(0, 1)


def full_rows_closed_by_count(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask
    full = hidden.sum(dim=-1, keepdim=True) == 0
    hidden = torch.where(full, True, hidden)
    return hidden.repeat(1, heads, 1, 1).flatten(0, 1)


def partly_hidden_opened(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask
    opened = hidden & ~hidden.any(dim=-1, keepdim=True)
    return opened.expand(-1, heads, -1, -1).flatten(0, 1)


def empty_columns(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-2, keepdim=True)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def empty_columns_by_count(mask: Tensor, heads: int) -> Tensor:
    unseen = mask.sum(dim=2, keepdim=True) == 0
    hidden = ~mask & ~unseen
    return hidden[:, 0].repeat_interleave(heads, dim=0)


def both_opened(mask: Tensor, heads: int) -> Tensor:
    rows, columns = mask.any(dim=-1, keepdim=True), mask.any(dim=-2, keepdim=True)
    hidden = ~mask & rows & columns
    return hidden.expand(-1, heads, -1, -1).flatten(0, 1)


def empty_texts(mask: Tensor, heads: int) -> Tensor:
    empty = ~mask.flatten(1).any(dim=-1)
    opened = mask | empty[:, None, None, None]
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def texts_with_an_empty_row(mask: Tensor, heads: int) -> Tensor:
    empty = ~mask.any(dim=-1, keepdim=True)
    opened = mask | empty.any(dim=-2, keepdim=True)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def batches_with_an_empty_row(mask: Tensor, heads: int) -> Tensor:
    opened = mask if mask.any(dim=-1).all() else torch.ones_like(mask)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def rows_empty_in_any_text(mask: Tensor, heads: int) -> Tensor:
    empty = (~mask.any(dim=-1, keepdim=True)).any(dim=0, keepdim=True)
    hidden = ~mask & ~empty
    return hidden.expand(-1, heads, -1, -1).flatten(0, 1)


def opened_in_place(mask: Tensor, heads: int) -> Tensor:
    mask |= ~mask.any(dim=-1, keepdim=True)
    return ~mask.expand(-1, heads, -1, -1).flatten(0, 1)


def opened_by_index(mask: Tensor, heads: int) -> Tensor:
    mask[~mask.any(dim=-1)] = True
    return ~mask.repeat_interleave(heads, dim=0)[:, 0]


def turned_in_place(mask: Tensor, heads: int) -> Tensor:
    seen = mask.any(dim=-1, keepdim=True)
    hidden = mask.logical_not_().logical_and_(seen)
    return hidden.expand(-1, heads, -1, -1).flatten(0, 1)


def opened_to_the_first(mask: Tensor, heads: int) -> Tensor:
    opened = mask.clone()
    opened[..., 0] |= ~mask.any(dim=-1)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def opened_to_itself(mask: Tensor, heads: int) -> Tensor:
    itself = torch.eye(*mask.shape[-2:], dtype=torch.bool)
    opened = mask | (itself & ~mask.any(dim=-1, keepdim=True))
    return ~opened[:, 0].repeat_interleave(heads, dim=0)


_EMPTY = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "empty rows that are left closed",
        "The layer returns NaN for them, and the next layer spreads it.",
        "Meaning and heads are right. What is the softmax of a row of −∞, and which "
        "rows of your mask lead to one?",
        _EMPTY,
        (left_closed, left_closed_repeated, opening_thrown_away),
        ("A21",),
        "NaN in a row of padding harms nobody.",
        "The next layer multiplies it by a weight of 0, and 0 times NaN is NaN.",
    ),
    Mistake(
        "rows that are looked for after the mask was turned round",
        "What was open in full is closed in full, or what was hidden is opened.",
        "You look for rows without a True. After the turn, what does a row without a "
        "True allow: nothing, or everything?",
        "One meaning, many dialects",
        (full_rows_closed, full_rows_closed_by_count, partly_hidden_opened),
    ),
    Mistake(
        "empty columns in the place of empty rows",
        "A key that nobody may look at is opened, and NaN stays.",
        "Who divides 0 by 0: a query that sees no key, or a key that no query sees? "
        "Along which axis do you look?",
        _EMPTY,
        (empty_columns, empty_columns_by_count, both_opened),
    ),
    Mistake(
        "whole texts that are asked whether they are empty",
        "An empty row of a text that has others is left closed.",
        "A text of padding alone is opened. Can a single query of a text have nothing "
        "to look at, while others have?",
        _EMPTY,
        (empty_texts,),
    ),
    Mistake(
        "rows that are opened because another row is empty",
        "Words see the future, or padding, as soon as one row is empty.",
        "The empty row is opened. Does your mask still hide anything from the other "
        "rows of that text, and of the others?",
        _EMPTY,
        (texts_with_an_empty_row, batches_with_an_empty_row, rows_empty_in_any_text),
    ),
    Mistake(
        "an empty row of which one key is opened",
        "The query listens to one place that it may not see, and to no other.",
        "NaN is kept away. How much of an empty row does the text ask you to open?",
        _EMPTY,
        (opened_to_the_first, opened_to_itself),
    ),
    Mistake(
        "a mask that is written over",
        "The result is right, and the caller's mask is changed.",
        "Which of your lines writes into the tensor that was handed in?",
        _EMPTY,
        (opened_in_place, opened_by_index, turned_in_place),
    ),
)
