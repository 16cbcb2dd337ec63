"""Scores that choose by the order of references, or look at some of them."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def first_of_the_nearest(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += len(min(several, key=lambda r: abs(len(r) - len(words))))
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def last_of_the_nearest(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += len(min(several[::-1], key=lambda r: abs(len(r) - len(words))))
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def two_at_most(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several[:2])[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several[:2]:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def two_at_most_for_runs(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several[:2]:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def each_text_once(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in {
        tuple(w): (w, s) for w, s in zip(translations, references, strict=True)
    }.values():
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "a tie that the order decides",
        "Of equally near references, the one that stands first or last counts, "
        "whatever its length.",
        "Two references are equally near. Does your choice depend on the order in "
        "which they stand?",
        _GOOD,
        (
            first_of_the_nearest,
            last_of_the_nearest,
        ),
    ),
    Mistake(
        "references behind the second that are not looked at",
        "A third reference changes nothing.",
        "A run stands in the third reference only. Is it right?",
        _GOOD,
        (
            two_at_most,
            two_at_most_for_runs,
        ),
    ),
    Mistake(
        "equal translations that count once",
        "A translation that comes twice stands in the corpus once.",
        "Two sentences were translated alike. How many translations has the corpus?",
        _GOOD,
        (each_text_once,),
    ),
)
