"""Scores that count runs wrongly."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def up_to_three(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 3, [0] * 3, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 4):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 3)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def words_alone(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0], [0], 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 2):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** 1
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def up_to_five(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 5, [0] * 5, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 6):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 5)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def four_alone(translations: list[Words], references: list[list[Words]]) -> float:
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
    mean = shared[3] / made[3]
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def one_long_text(translations: list[Words], references: list[list[Words]]) -> float:
    words = [word for sentence in translations for word in sentence]
    theirs = [word for several in references for word in several[0]]
    shared, made = [0] * 4, [0] * 4
    for n in range(1, 5):
        mine = runs(words, n)
        shared[n - 1] = (mine & runs(theirs, n)).total()
        made[n - 1] = mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - len(theirs) / len(words))) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "runs of other lengths",
        "Not 1 to 4.",
        "Which lengths of runs does the formula name?",
        _GOOD,
        (
            up_to_three,
            words_alone,
            up_to_five,
            four_alone,
        ),
    ),
    Mistake(
        "runs across sentences",
        "The last word of a sentence and the first of the next make a pair.",
        "The corpus is one long text in your code. Which pairs has it that no sentence"
        " has?",
        _GOOD,
        (one_long_text,),
    ),
)
