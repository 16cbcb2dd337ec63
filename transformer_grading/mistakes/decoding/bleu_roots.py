"""Scores that put their numbers together wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def no_root(translations: list[Words], references: list[list[Words]]) -> float:
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
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True))
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def square_root(translations: list[Words], references: list[list[Words]]) -> float:
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
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 2)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def divided_by_four(translations: list[Words], references: list[list[Words]]) -> float:
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
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) / 4
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def not_in_percent(translations: list[Words], references: list[list[Words]]) -> float:
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
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return min(1.0, math.exp(1 - theirs / ours)) * mean


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


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "a product without its fourth root",
        "Four precisions are multiplied, and what follows is not the fourth root.",
        "All four precisions are 0.5. What is their mean?",
        _GOOD,
        (
            no_root,
            square_root,
            divided_by_four,
        ),
    ),
    Mistake(
        "a score from 0 to 1",
        "The factor of 100 is missing.",
        "What is the score of a translation that is right in full?",
        _GOOD,
        (not_in_percent,),
    ),
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
)
