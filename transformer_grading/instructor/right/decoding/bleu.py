"""Right ways to score translations with several references."""

import math
from typing import Any

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.decoding.parts import Words, runs


def counters(translations: list[Words], references: list[list[Words]]) -> float:
    shared, made = [0, 0, 0, 0], [0, 0, 0, 0]
    for words, several in zip(translations, references, strict=True):
        for n in range(4):
            mine, most = runs(words, n + 1), runs([], 1)
            for reference in several:
                most = most | runs(reference, n + 1)
            shared[n] += sum((mine & most).values())
            made[n] += sum(mine.values())
    c = sum(len(words) for words in translations)
    r = 0
    for words, several in zip(translations, references, strict=True):
        lengths = sorted(len(reference) for reference in several)
        r += min(lengths, key=lambda length: abs(length - len(words)))
    if min(shared) == 0:
        return 0
    penalty = 1 if c >= r else math.exp(1 - r / c)
    logs = [math.log(s / m) for s, m in zip(shared, made, strict=True)]
    return 100 * penalty * math.exp(sum(logs) / 4)


def plain_lists(translations: list[Words], references: list[list[Words]]) -> float:
    product, c, r = 1.0, 0, 0
    for n in (1, 2, 3, 4):
        right = made = 0
        for words, several in zip(translations, references, strict=True):
            cut = [
                [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]
                for text in (words, *several)
            ]
            made += len(cut[0])
            for run in set(cut[0]):
                most = max(theirs.count(run) for theirs in cut[1:])
                right += min(cut[0].count(run), most)
        product *= right / made if made else 0.0
    for words, several in zip(translations, references, strict=True):
        c += len(words)
        r += sorted((abs(len(t) - len(words)), len(t)) for t in several)[0][1]
    if product == 0.0:
        return 0.0
    return 100 * math.pow(product, 0.25) * min(1.0, math.exp(1 - r / c))


def by_length(translations: list[Words], references: list[list[Words]]) -> float:
    def count(n: int) -> tuple[int, int]:
        right = made = 0
        for words, several in zip(translations, references, strict=True):
            mine = runs(words, n)
            made += max(0, len(words) + 1 - n)
            for run, times in mine.items():
                right += min(times, max(runs(r, n)[run] for r in several))
        return right, made

    def near(words: Words, several: list[Words]) -> int:
        return min(map(len, several), key=lambda n: (abs(n - len(words)), n))

    counts = [count(n) for n in range(1, 5)]
    if any(right == 0 for right, _ in counts):
        return 0.0
    c = sum(map(len, translations))
    r = sum(map(near, translations, references))
    score = math.prod(right / made for right, made in counts)
    return float(min(1.0, math.exp(1 - r / c)) * math.sqrt(math.sqrt(score)) * 100)


def of_the_course(translations: list[Words], references: list[list[Words]]) -> float:
    from transformer_lib.decoding import bleu

    course: Any = bleu
    ours = [" ".join(words) for words in translations]
    theirs = [" ".join(several[0]) for several in references]
    return float(course.corpus_bleu(ours, theirs).score)


def of_sacrebleu(translations: list[Words], references: list[list[Words]]) -> float:
    import sacrebleu

    most = max(len(several) for several in references)
    columns = [
        [" ".join(several[i]) if i < len(several) else None for several in references]
        for i in range(most)
    ]
    ours: Any = [" ".join(words) for words in translations]
    score: Any = sacrebleu.corpus_bleu
    found = score(ours, columns, tokenize="none", smooth_method="none", force=True)
    return float(found.score)


def of_sacrebleu_s_class(
    translations: list[Words], references: list[list[Words]]
) -> float:
    import sacrebleu

    most = max(len(several) for several in references)
    columns: Any = [
        [" ".join(several[i]) if i < len(several) else None for several in references]
        for i in range(most)
    ]
    metric = sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True)
    ours = [" ".join(words) for words in translations]
    return float(metric.corpus_score(ours, columns).score)


RIGHT = (
    Right("own", "counters and logarithms", counters),
    Right("own", "lists of runs, counted again and again", plain_lists),
    Right("own", "one length of runs after the other", by_length),
    Right(
        "own",
        "the course's own score",
        of_the_course,
        Verdict.SEALED,
        "corpus_bleu is what this task asks you to write",
    ),
    Right(
        "own",
        "the score of sacreBLEU",
        of_sacrebleu,
        Verdict.SEALED,
        "corpus_bleu is what this task asks you to write",
    ),
    Right(
        "own",
        "the class of sacreBLEU",
        of_sacrebleu_s_class,
        Verdict.SEALED,
        "corpus_score is what this task asks you to write",
    ),
)
