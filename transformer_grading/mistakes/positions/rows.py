"""Tables of waves whose rows are wrong: the positions, or the form of the table."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def from_one(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start + 1, start + seq + 1).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def always_from_zero(seq: int, d_model: int, start: int = 0) -> Tensor:
    angles = torch.arange(seq).double()[:, None]
    angles = angles / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def always_from_zero_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    rows = []
    for place in range(seq):
        angles = [place / 10000 ** (2 * (j // 2) / d_model) for j in range(d_model)]
        rows.append([(math.sin, math.cos)[j % 2](a) for j, a in enumerate(angles)])
    return torch.tensor(rows, dtype=torch.float64)


def up_to_seq(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def up_to_seq_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for place in range(start, seq):
        for j in range(d_model):
            angle = place / 10000 ** (2 * (j // 2) / d_model)
            table[place, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return table


def cut_after_start(seq: int, d_model: int, start: int = 0) -> Tensor:
    angles = torch.arange(seq).double()[:, None]
    angles = angles / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    return pairs[start:, :d_model]


def all_rows_before(seq: int, d_model: int, start: int = 0) -> Tensor:
    angles = torch.arange(start + seq).double()[:, None]
    angles = angles / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def empty_at_zero(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]
    return table * (places > 0)


def empty_at_zero_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for j in range(d_model):
            if row + start != 0:
                angle = (row + start) / 10000 ** (2 * (j // 2) / d_model)
                table[row, j] = math.cos(angle) if j % 2 else math.sin(angle)
    return table


def known_by_its_size(
    seq: int,
    d_model: int,
    start: int = 0,
    known: dict[tuple[int, int], Tensor] = {},  # noqa: B006
) -> Tensor:
    if (seq, d_model) not in known:
        places = torch.arange(start, start + seq).double()[:, None]
        angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
        known[seq, d_model] = pairs.flatten(1)[:, :d_model]
    return known[seq, d_model]


def transposed(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model].T


def with_a_batch(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    return pairs[None, :, :d_model]


def still_in_pairs(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1)


_WAVES = "Waves of many lengths"

MISTAKES = (
    Mistake(
        "positions counted from 1",
        "Every row is that of the place after it.",
        "Your rows are right, one too far on. Which position has the first token?",
        _WAVES,
        (from_one,),
        (),
        "The first token stands at position 1.",
        "Here and in the paper's code positions are counted from 0.",
    ),
    Mistake(
        "a start that is not used",
        "Every table begins at position 0.",
        "From position 0 on you are right. Where does start enter your positions?",
        _WAVES,
        (always_from_zero, always_from_zero_in_loops),
    ),
    Mistake(
        "rows that end at position seq",
        "The later the start, the fewer rows are left, until there are none.",
        "From position 0 on you are right. A table of 3 rows begins at position 5: "
        "which position has its last row?",
        _WAVES,
        (up_to_seq, up_to_seq_in_loops, cut_after_start),
        beside=("far away",),
    ),
    Mistake(
        "the rows before start as well",
        "The table has start rows too many.",
        "All your rows are right. How many were asked for, and which of yours come "
        "before the first of them?",
        _WAVES,
        (all_rows_before,),
        beside=("far away",),
    ),
    Mistake(
        "an empty code for position 0",
        "Position 0 is all zeros, as if it were padding.",
        "All other rows are right. What are the sine and the cosine of 0?",
        _WAVES,
        (empty_at_zero, empty_at_zero_in_loops),
        (),
        "Position 0 has no code.",
        "Its sines are 0, and its cosines are 1.",
    ),
    Mistake(
        "a table kept for its size alone",
        "A second table of the same size begins where the first one did.",
        "The first table of each size is right. What do two tables of one size differ "
        "in, and does what you keep know it?",
        _WAVES,
        (known_by_its_size,),
        ("V07",),
        "A table of positions is settled by its size.",
        "It is settled by its size and its start.",
    ),
    Mistake(
        "rows and columns in each other's place",
        "Positions run along the columns.",
        "Your numbers are right. Which axis comes first in a table of positions?",
        _WAVES,
        (transposed,),
    ),
    Mistake(
        "an axis too many",
        "The numbers are right, in a tensor with three axes.",
        "Your numbers are right. How many axes has (seq, d_model)?",
        _WAVES,
        (with_a_batch, still_in_pairs),
    ),
)
