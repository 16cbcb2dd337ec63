"""Batches of pairs in another order."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def as_handed_in(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = range(len(sizes))
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def as_handed_in_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = list(range(len(sizes)))
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(map(max, inside)) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def by_source(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def by_source_alone(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][0])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def by_first_column(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.sort(lengths[:, 0], stable=True).indices.tolist()
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(map(max, inside)) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


def by_the_longer(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: max(sizes[i]))
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def by_the_sum(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sum(sizes[i]))
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def by_the_product(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: math.prod(sizes[i]))
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def longest_first(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1], reverse=True)
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def turned_round(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])[::-1]
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def longest_first_lists(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: (-sizes[i][1], sizes[i][0]))
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(map(max, inside)) * len(inside) <= budget):
            batch, inside = batch + 1, [sizes[i]]
        kept, number[i] = inside, batch
    return number


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "pairs that are not sorted",
        "They are taken as they were handed in.",
        "In which order are pairs put into batches?",
        _BATCH,
        (as_handed_in, as_handed_in_lists),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "pairs in order of their sources",
        "The other side decides.",
        (
            "Which of the two columns says what comes first, and which one only"
            " decides between equals?"
        ),
        _BATCH,
        (by_source, by_source_alone, by_first_column),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "pairs in order of their longer side, or of both together",
        "A short target beside a long source comes late.",
        "Which of the two lengths puts (7, 2) before (3, 4)?",
        _BATCH,
        (by_the_longer, by_the_sum, by_the_product),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "the longest first",
        "The order is the other way round.",
        "Which pair does batch 0 begin with?",
        _BATCH,
        (longest_first, turned_round, longest_first_lists),
        beside=("few", "input untouched"),
    ),
)
