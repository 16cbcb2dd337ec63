"""Factors that take the number of an update for another one."""

import math
from typing import Any

from transformer_grading.mistakes.core import Mistake


def root_of_nothing(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak * min(done / warmup, math.sqrt(warmup / done)) / base


def power_of_nothing(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak * warmup**0.5 * min(done**-0.5, done * warmup**-1.5) / base


def nothing_at_first(done: int, base: float, peak: float, warmup: int) -> Any:
    if done == 0:
        return 0.0
    return peak * min(done / warmup, math.sqrt(warmup / done)) / base


def two_cases_from_0(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return peak * done / warmup / base
    return peak * math.sqrt(warmup / done) / base


def zero_taken_for_one(done: int, base: float, peak: float, warmup: int) -> Any:
    update = max(done, 1)
    return peak * min(update / warmup, (warmup / update) ** 0.5) / base


def a_little_above_0(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1e-8
    return peak / base * min(update / warmup, math.sqrt(warmup / update))


def two_too_far(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 2
    return peak * min(update / warmup, math.sqrt(warmup / update)) / base


def two_cases_too_far(done: int, base: float, peak: float, warmup: int) -> Any:
    if done + 2 <= warmup:
        return peak / base * (done + 2) / warmup
    return peak / base * math.sqrt(warmup / (done + 2))


def one_beyond(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if done <= warmup:
        return peak * update / warmup / base
    return peak * math.sqrt(warmup / update) / base


def zero_based_rise(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * done / warmup / base
    return peak * math.sqrt(warmup / update) / base


def one_step_short(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update < warmup:
        return peak * update / (warmup + 1) / base
    return peak * math.sqrt(warmup / (update + 1)) / base


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "updates counted from 0",
        "The first update has the number 0: its rate is 0 or nearly so, or an error.",
        "done is 0. Which update comes next, and which number has it?",
        _BATCH,
        (
            root_of_nothing,
            power_of_nothing,
            nothing_at_first,
            two_cases_from_0,
            a_little_above_0,
        ),
        ids=("N01",),
    ),
    Mistake(
        "a number 1 for two updates",
        "The second update has the rate of the first.",
        "done is 0, and then it is 1. Which numbers have the updates that come next?",
        _BATCH,
        (zero_taken_for_one,),
    ),
    Mistake(
        "updates counted one too far",
        "The rise ends an update too early.",
        "done is 0. Which number has the update that comes next?",
        _BATCH,
        (two_too_far, two_cases_too_far),
    ),
    Mistake(
        "a rise that goes beyond the top",
        "One update has a rate above the peak.",
        (
            "Which update is the last one of the warm-up, and does your "
            "condition know its number?"
        ),
        _BATCH,
        (one_beyond,),
    ),
    Mistake(
        "a fall that begins too early",
        "The last update of the warm-up does not have the peak.",
        "Which update has the peak, and what does your function give for it?",
        _BATCH,
        (zero_based_rise, one_step_short),
    ),
)
