"""Scores that put their numbers together wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def sentence_by_sentence(
    translations: list[Words], references: list[list[Words]]
) -> float:
    scores = []
    for words, several in zip(translations, references, strict=True):
        product = 1.0
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            product *= (mine & most).total() / max(mine.total(), 1)
        near = min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        penalty = min(1.0, math.exp(1 - near / len(words))) if words else 0.0
        scores.append(100 * penalty * math.sqrt(math.sqrt(product)))
    return sum(scores) / len(scores)


def mean_of_precisions(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shares: list[list[float]] = [[], [], [], []]
    ours = theirs = 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            if mine:
                shares[n - 1].append((mine & most).total() / mine.total())
    if not all(map(sum, shares)):
        return 0.0
    mean = math.prod(sum(s) / len(s) for s in shares) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def arithmetic(translations: list[Words], references: list[list[Words]]) -> float:
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
    mean = sum(s / m for s, m in zip(shared, made, strict=True)) / 4
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def arithmetic_and_never_zero(
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
    if not ours:
        return 0.0
    mean = sum(s / max(m, 1) for s, m in zip(shared, made, strict=True)) / 4
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def all_runs_together(
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
    if 0 in shared:
        return 0.0
    mean = sum(shared) / sum(made)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "a mean over sentences",
        "Scores or precisions are made for each sentence, and then averaged.",
        "One sentence of three words has no run of four. What is its own score, and "
        "what does it do to your mean?",
        _GOOD,
        (
            sentence_by_sentence,
            mean_of_precisions,
        ),
    ),
    Mistake(
        "an arithmetic mean",
        "Precisions are added, or all their runs, and nothing is multiplied.",
        "One precision is 0. What is the score then?",
        _GOOD,
        (
            arithmetic,
            arithmetic_and_never_zero,
            all_runs_together,
        ),
    ),
)
