"""Scores whose padding is wrong, or whose shape is."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def nothing_ruled_out(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    return x @ table.T


def not_kept(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits.masked_fill(torch.arange(len(table)) == pad_id, -math.inf)
    return logits


def low(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -1e9
    return logits


def lowest(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) == pad_id
    return (x @ table.T).masked_fill(padding, torch.finfo(x.dtype).min)


def zero(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = 0
    return logits


def zero_by_product(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    keep = torch.arange(len(table)) != pad_id
    return x @ (table * keep[:, None]).T


def always_the_first(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., 0] = -math.inf
    return logits


def always_the_last(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., -1] = -math.inf
    return logits


def a_place(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    if logits.dim() > 1:
        logits[..., min(pad_id, logits.shape[-2] - 1), :] = -math.inf
    return logits


def all_but_padding(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    keep = torch.arange(len(table)) != pad_id
    return (x @ table.T).masked_fill(keep, -math.inf)


def up_to_padding(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) <= pad_id
    return (x @ table.T).masked_fill(padding, -math.inf)


def behind_padding(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) >= pad_id
    return (x @ table.T).masked_fill(padding, -math.inf)


def row_left_out(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    rows = torch.cat([table[:pad_id], table[pad_id + 1 :]])
    return x @ rows.T


def column_left_out(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    return logits[..., torch.arange(len(table)) != pad_id]


def infinite_row(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    rows = table.clone()
    rows[pad_id] = -math.inf
    return x @ rows.T


def the_other_infinity(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = math.inf
    return logits


def not_a_number(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = math.nan
    return logits


def words_first(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -math.inf
    return logits.mT if logits.dim() > 1 else logits


def two_axes(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x.reshape(-1, x.shape[-1]) @ table.T
    logits[..., pad_id] = -math.inf
    return logits


def best_word(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -math.inf
    return logits.argmax(dim=-1)


_TABLE = "One table for words in and scores out"

MISTAKES = (
    Mistake(
        "padding that may be written",
        "It has a score like any other word.",
        "Which score should padding have?",
        _TABLE,
        (nothing_ruled_out, not_kept),
    ),
    Mistake(
        "padding with a low score",
        "Its score is low, and not −∞.",
        "What is exp of your number, and is it really 0 beside any other score?",
        _TABLE,
        (low, lowest),
    ),
    Mistake(
        "padding with the score 0",
        "A word with a score below 0 loses against padding.",
        "Which of the two is larger: 0, or a score of −3?",
        _TABLE,
        (zero, zero_by_product),
    ),
    Mistake(
        "padding that is taken to have a certain id",
        "The first or the last word is ruled out, whatever `pad_id` is.",
        "What says which id is padding?",
        _TABLE,
        (always_the_first, always_the_last),
    ),
    Mistake(
        "a place ruled out in the place of a word",
        "A row of the scores is −∞, not a column.",
        "Along which axis of the result do the words lie?",
        _TABLE,
        (a_place,),
    ),
    Mistake(
        "words ruled out that are no padding",
        "More scores are −∞ than that of padding.",
        "How many words should have −∞?",
        _TABLE,
        (all_but_padding, up_to_padding, behind_padding),
    ),
    Mistake(
        "a vocabulary without padding",
        "There is a score less than there are words, and ids do not fit any more.",
        "How many columns has the result, and which id belongs to the last of them?",
        _TABLE,
        (row_left_out, column_left_out),
    ),
    Mistake(
        "−∞ that goes through a product",
        "Padding has −∞ or +∞ as the signs will have it, or no number at all.",
        "What is −∞ times a number below zero, and −∞ times 0?",
        _TABLE,
        (infinite_row,),
    ),
    Mistake(
        "padding that always wins or breaks everything",
        "Its score is +∞, or no number.",
        "Which number makes exp give 0?",
        _TABLE,
        (the_other_infinity, not_a_number),
    ),
    Mistake(
        "scores with other axes than the vectors",
        "The numbers are there, in another shape.",
        "The vectors have the shape (…, d_model). What becomes of the dots?",
        _TABLE,
        (words_first, two_axes, best_word),
    ),
)
