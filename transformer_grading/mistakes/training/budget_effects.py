"""Batches at the price of an error, or of the lengths."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def largest_of_none(lengths: Tensor, budget: int) -> Tensor:
    sizes = lengths.tolist()
    number = [-1] * len(sizes)
    big = 1 + max(s for s, _ in sizes)
    order = sorted(range(len(sizes)), key=lambda i: sizes[i][1] * big + sizes[i][0])
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


def float_of_none(lengths: Tensor, budget: int) -> Tensor:
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
    return torch.tensor(number)


def stack_of_none(lengths: Tensor, budget: int) -> Tensor:
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
    return torch.stack([torch.tensor(n) for n in number])


def sorted_in_place(lengths: Tensor, budget: int) -> Tensor:
    order = sorted(range(len(lengths)), key=lambda i: lengths[i].flip(0).tolist())
    lengths.copy_(lengths[order])
    number, batch, rows, longest = torch.full((len(order),), -1), 0, 0, 0
    for place, i in enumerate(order):
        here = int(lengths[place].max())
        if here > budget:
            continue
        rows, longest = rows + 1, max(longest, here)
        if rows * longest > budget:
            batch, rows, longest = batch + 1, 1, here
        number[i] = batch
    return number


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a result that needs a pair",
        "Without pairs there is an error, or another dtype.",
        (
            "There is no pair. Which line of yours asks for the first, or for "
            "the largest?"
        ),
        _BATCH,
        (largest_of_none, float_of_none, stack_of_none),
    ),
    Mistake(
        "lengths that are written over",
        "What was handed in is not as it was.",
        "Which of your lines writes into `lengths`?",
        _BATCH,
        (sorted_in_place,),
    ),
)
