"""Batches that are wrong at their borders."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def at_least(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) >= budget:
            batch, rows, wider, higher = batch + bool(rows), 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def less_than(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    kept: list[list[int]] = []
    batch = 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        inside = [*kept, sizes[i]]
        if not (max(map(max, inside)) * len(inside) < budget):
            batch, inside = batch + bool(kept), [sizes[i]]
        kept, number[i] = inside, batch
    return number


def at_least_also_alone(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) >= budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) >= budget:
            batch, rows, wider, higher = batch + bool(rows), 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def just_as_long(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) >= budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def from_one(lengths: Tensor, budget: int) -> Tensor:
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
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch + 1
    return torch.tensor(number, dtype=torch.int64)


def an_empty_batch_first(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 10**9, 0, 0, 0
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


def from_minus_one(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, -1
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


def a_batch_of_its_own(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        wider, higher = max(wide, s), max(high, t)
        if rows and (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def first_of_a_batch(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def only_targets_too_long(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if t > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def only_sources_too_long(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if s > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a full batch that counts as too full",
        "A rectangle with as many places as the budget is not allowed.",
        "A rectangle has 12 places and the budget is 12. Is that too many?",
        _BATCH,
        (at_least, less_than, at_least_also_alone),
        beside=("too long", "input untouched"),
    ),
    Mistake(
        "a pair that is just as long as the budget left out",
        "It would fit, alone.",
        (
            "A pair has a side as long as the budget. Does it fit into a batch "
            "of its own?"
        ),
        _BATCH,
        (just_as_long,),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "batches numbered from another number than 0",
        "All numbers are too large or too small by one.",
        "Which number has the first batch?",
        _BATCH,
        (from_one, an_empty_batch_first, from_minus_one),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "a pair that is too long in a batch all the same",
        "It has a number, though it fits nowhere.",
        "A side alone is longer than the budget. Which number does the pair get?",
        _BATCH,
        (
            a_batch_of_its_own,
            first_of_a_batch,
            only_targets_too_long,
            only_sources_too_long,
        ),
        beside=("few", "input untouched"),
    ),
)
