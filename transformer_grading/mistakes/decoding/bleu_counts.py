"""Scores that count runs wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def not_clipped(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += sum(c for run, c in mine.items() if run in most)
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def not_clipped_sets(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += sum(run in most for run in mine.elements())
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def as_sets(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += len(mine & most)
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def all_as_sets(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += len(mine & most)
            made[n - 1] += len(mine)
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def recall(translations: list[Words], references: list[list[Words]]) -> float:
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
            made[n - 1] += max(runs(r, n).total() for r in several)
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def recall_of_the_union(
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
            made[n - 1] += most.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def both_lengths(translations: list[Words], references: list[list[Words]]) -> float:
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
            made[n - 1] += max(mine.total(), most.total())
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "runs that are not clipped",
        "A word that is said again and again is right each time.",
        'The person has "the" once. How often does it count in "the the the"?',
        _GOOD,
        (
            not_clipped,
            not_clipped_sets,
        ),
    ),
    Mistake(
        "runs that count once at most",
        "A run that both have twice counts once.",
        "The translation has a run twice, and so has the person. How many are shared?",
        _GOOD,
        (
            as_sets,
            all_as_sets,
        ),
    ),
    Mistake(
        "runs divided by what the person has",
        "It is a recall: what is missing costs, what is wrong does not.",
        "Precision asks for the share of whose runs?",
        _GOOD,
        (
            recall,
            recall_of_the_union,
            both_lengths,
        ),
    ),
)
