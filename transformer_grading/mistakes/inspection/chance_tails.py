"""Probabilities of something else than what the text asks for."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[float, float, float]


def head_ahead(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(a, n + 1))
    return a, b, min(1.0, tail * tried / 2**n)


def one_side(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, tail * tried / 2**n)


def head_ahead_twice(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(a, n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def more_than(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b) + 1, n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def last_left_out(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def this_outcome(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    return a, b, min(1.0, math.comb(a + b, a) * tried / 2 ** (a + b))


def this_outcome_twice(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    return a, b, min(1.0, 2 * math.comb(a + b, a) * tried / 2 ** (a + b))


def rest_of_it(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, 1 - min(1.0, 2 * tail * tried / 2**n)


def not_capped(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, 2 * tail * tried / 2**n


def capped_too_soon(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail / 2**n) * tried


def middle_taken_once(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1)) / 2**n
    both = tail if a == b else 2 * tail
    return a, b, min(1.0, both * tried)


def half_of_this(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n, most = a + b, max(a, b)
    tail = 2 * sum(math.comb(n, k) for k in range(most, n + 1)) - math.comb(n, most)
    return a, b, min(1.0, tail * tried / 2**n)


def sure_if_behind(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    if b > a:
        return a, b, 1.0
    tail = sum(math.comb(n, k) for k in range(a, n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def one_side_capped(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(min(a, b) + 1))
    return a, b, min(1.0, tried * tail / 2**n)


_WHOM = 'Whom does "it" mean?'

MISTAKES = (
    Mistake(
        "one direction alone",
        "Only outcomes in which the same side is ahead are counted.",
        "The coin shows the rule ahead by as much. Is that less unequal?",
        _WHOM,
        (one_side, one_side_capped),
    ),
    Mistake(
        "outcomes in which the head is ahead",
        "Where the rule is ahead, p is large, as if that were no difference.",
        "One to six, or six to one: is one of them likelier for a coin?",
        _WHOM,
        (head_ahead, head_ahead_twice, sure_if_behind),
    ),
    Mistake(
        "a tail that begins or ends one too late or too soon",
        "This outcome itself, or the most unequal one, is left out.",
        "Of four tosses all four show heads. Which outcomes does your sum run over?",
        _WHOM,
        (more_than, last_left_out, half_of_this),
    ),
    Mistake(
        "the probability of this outcome alone",
        "Outcomes that are more unequal are left out.",
        "Nine to one: does ten to none count as well?",
        _WHOM,
        (this_outcome, this_outcome_twice),
    ),
    Mistake(
        "the probability of the contrary",
        "What is unlikely gets a p near 1.",
        "Is your p small or large where a coin would hardly ever do it?",
        _WHOM,
        (rest_of_it,),
    ),
    Mistake(
        "a probability above 1",
        "Two tails that meet, or many heads, are added up without a limit.",
        "How large is your p for three to three, and for 144 heads?",
        _WHOM,
        (not_capped, capped_too_soon),
    ),
    Mistake(
        "one tail where both meet",
        "An even outcome has a p below 1.",
        "Three to three: which outcomes are at least as unequal?",
        _WHOM,
        (middle_taken_once,),
    ),
)
