"""Scores that use several references wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def first_length(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += len(several[0])
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


def shortest(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min(map(len, several))
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


def longest(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += max(map(len, several))
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


def mean_length(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += round(sum(map(len, several)) / len(several))
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


def all_lengths(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += sum(map(len, several))
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


def longer(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), -len(r), len(r)) for r in several)[2]
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
        "the length of another reference",
        "What a sentence adds to r is not the length of its nearest reference.",
        "Which reference's length counts for a sentence?",
        _GOOD,
        (
            first_length,
            shortest,
            longest,
            mean_length,
            all_lengths,
        ),
    ),
    Mistake(
        "the longer of two that are equally near",
        "Where one is as near above as another below, the longer one counts.",
        "One reference has a word more, another a word less. Which length counts?",
        _GOOD,
        (longer,),
    ),
)
