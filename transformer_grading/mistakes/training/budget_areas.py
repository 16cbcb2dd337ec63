"""Batches whose rectangles are counted wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def targets_alone(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * higher > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def targets_alone_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(t for _, t in inside) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def targets_alone_all(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if sizes[i][1] > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(t for _, t in inside) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def sources_alone(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * wider > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def sources_alone_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(s for s, _ in inside) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def added_up(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * (wider + higher) > budget:
            batch, rows, wider, higher = batch + bool(rows), 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def multiplied(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if wider * higher > budget:
            batch, rows, wider, higher = batch + bool(rows), 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def both_too_many(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * min(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def both_too_many_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (min(map(max, zip(*inside, strict=True))) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def sums(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = wide + s, high + t
        if max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def sums_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(map(sum, zip(*inside, strict=True))) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def sum_of_targets(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), high + t
        if higher > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "targets alone",
        "The source's rectangle is never looked at.",
        "A batch has two rectangles. Which of them does your condition know?",
        _BATCH,
        (targets_alone, targets_alone_lists, targets_alone_all),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "sources alone",
        "The target's rectangle is never looked at.",
        "A batch has two rectangles. Which of them does your condition know?",
        _BATCH,
        (sources_alone, sources_alone_lists),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "both rectangles in one budget",
        "Their places are added up.",
        "Is the budget for each of the two rectangles, or for both together?",
        _BATCH,
        (added_up, multiplied),
        beside=("input untouched",),
    ),
    Mistake(
        "a batch that is full when both rectangles are",
        "One of the two may have more places than the budget.",
        ("One rectangle has too many places, the other has room. Is the batch full?"),
        _BATCH,
        (both_too_many, both_too_many_lists),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "tokens in place of places",
        "Padding is not counted.",
        ("What is the area of a rectangle in which rows of 2 and of 5 tokens stand?"),
        _BATCH,
        (sums, sums_lists, sum_of_targets),
        beside=("few", "input untouched"),
    ),
)
