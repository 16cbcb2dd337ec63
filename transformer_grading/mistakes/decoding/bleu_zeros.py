"""Scores that put their numbers together wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def left_out(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if not shared[0]:
        return 0.0
    there = [(s, m) for s, m in zip(shared, made, strict=True) if s]
    mean = math.prod(s / m for s, m in there) ** (1 / len(there))
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def smoothed(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if not ours:
        return 0.0
    mean = math.prod((s + 1) / (m + 1) for s, m in zip(shared, made, strict=True)) ** (
        1 / 4
    )
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def tiny(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if not ours:
        return 0.0
    mean = math.prod(
        max(s, 0.1) / max(m, 1) for s, m in zip(shared, made, strict=True)
    ) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def divides_by_nothing(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def asks_too_late(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    precisions = [s / m for s, m in zip(shared, made, strict=True)]
    if 0 in precisions:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def log_of_nothing(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if not ours:
        return 0.0
    mean = math.exp(sum(math.log(s / m) for s, m in zip(shared, made, strict=True)) / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "a score where nothing is shared",
        "A precision of 0 is left out or smoothed.",
        "No run of four is shared. What does the geometric mean come to?",
        _GOOD,
        (
            left_out,
            smoothed,
            tiny,
        ),
    ),
    Mistake(
        "numbers that break where nothing is there",
        "An empty translation, or no run of four, stops the code.",
        "A translation may be empty. What do you divide by then?",
        _GOOD,
        (
            divides_by_nothing,
            asks_too_late,
            log_of_nothing,
        ),
    ),
)
