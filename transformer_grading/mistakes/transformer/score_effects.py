"""Scores with the wrong dtype, gradient or effect."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def copied(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.detach().clone().T
    logits[..., pad_id] = -math.inf
    return logits


def a_layer_of_its_own(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    layer = torch.nn.Linear(table.shape[1], table.shape[0], bias=False)
    layer.weight = torch.nn.Parameter(table.detach().clone())
    padding = torch.arange(len(table)) == pad_id
    made: Tensor = layer(x).masked_fill(padding, -math.inf)
    return made


def vectors_cut_off(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x.detach() @ table.T
    logits[..., pad_id] = -math.inf
    return logits


def without_a_tape(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    with torch.no_grad():
        logits = x @ table.T
        logits[..., pad_id] = -math.inf
    return logits


def row_zeroed(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -math.inf
    with torch.no_grad():
        table[pad_id] = 0
    return logits


def row_lowered(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    padding = torch.arange(len(table)) == pad_id
    table.data[pad_id] = -math.inf
    return logits.masked_fill(padding, -math.inf)


def single(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x.float() @ table.float().T
    logits[..., pad_id] = -math.inf
    return logits


def double(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) == pad_id
    return (x.double() @ table.double().T).masked_fill(padding, -math.inf)


_TABLE = "One table for words in and scores out"

MISTAKES = (
    Mistake(
        "a copy of the table",
        "The scores are right, but what is learned here never reaches the table.",
        "Two tables with the same numbers: what happens to them in the first step?",
        _TABLE,
        (copied, a_layer_of_its_own),
        (),
        "Tied means that both begin with the same numbers.",
        "Tied means that there is one table, which hears of both ends.",
    ),
    Mistake(
        "vectors that learn nothing",
        "The scores are right, but no gradient goes back to the blocks.",
        "Which of your lines forgets where the vectors came from?",
        _TABLE,
        (vectors_cut_off, without_a_tape),
    ),
    Mistake(
        "a table changed by a look",
        "The scores are right, and a row of the table is another one.",
        "Which of your lines writes into the table?",
        _TABLE,
        (row_zeroed, row_lowered),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the vectors.",
        "Which of your lines decides on float32 or float64 by itself?",
        _TABLE,
        (single, double),
    ),
)
