"""Probabilities without what picking costs, or without their digits."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[float, float, float]


def nothing_is_nan(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    if n == 0:
        return 0, 0, math.nan
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n)


def nothing_is_zero(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * tried / 2**n) if n else 0.0


def no_picking(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail / 2**n)


def picked_divided(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail / 2**n / tried)


def picked_by_power(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    p = min(1.0, 2 * tail / 2**n)
    return a, b, -math.expm1(tried * math.log1p(-p)) if p < 1 else 1.0


def tried_more(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * (tried + 1) / 2**n)


def bell_curve(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    z = abs(a - b) / math.sqrt(2 * max(1, a + b))
    return a, b, min(1.0, math.erfc(z) * tried)


def bell_curve_with_a_half(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    z = max(0, abs(a - b) - 1) / math.sqrt(2 * max(1, a + b))
    return a, b, min(1.0, math.erfc(z) * tried)


def powers_in_floats(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, min(1.0, 2 * tail * 0.5**n * tried)


def term_by_term(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n, term, p = a + b, 0.5 ** (a + b), 0.0
    for k in range(min(a, b) + 1):
        p += term
        term *= (n - k) / (k + 1)
    return a, b, min(1.0, 2 * p * tried)


def in_short_logs(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = torch.tensor(float(a + b))
    k = torch.arange(float(max(a, b)), a + b + 1.0)
    ways = (n + 1).lgamma() - (k + 1).lgamma() - (n - k + 1).lgamma()
    tail = (ways - n * math.log(2)).exp().sum().item()
    return a, b, min(1.0, 2 * tail * tried)


def one_less_the_other_tail(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    below = sum(math.comb(n, k) for k in range(max(a, b))) / 2**n
    return a, b, min(1.0, 2 * (1 - below) * tried)


def rounded(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, round(min(1.0, 2 * tail * tried / 2**n), 4)


def in_a_short_tensor(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    p = torch.tensor(min(1.0, 2 * tail * tried / 2**n), dtype=torch.float32)
    return a, b, p.item()


def six_digits(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n = a + b
    tail = sum(math.comb(n, k) for k in range(max(a, b), n + 1))
    return a, b, float(f"{min(1.0, 2 * tail * tried / 2**n):.6g}")


def bell_curve_of_squares(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    square = (abs(a - b) - 1) ** 2 / max(1, a + b) if a + b else 0.0
    return a, b, min(1.0, math.erfc(math.sqrt(square / 2)) * tried)


def tossed_by_the_computer(ours: Tensor, theirs: Tensor, tried: int) -> Three:
    a, b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    dice = torch.Generator().manual_seed(0)
    heads = torch.rand(2000, a + b, generator=dice).lt(0.5).sum(dim=-1)
    apart = (2 * heads - (a + b)).abs() >= abs(a - b)
    return a, b, min(1.0, apart.double().mean().item() * tried)


_WHOM = 'Whom does "it" mean?'

MISTAKES = (
    Mistake(
        "something else than 1 where nothing was tossed",
        "Two that never differ get no p, or one that says they do.",
        "No toss at all: how probable is an outcome at least as unequal as none?",
        _WHOM,
        (nothing_is_nan, nothing_is_zero),
    ),
    Mistake(
        "a head picked for nothing",
        "The number of heads that were tried plays no part.",
        "Where does your code use tried?",
        _WHOM,
        (no_picking,),
    ),
    Mistake(
        "another price for picking",
        "p is not multiplied by the number of heads that were tried.",
        "What does the text do with p and tried?",
        _WHOM,
        (picked_divided, picked_by_power, tried_more),
    ),
    Mistake(
        "a bell curve",
        "It comes near for many tosses, and is off for few.",
        "How many outcomes do four tosses have, and how probable is each of them?",
        _WHOM,
        (bell_curve, bell_curve_with_a_half, bell_curve_of_squares),
    ),
    Mistake(
        "powers too small for a float",
        "With thousands of tosses they become zero, or an error.",
        "What is 0.5 to the power of 3000 in Python, and what is it as a fraction?",
        _WHOM,
        (powers_in_floats, term_by_term),
    ),
    Mistake(
        "too few digits",
        "p is not exact to nine digits.",
        "Which of your steps rounds, is done in float32, or takes a number from 1?",
        _WHOM,
        (
            in_short_logs,
            one_less_the_other_tail,
            rounded,
            in_a_short_tensor,
            six_digits,
        ),
    ),
    Mistake(
        "a coin that is tossed by the computer",
        "The share of some thousand tries is near p, and not p.",
        "Four tosses have 16 outcomes. How many of them are as unequal?",
        _WHOM,
        (tossed_by_the_computer,),
    ),
)
