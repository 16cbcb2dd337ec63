"""Factors that rise in another way than a line."""

import math
from typing import Any

from transformer_grading.mistakes.core import Mistake


def larger(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * max(update / warmup, math.sqrt(warmup / update)) / base


def cases_changed(done: int, base: float, peak: float, warmup: int) -> Any:
    if done >= warmup:
        return peak * (done + 1) / warmup / base
    return peak * math.sqrt(warmup / (done + 1)) / base


def top_at_once(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak / base * min(1.0, math.sqrt(warmup / (done + 1)))


def root_at_once(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak / base / math.sqrt(done + 1)


def as_a_root(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(math.sqrt(update / warmup), math.sqrt(warmup / update)) / base


def as_a_square(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min((update / warmup) ** 2, math.sqrt(warmup / update)) / base


def as_a_wave(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    rise = (1 - math.cos(math.pi * min(update / warmup, 1.0))) / 2
    return peak * rise * min(1.0, math.sqrt(warmup / update)) / base


def capped(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return min(peak * min(update / warmup, math.sqrt(warmup / update)) / base, 1.0)


def from_base(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return (base + (peak - base) * update / warmup) / base
    return peak * math.sqrt(warmup / update) / base


def from_base_counted_from_0(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return (base + (peak - base) * done / warmup) / base
    return peak * math.sqrt(warmup / (done + 1)) / base


def of_the_base_model(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / 4000, math.sqrt(4000 / update)) / base


def of_a_hundred(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / 100, math.sqrt(100 / update)) / base


def of_four(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak / base * min(update / 4, math.sqrt(4 / update))


def divided_twice(done: int, base: float, peak: float, warmup: int) -> Any:
    progress = (done + 1) / warmup
    return peak * min(progress / warmup, math.sqrt(warmup / (done + 1))) / base


def divided_twice_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    progress = (done + 1) / warmup
    if progress / warmup < 1:
        return peak * progress / warmup / base
    return peak * math.sqrt(warmup / (done + 1)) / base


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "the larger of the two terms",
        "Before and behind the top the rate is higher than at the top.",
        (
            "Which of the two terms is right before they meet, the larger or "
            "the smaller?"
        ),
        _BATCH,
        (larger, cases_changed),
    ),
    Mistake(
        "no warm-up",
        "The rate has its top from the first update on.",
        "Which rate has the first of four updates of warm-up?",
        _BATCH,
        (top_at_once, root_at_once),
    ),
    Mistake(
        "a rise that is no line",
        "Half of the warm-up is not half of the peak.",
        "Update 2 of 4: which share of the peak does it have?",
        _BATCH,
        (as_a_root, as_a_square, as_a_wave),
    ),
    Mistake(
        "a rate that may not be above the base",
        "The optimiser's own rate is taken for the greatest.",
        ("The peak is five times the base. Which factor has the update at the top?"),
        _BATCH,
        (capped,),
    ),
    Mistake(
        "a rise from the base",
        "The line begins at the optimiser's own rate.",
        ("Where does the line of the warm-up begin, if it were drawn on to update 0?"),
        _BATCH,
        (from_base, from_base_counted_from_0),
    ),
    Mistake(
        "a warm-up of a fixed length",
        "It always has as many updates, whatever was asked for.",
        "Which argument says how long the warm-up is?",
        _BATCH,
        (of_the_base_model, of_a_hundred, of_four),
        ids=("N07",),
    ),
    Mistake(
        "progress that is divided by the warm-up twice",
        "The rise is too slow, and the top comes far too late.",
        (
            "What is update / warmup at the end of the warm-up, before you "
            "divide once more?"
        ),
        _BATCH,
        (divided_twice, divided_twice_cases),
        ids=("N06",),
    ),
)
