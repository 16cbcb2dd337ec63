"""Factors that fall in another way than a root."""

import math
from typing import Any

from transformer_grading.mistakes.core import Mistake


def stays(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak * min((done + 1) / warmup, 1.0) / base


def stays_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    return peak * (done + 1) / warmup / base if done < warmup else peak / base


def inverse(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / warmup, warmup / update) / base


def inverse_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return (done + 1) / warmup * peak / base
    return warmup / (done + 1) * peak / base


def counted_anew(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    return peak / math.sqrt(update - warmup) / base


def counted_anew_by_one(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    return peak / math.sqrt(update - warmup + 1) / base


def counted_anew_in_warmups(done: int, base: float, peak: float, warmup: int) -> Any:
    late = max(done + 1 - warmup, 0) / warmup
    return peak * min((done + 1) / warmup, 1 / math.sqrt(1 + late * 4)) / base


def root_of_done(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return peak / base * (done + 1) / warmup
    return peak / base * math.sqrt(warmup / done)


def root_of_the_next(done: int, base: float, peak: float, warmup: int) -> Any:
    if done < warmup:
        return peak / base * (done + 1) / warmup
    return peak / base * math.sqrt(warmup / (done + 2))


def root_upside_down(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return (
        peak
        / base
        * (update / warmup if update <= warmup else math.sqrt(update / warmup))
    )


def bare_root(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update / warmup, update**-0.5) / base


def bare_root_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak / base * (update / warmup if update <= warmup else update**-0.5)


def paper_unscaled(done: int, base: float, peak: float, warmup: int) -> Any:
    t = done + 1
    return peak * min(t**-0.5, t * warmup**-1.5) / base


def paper_unscaled_cases(done: int, base: float, peak: float, warmup: int) -> Any:
    t = done + 1
    return peak / base * (t * warmup**-1.5 if t < warmup else 1 / math.sqrt(t))


def as_a_line(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    return peak * max(0.0, 1 - (update - warmup) / (9 * warmup)) / base


def as_a_half_life(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    return peak * 0.5 ** ((update - warmup) / (3 * warmup)) / base


def as_a_logarithm(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    return peak * 0.5 ** int(math.log(update / warmup, 4)) / base


def as_a_cosine(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    if update <= warmup:
        return peak * update / warmup / base
    passed = min(1.0, (update - warmup) / (6 * warmup))
    return peak * (1 + math.cos(math.pi * passed)) / 2 / base


def whole_division(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return peak * min(update // warmup, math.sqrt(warmup / update)) / base


def rounded(done: int, base: float, peak: float, warmup: int) -> Any:
    update = done + 1
    return round(peak * min(update / warmup, math.sqrt(warmup / update)) / base, 3)


def in_steps(done: int, base: float, peak: float, warmup: int) -> Any:
    late = (done + 1) / warmup
    if late <= 1:
        return peak * late / base
    return peak * 0.5 ** math.floor(math.log(late) / math.log(4)) / base


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "no fall",
        "Behind the top the rate stays.",
        "What is the rate four times as late as the top?",
        _BATCH,
        (stays, stays_cases),
    ),
    Mistake(
        "a fall without the root",
        "Four times as late the rate is a quarter.",
        (
            "Four times as late, half as fast: which power of the number of the"
            " update is that?"
        ),
        _BATCH,
        (inverse, inverse_cases),
    ),
    Mistake(
        "a fall that counts from the end of the warm-up",
        "It falls far faster at first, and slower later on.",
        (
            "Update 16 has half of the rate of update 4. From where are these "
            "numbers counted?"
        ),
        _BATCH,
        (counted_anew, counted_anew_by_one, counted_anew_in_warmups),
    ),
    Mistake(
        "a root of another number than that of the update",
        "The fall is a step late, or goes up.",
        (
            "Update 16 comes after 15 updates. Which of the two numbers stands "
            "under your root, and on which side of the fraction?"
        ),
        _BATCH,
        (root_of_done, root_of_the_next, root_upside_down),
    ),
    Mistake(
        "a root that knows nothing of the warm-up",
        "The two terms do not meet at the end of the warm-up.",
        "What do your two terms give for the last update of the warm-up?",
        _BATCH,
        (bare_root, bare_root_cases),
    ),
    Mistake(
        "the paper's terms without a scale",
        "The top is lower than the peak, by the root of the warm-up.",
        (
            "What is the paper's smaller term at the end of the warm-up, and "
            "what should stand there?"
        ),
        _BATCH,
        (paper_unscaled, paper_unscaled_cases),
    ),
    Mistake(
        "a fall of another shape",
        "It is a line, a wave or an exponential.",
        ("What does “four times as late, half as fast” say of updates 4, 16 and 64?"),
        _BATCH,
        (as_a_line, as_a_half_life, as_a_cosine),
    ),
    Mistake(
        "a fall in steps",
        "For a while the rate stays, and then it is halved at once.",
        "Update 4 has the peak of a warm-up of 4. Which rate have updates 8 and 15?",
        _BATCH,
        (as_a_logarithm, in_steps),
    ),
    Mistake(
        "a factor that is rounded",
        "Digits are cut off.",
        (
            "The rates here are below 0.01. Which line of yours makes whole "
            "numbers, or short ones?"
        ),
        _BATCH,
        (whole_division, rounded),
    ),
)
