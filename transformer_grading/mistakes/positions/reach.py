"""Answers that are right on small and plain inputs, and fail past some limit."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[int, int, int]


def table_of_5000(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(max(seq, 5000)).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]
    return table[start : start + seq]


def table_that_repeats(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = (torch.arange(start, start + seq) % 10000).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def numbers_into_float32(seq: int, d_model: int, start: int = 0) -> Tensor:
    rows = [
        [
            (math.cos if j % 2 else math.sin)(place / 10000 ** ((j - j % 2) / d_model))
            for j in range(d_model)
        ]
        for place in range(start, start + seq)
    ]
    return torch.tensor(rows).double()


def buffer_made_longer(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.zeros(seq, d_model)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()[:, : d_model // 2]
    return table.double()


def solved_without_limits(max_len: int, d_model: int) -> Three:
    last = d_model / 2 * math.log(max_len / math.tau) / math.log(10000)
    return max_len * d_model, 0, d_model // 2 - math.floor(last) - 1


def solved_and_not_rounded(max_len: int, d_model: int) -> tuple[int, int, float]:
    share = math.log(max_len / math.tau) / math.log(10000)
    return max_len * d_model, 0, d_model / 2 * (1 - min(max(share, 0), 1))


def solved_and_rounded(max_len: int, d_model: int) -> Three:
    share = math.log(max_len / math.tau) / math.log(10000)
    return max_len * d_model, 0, round(d_model / 2 * (1 - min(max(share, 0), 1)))


def huge_tokens() -> tuple[Tensor, Tensor, Tensor]:
    table = torch.tensor([[1.0], [5.0]])
    return torch.full((1, 2, 1), 1e30), table, torch.tensor([[False, True]])


def sliced_from_the_end(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    out = x.clone()
    for row, real in enumerate(mask.sum(dim=1).tolist()):
        out[row, -real:] = x[row, -real:] + table[:real].to(x.dtype)
    return out


def first_token_looked_up(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    rows = []
    for tokens, real in zip(x, mask, strict=True):
        first = int(real.nonzero()[0])
        positions = (torch.arange(len(tokens)) - first).clamp(min=0)
        rows.append(tokens + table[positions].to(x.dtype))
    return torch.stack(rows)


def block_of_float32(k: int, d_model: int) -> Tensor:
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        matrix[i : i + 2, i : i + 2] = torch.tensor([[c, s], [-s, c]])
    return matrix


def made_longer_at_the_end(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    c, s = angles.cos().float(), angles.sin().float()
    blocks = torch.stack([torch.stack([c, s], -1), torch.stack([-s, c], -1)], dim=-2)
    whole: Tensor = torch.block_diag(*blocks)
    return whole.double()


def kept_for_the_size_of_k(
    k: int,
    d_model: int,
    known: dict[tuple[int, int], Tensor] = {},  # noqa: B006
) -> Tensor:
    if (abs(k), d_model) not in known:
        angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        c, s = angles.cos(), angles.sin()
        rows = [torch.stack([c, s], dim=-1), torch.stack([-s, c], dim=-1)]
        known[abs(k), d_model] = torch.block_diag(*torch.stack(rows, dim=-2))
    return known[abs(k), d_model]


_WAVES = "Waves of many lengths"
_INTO = "Into the token"

WAVES = (
    Mistake(
        "a table of a fixed length",
        "Past its last row the table is empty, or begins anew.",
        "As far as your table goes you are right. Which position is its last, and "
        "does the formula end there?",
        _WAVES,
        (table_of_5000, table_that_repeats),
    ),
    Mistake(
        "sines and cosines rounded on their way into the table",
        "The dtype is float64, and the digits are those of float32.",
        "Your angles have their digits. Which dtype does PyTorch give to Python's "
        "numbers, or to zeros, if nobody names one?",
        _WAVES,
        (numbers_into_float32, buffer_made_longer),
    ),
)
COUNTS = (
    Mistake(
        "a count without limits",
        "It may be below zero, or above the number of hands there are.",
        "Between the extremes you are right. How many hands has the table, and can "
        "fewer than none of them be slow?",
        _WAVES,
        (solved_without_limits,),
    ),
    Mistake(
        "an equation solved for whole hands and not rounded down",
        "The number of the last fast hand is taken as a fraction, or to the nearest.",
        "You solve for the right i. If it comes out as 2.6, which hands up to there "
        "are fast, counted from 0?",
        _WAVES,
        (solved_and_not_rounded, solved_and_rounded),
    ),
)
EXAMPLES = (
    Mistake(
        "tokens that swallow the difference",
        "The rows differ, and beside such large tokens nothing is left of it.",
        "Your mask and your table expose her. What is 1e30 + 1 − 1e30 in float32?",
        _INTO,
        (huge_tokens,),
    ),
)
PADDED = (
    Mistake(
        "a real token taken for granted",
        "A sequence of nothing but padding makes it stop.",
        "With a real token in every sequence you are right. What does your line find "
        "where there is none, and what is a slice from −0 on?",
        _INTO,
        (sliced_from_the_end, first_token_looked_up),
    ),
)
MATRICES = (
    Mistake(
        "entries rounded on their way into the matrix",
        "The dtype is float64, and the digits are those of float32.",
        "Your angles have their digits. Which dtype have the blocks that you put in?",
        _WAVES,
        (block_of_float32, made_longer_at_the_end),
    ),
    Mistake(
        "a matrix kept whatever the sign of k",
        "Steps back get the matrix of as many steps ahead, if that came first.",
        "Each matrix is right the first time. What do k and −k share, and does what "
        "you keep know their difference?",
        "What the waves tell",
        (kept_for_the_size_of_k,),
    ),
)
