"""Batches that are closed too late or too early, or lose a pair."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def takes_a_number(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            batch, rows, wide, high = batch + 1, 0, 0, 0
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def takes_a_place(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            rows += 1
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def takes_width(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            wide, high = max(wide, min(s, budget)), max(high, min(t, budget))
            continue
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def taken_off_afterwards(lengths: Tensor, budget: int) -> Tensor:
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
        number[i] = -1 if max(s, t) > budget else batch
    return torch.tensor(number, dtype=torch.int64)


def refused(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            raise ValueError(f"pair {i} is too long")
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def asserted(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        assert max(s, t) <= budget
        wider, higher = max(wide, s), max(high, t)
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def first_that_fits(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    batches: list[list[int]] = []
    for i in sorted(range(len(sizes)), key=lambda i: sizes[i][::-1]):
        if max(sizes[i]) > budget:
            continue
        room = [
            n
            for n, inside in enumerate(batches)
            if max(max(sizes[j]) for j in [*inside, i]) * (len(inside) + 1) <= budget
        ]
        if not room:
            batches.append([])
        number[i] = room[0] if room else len(batches) - 1
        batches[int(number[i])].append(i)
    return number


def lost(lengths: Tensor, budget: int) -> Tensor:
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
            batch, rows, wide, high = batch + 1, 0, 0, 0
            continue
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def kept_in_the_old(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][::-1])
    rows, wide, high, batch = 0, 0, 0, 0
    for i in order:
        s, t = sizes[i]
        if max(s, t) > budget:
            continue
        wider, higher = max(wide, s), max(high, t)
        number[i] = batch
        if (rows + 1) * max(wider, higher) > budget:
            batch, rows, wider, higher = batch + 1, 0, s, t
        rows, wide, high = rows + 1, wider, higher
    return torch.tensor(number, dtype=torch.int64)


def not_counted_in_the_new(lengths: Tensor, budget: int) -> Tensor:
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
            batch, rows, wider, higher = batch + 1, -1, 0, 0
        rows, wide, high = rows + 1, wider, higher
        number[i] = batch
    return torch.tensor(number, dtype=torch.int64)


def last_batch_lost(lengths: Tensor, budget: int) -> Tensor:
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
        number[i] = batch
    number = [-1 if n == batch and batch else n for n in number]
    return torch.tensor(number, dtype=torch.int64)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a pair left out that counts all the same",
        "It takes a number or a place from others.",
        "A pair is left out. Does the batch that is being filled hear of it?",
        _BATCH,
        (takes_a_number, takes_a_place, takes_width, taken_off_afterwards),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "an error where a pair is too long",
        "The call ends, and no pair has a number.",
        "What does the text ask for where a pair fits into no batch?",
        _BATCH,
        (refused, asserted),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "closed batches that are opened again",
        "A pair goes back into an earlier batch where there is room.",
        "Batch 1 has begun. May a pair still go into batch 0?",
        _BATCH,
        (first_that_fits,),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "a pair lost where a batch begins",
        "The pair that was too many has no number, or the old one.",
        "A pair was too many for a batch. Where does it go?",
        _BATCH,
        (lost, kept_in_the_old, not_counted_in_the_new, last_batch_lost),
        beside=("few", "input untouched"),
    ),
)
