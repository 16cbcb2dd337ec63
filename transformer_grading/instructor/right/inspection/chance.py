"""Right ways to compare a head with a rule and with chance."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Any, Any, Any]


def whole_numbers(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    better, worse = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n, most = better + worse, max(better, worse)
    ways = 2 * tried * sum(math.comb(n, k) for k in range(most, n + 1))
    return better, worse, min(ways, 2**n) / 2**n


def small_tail(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    from fractions import Fraction

    better, worse = (ours > theirs).sum(), (ours < theirs).sum()
    n, least = int(better + worse), int(torch.minimum(better, worse))
    tail = Fraction(sum(math.comb(n, k) for k in range(least + 1)), 2**n)
    return better, worse, float(min(Fraction(1), tail * 2 * tried))


def all_as_unequal(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    pairs = list(zip(ours.tolist(), theirs.tolist(), strict=True))
    better, worse = pairs.count((True, False)), pairs.count((False, True))
    n, gap = better + worse, abs(better - worse)
    ways = sum(math.comb(n, k) for k in range(n + 1) if abs(n - 2 * k) >= gap)
    return better, worse, min(1, tried * ways / 2**n)


def with_logs(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    better = int(torch.logical_and(ours, theirs.logical_not()).sum())
    worse = int(torch.logical_and(theirs, ours.logical_not()).sum())
    n, p = better + worse, 0.0
    for k in range(max(better, worse), n + 1):
        ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        p += math.exp(ways - n * math.log(2))
    return better, worse, min(1.0, 2 * p * tried)


def a_growing_list(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    from fractions import Fraction

    differ = ours != theirs
    better, worse = ours[differ].sum().item(), theirs[differ].sum().item()
    row = [1]
    for _ in range(int(differ.sum())):
        row = [1, *(a + b for a, b in zip(row, row[1:])), 1]  # noqa: B905, RUF007
    tail = sum(row[max(int(better), int(worse)) :])
    return better, worse, min(1.0, float(Fraction(2 * tail * tried, sum(row))))


def torch_logs(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    gap = ours.int() - theirs.int()
    better, worse = int((gap == 1).sum()), int((gap == -1).sum())
    n = torch.tensor(better + worse, dtype=torch.float64)
    k = torch.arange(max(better, worse), better + worse + 1, dtype=torch.float64)
    ways = (n + 1).lgamma() - (k + 1).lgamma() - (n - k + 1).lgamma()
    p = (ways - n * math.log(2)).logsumexp(dim=0).exp() * 2 * tried
    return better, worse, p.clamp(max=1)


def numpy_numbers(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    from fractions import Fraction

    import numpy as np

    a, b = ours.numpy(), theirs.numpy()
    better, worse = np.sum(a & ~b), np.sum(b & ~a)
    n = int(better + worse)
    tail = sum(math.comb(n, k) for k in range(max(int(better), int(worse)), n + 1))
    return better, worse, np.minimum(1.0, float(Fraction(2 * tail * tried, 2**n)))


RIGHT = (
    Right("own", "whole numbers, divided once", whole_numbers),
    Right("own", "the lower tail, as a fraction", small_tail),
    Right("own", "all outcomes that are as unequal", all_as_unequal),
    Right("own", "logarithms of factorials", with_logs),
    Right("own", "a row of Pascal's triangle", a_growing_list),
    Right("own", "logarithms in PyTorch", torch_logs),
    Right("own", "numbers of numpy", numpy_numbers),
)
