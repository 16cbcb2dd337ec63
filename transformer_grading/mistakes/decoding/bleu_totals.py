"""Scores that clip, count or round in the wrong place."""

import math
from collections import Counter

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.decoding.parts import Run, Words, runs


def clipped_over_the_corpus(
    translations: list[Words], references: list[list[Words]]
) -> float:
    ours: list[Counter[Run]] = [Counter() for _ in range(4)]
    theirs: list[Counter[Run]] = [Counter() for _ in range(4)]
    lengths = [0, 0]
    for words, several in zip(translations, references, strict=True):
        lengths[0] += len(words)
        lengths[1] += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(4):
            ours[n] += runs(words, n + 1)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n + 1)
            theirs[n] += most
    shared = [(o & t).total() for o, t in zip(ours, theirs, strict=True)]
    if 0 in shared:
        return 0.0
    made = [o.total() for o in ours]
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - lengths[1] / lengths[0])) * mean


def made_as_sets(translations: list[Words], references: list[list[Words]]) -> float:
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
            made[n - 1] += len(mine)
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def rounded(translations: list[Words], references: list[list[Words]]) -> float:
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
    return round(100 * min(1.0, math.exp(1 - theirs / ours)) * mean)


def runs_that_do_not_overlap(
    translations: list[Words], references: list[list[Words]]
) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = Counter(
                tuple(words[i : i + n]) for i in range(0, len(words) - n + 1, n)
            )
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += (mine & most).total()
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def places_count(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(1, 5):
            mine = runs(words, n)
            most: Counter[Run] = Counter()
            for r in several:
                most |= runs(r, n)
            shared[n - 1] += sum(
                any(tuple(words[i : i + n]) == tuple(r[i : i + n]) for r in several)
                for i in range(len(words) - n + 1)
            )
            made[n - 1] += mine.total()
    if 0 in shared:
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


_GOOD = "How good is a translation"

MISTAKES = (
    Mistake(
        "runs clipped over the whole corpus",
        "What one sentence has too often is right if the references of another "
        "sentence have it.",
        "A run stands in the references of another sentence only. May it be right "
        "here?",
        _GOOD,
        (clipped_over_the_corpus,),
    ),
    Mistake(
        "runs made that are counted once",
        "What is shared is counted right, and divided by the number of *different* "
        "runs.",
        "The translation has a run twice. How many of its runs are that?",
        _GOOD,
        (made_as_sets,),
    ),
    Mistake(
        "a score that is rounded",
        "What stands behind the point is lost.",
        "Two scores differ by a tenth. Do your results?",
        _GOOD,
        (rounded,),
    ),
    Mistake(
        "runs that do not overlap",
        "The next run begins where the one before has ended.",
        "Which pairs are there in a sentence of three words?",
        _GOOD,
        (runs_that_do_not_overlap,),
    ),
    Mistake(
        "runs that must stand at the same place",
        "A run counts only where a reference has it at the same place.",
        "A reference has one word more in front. Which runs are still shared?",
        _GOOD,
        (places_count,),
    ),
)
