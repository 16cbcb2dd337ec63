"""Sentences that are counted wrongly when a head is compared with a rule."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[float, float, float]


def scores_counted(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int(ours.sum()), int(theirs.sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def all_sentences_tossed(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = len(ours)
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def ties_for_the_head(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    b = int((theirs & ~ours).sum())
    n = len(ours)
    a = n - b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def ties_for_the_rule(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a = int((ours & ~theirs).sum())
    n = len(ours)
    b = n - a
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def ties_halved(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n, most = len(ours), math.ceil(max(a, b) + (len(ours) - a - b) / 2)
    tail = sum(math.comb(n, k) for k in range(most, n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def both_right_counts(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    both = int((ours & theirs).sum())
    n, most = a + b + 2 * both, max(a, b) + both
    tail = sum(math.comb(n, k) for k in range(most, n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def right_alone(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, n = int(ours.sum()), len(ours)
    most = max(a, n - a)
    tail = sum(math.comb(n, k) for k in range(most, n + 1))
    return a, n - a, min(1.0, 2 * tail * tried / 2**n)


def right_of_all(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    better, worse = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = len(ours)
    most = max(int(ours.sum()), n - int(ours.sum()))
    tail = sum(math.comb(n, k) for k in range(most, n + 1))
    return better, worse, min(1.0, 2 * tail * tried / 2**n)


def exchanged(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    b, a = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def wrong_ones(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((~ours & theirs).sum()), int((ours & ~theirs).sum())
    n, p = a + b, 0
    for k in range(max(a, b), n + 1):
        p += math.comb(n, k)
    return a, b, min(1.0, 2 * p * tried / 2**n)


def disagreements_twice(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    n = int((ours != theirs).sum())
    a = int((ours & ~theirs).sum())
    tail = sum(math.comb(n, k) for k in range(max(a, n - a), n + 1))
    return a, n, min(1.0, 2 * tail * tried / 2**n)


def agreements(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & theirs).sum()), int((~ours & ~theirs).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def as_shares(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    p = min(1.0, 2 * tail * tried / 2**n)
    return a / len(ours), b / len(ours), p


def both_marked(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    ours &= theirs
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def rule_turned(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    b = int((theirs & ~ours).sum())
    a = int((theirs.logical_not_() & ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


_WHOM = 'Whom does "it" mean?'

MISTAKES = (
    Mistake(
        "scores in the place of differences",
        "Sentences on which both are right count for both.",
        "On a sentence both are right. For which of the two does it speak?",
        _WHOM,
        (scores_counted,),
    ),
    Mistake(
        "tosses on which nothing was at stake",
        "Sentences on which both do the same are tossed as well.",
        "How often was the coin tossed: for each sentence, or for each on which they "
        "differ?",
        _WHOM,
        (all_sentences_tossed, ties_halved, both_right_counts),
    ),
    Mistake(
        "ties that count for one of the two",
        "Sentences on which both do the same make one of them look better.",
        "For whom does your code count a sentence on which neither is right?",
        _WHOM,
        (ties_for_the_head, ties_for_the_rule),
    ),
    Mistake(
        "a head beside a coin, and not beside the rule",
        "The rule plays no part in p.",
        "What happens to your p if the rule gets better?",
        _WHOM,
        (right_alone, right_of_all),
    ),
    Mistake(
        "head and rule exchanged",
        "What speaks for the rule is counted for the head.",
        "A sentence on which the head alone is right: which of your counts goes up?",
        _WHOM,
        (exchanged, wrong_ones),
    ),
    Mistake(
        "other sentences than those on which they differ",
        "Agreements are counted, or all differences in the place of the rule's.",
        "Which sentences are better, and which are worse?",
        _WHOM,
        (disagreements_twice, agreements),
    ),
    Mistake(
        "shares in the place of counts",
        "better and worse are divided.",
        "Is better a number of sentences, or a part of them?",
        _WHOM,
        (as_shares,),
    ),
    Mistake(
        "lists changed by the call",
        "The numbers are right, and a list that was handed in is another one.",
        "Which of your lines writes into a tensor that was handed in?",
        _WHOM,
        (both_marked, rule_turned),
    ),
)
