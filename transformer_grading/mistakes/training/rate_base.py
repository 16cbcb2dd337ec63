"""Factors that forget what they are multiplied with."""

import math
from typing import Any

from transformer_grading.mistakes.core import Mistake


def bare_rate(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / warmup, math.sqrt(warmup / update))


def bare_rate_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return peak * (done + 1) / warmup
    return peak * (warmup / (done + 1)) ** 0.5


def bare_rate_paper(done: int, base: float, peak: float, warmup: int) -> Any:
    t = done + 1
    return peak * math.sqrt(warmup) * min(t**-0.5, t * warmup**-1.5)


def times_base(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return base * peak * min(update / warmup, math.sqrt(warmup / update))


def times_base_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return base * peak * (done + 1) / warmup
    return base * peak * math.sqrt(warmup / (done + 1))


def peak_is_base(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return min(update / warmup, math.sqrt(warmup / update))


def peak_is_one(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return min(update / warmup, math.sqrt(warmup / update)) / base


def peak_of_the_paper(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return min(update**-0.5, update * warmup**-1.5) / base


def upside_down(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return base / peak * min(update / warmup, math.sqrt(warmup / update))


def taken_off(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / warmup, math.sqrt(warmup / update)) - base


def added(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    rate = peak * min(update / warmup, math.sqrt(warmup / update))
    return 1 + (rate - base)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a rate in place of a factor",
        "The optimiser's own rate comes on top.",
        "The scheduler multiplies your number with something. With what?",
        _BATCH,
        (bare_rate, bare_rate_cases, bare_rate_paper),
        ids=("N04",),
    ),
    Mistake(
        "a base that is multiplied twice",
        "What had to be divided by the base is multiplied with it.",
        (
            "Your number is f, and the rate becomes base · f. Which f gives the"
            " rate you want?"
        ),
        _BATCH,
        (times_base, times_base_cases),
    ),
    Mistake(
        "a peak that is ignored",
        "The height of the top is another one.",
        (
            "Which argument says how high the top is, and where does it stand "
            "in your function?"
        ),
        _BATCH,
        (peak_is_base, peak_is_one, peak_of_the_paper),
    ),
    Mistake(
        "a peak and a base that have changed places",
        "base / peak stands where peak / base belongs.",
        "base is twice the peak. Is the largest factor 2 or a half?",
        _BATCH,
        (upside_down,),
    ),
    Mistake(
        "a base that is taken off, not divided by",
        "The difference of two rates is no factor.",
        "Does the scheduler add your number to the base, or multiply it?",
        _BATCH,
        (taken_off, added),
    ),
)
