"""Batches that forget how wide they are, or have another rule for rows."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def newest(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, batch = 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        if (rows + 1) * max(s, t) > budget:
            batch, rows = batch + 1, 0
        rows += 1
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def newest_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(sizes[i]) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def newest_after_the_first(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(*inside[0], *inside[-1]) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def never_forgotten(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows = batch + bool(rows), 0
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def never_forgotten_source(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, higher = batch + bool(rows), 0, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def rows_before(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if rows * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def width_before(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wide, high) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def full_before(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if rows * max(wide, high) >= budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def fixed(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, batch = 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        if rows >= max(1, budget // max(map(max, sizes))):
            batch, rows = batch + 1, 0
        rows += 1
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def fixed_by_budget(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, batch = 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        if rows >= budget:
            batch, rows = batch + 1, 0
        rows += 1
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def one_target_length(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if rows and (t != high or (rows + 1) * max(wider, higher) > budget):
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "the newest pair for the widest",
        "A pair that came earlier may be longer.",
        "Sorted by targets, is the last source always the longest?",
        _BATCH,
        (newest, newest_lists, newest_after_the_first),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "a width that is never forgotten",
        "A new batch keeps the longest side of the old ones.",
        "A new batch begins. Whose sides are its longest?",
        _BATCH,
        (never_forgotten, never_forgotten_source),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "a rectangle without the new pair",
        "It is measured before the pair is in it.",
        ("With the new pair, how many rows are there, and how long is the longest?"),
        _BATCH,
        (rows_before, width_before, full_before),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "a fixed number of rows",
        "Every batch has as many rows, whatever their length.",
        "Long sentences and short ones: has a batch as many rows of each?",
        _BATCH,
        (fixed, fixed_by_budget),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "one length in each batch",
        "A batch ends where the length changes.",
        "May a batch have rows of unlike lengths?",
        _BATCH,
        (one_target_length,),
        beside=("few", "input untouched"),
    ),
)
