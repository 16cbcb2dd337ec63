"""Batches of pairs whose order comes from one number for both sides."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def times_100(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.argsort(lengths[:, 1] * 100 + lengths[:, 0], stable=True).tolist()
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def times_30(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.argsort(lengths[:, 1] * 30 + lengths[:, 0], stable=True).tolist()
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def times_1000(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.argsort(lengths[:, 1] * 1000 + lengths[:, 0], stable=True).tolist()
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def in_thousandths(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.argsort(
        lengths[:, 1].float() + lengths[:, 0] / 1e3, stable=True
    ).tolist()
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def times_a_million(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = torch.argsort(lengths[:, 1] * 10**6 + lengths[:, 0], stable=True).tolist()
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def sum_and_source(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: (sum(sizes[i]), sizes[i][0]))
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def sum_and_target(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: (sum(sizes[i]), sizes[i][1]))
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


def longer_source_first(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    order = sorted(range(len(sizes)), key=lambda i: (sizes[i][1], -sizes[i][0]))
    rows, longest, batch = 0, 0, 0
    for i in order:
        if max(sizes[i]) > budget:
            continue
        rows, longest = rows + 1, max(longest, *sizes[i])
        if rows * longest > budget:
            rows, longest, batch = 1, max(sizes[i]), batch + 1
        number[i] = batch
    return number


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a number for both sides that long sources overrun",
        "A very long source counts for more than a token of the target.",
        "From which length of a source on does your number put the target second?",
        _BATCH,
        (times_100, times_30, times_1000, in_thousandths, times_a_million),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "both lengths together for an order",
        "The sum decides, and the target does not.",
        "Which comes first, (7, 2) or (3, 4), and what does the sum say?",
        _BATCH,
        (sum_and_source, sum_and_target),
        beside=("few", "input untouched"),
    ),
    Mistake(
        "the longer source first",
        "Targets of one length are in order of their sources the other way round.",
        "Two targets are as long as each other. Which of the sources comes first?",
        _BATCH,
        (longer_source_first,),
        beside=("few", "input untouched"),
    ),
)
