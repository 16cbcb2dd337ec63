"""Right ways to write the factor of a warm-up."""

import math
from typing import Any

import torch

from transformer_grading.instructor.right.core import Right, Verdict

FIRST = "The first update is made with done = 0, and its rate is not 0."


def smaller(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / warmup, math.sqrt(warmup / update)) / base


def of_the_paper(done: int, base: float, peak: float, warmup: int) -> Any:
    t = done + 1
    rate = min(t**-0.5, t * warmup**-1.5)
    return peak * warmup**0.5 * rate / base


def two_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return (peak / base) * (done + 1) / warmup
    return (peak / base) * (warmup / (done + 1)) ** 0.5


def of_tensors(done: int, base: float, peak: float, warmup: int) -> torch.Tensor:
    t = torch.tensor(done + 1.0, dtype=torch.float64)
    return torch.minimum(t / warmup, (warmup / t).sqrt()) * peak / base


def one_by_one(done: int, base: float, peak: float, warmup: int) -> Any:
    rate = 0.0
    for update in range(1, done + 2):
        if update <= warmup:
            rate += peak / warmup
        else:
            rate *= math.sqrt((update - 1) / update)
    return rate / base


def in_logarithms(done: int, base: float, peak: float, warmup: int) -> Any:
    late = math.log((done + 1) / warmup)
    return math.exp(math.log(peak) - math.log(base) + min(late, -late / 2))


def product(done: int, base: float, peak: float, warmup: int) -> Any:
    rise = min(done + 1, warmup) / warmup
    return peak / base * rise / max(1.0, (done + 1) / warmup) ** 0.5


def clamped(done: int, base: float, peak: float, warmup: int) -> Any:
    update = max(done, 1)
    return peak * min(update / warmup, math.sqrt(warmup / update)) / base


def of_the_course(done: int, base: float, peak: float, warmup: int) -> Any:
    from transformer_lib.training.schedule import warmup_rate

    factor = peak * math.sqrt(warmup)
    return warmup_rate(done + 1, d_model=1, warmup=warmup, factor=factor) / base


RIGHT = (
    Right("W74", "the smaller of two", smaller),
    Right("own", "the paper's terms, scaled", of_the_paper),
    Right("W74", "two cases", two_cases),
    Right("W74", "of tensors", of_tensors),
    Right("own", "update by update", one_by_one),
    Right("own", "in logarithms", in_logarithms),
    Right("own", "a rise times a fall", product),
    Right("W74", "step 0 treated as 1", clamped, Verdict.CONVENTION, FIRST),
    Right(
        "own",
        "the course's rate",
        of_the_course,
        Verdict.SEALED,
        "warmup_rate is what this task asks you to write",
    ),
)
