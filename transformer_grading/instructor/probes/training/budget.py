"""Pairs to share out that the student does not see."""

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.training.budget import none_first, pairs


def drawn(seed: int, count: int, longest: int, budget: int) -> dict[str, Tensor | int]:
    """Draw the lengths of some pairs.

    Args:
        seed: The seed.
        count: How many pairs.
        longest: The longest side.
        budget: The most places of a rectangle.
    """
    draw = torch.Generator("cpu").manual_seed(seed)
    lengths = torch.randint(1, longest + 1, (count, 2), generator=draw, device="cpu")
    return {"lengths": lengths, "budget": budget}


_MANY = drawn(2410, 60, 9, 40)
_CLOSE = drawn(2420, 80, 4, 24)
_LONG = drawn(2430, 50, 12, 10)
_SOME = pairs(
    12, (2, 1), (20, 1), (3, 2), (2, 3), (1, 19), (4, 3), (15, 2), (2, 3), (2, 2)
)

PROBES = (
    Probe("in order", "Nine alike.", pairs(21, *[(5, 5)] * 9), value),
    Probe("in order", "Many.", _MANY, value),
    Probe("in order", "Long ones.", pairs(3000, (1500, 10), (1, 11), (1, 11)), value),
    Probe(
        "in order",
        "Very long ones.",
        pairs(40_000_000, (20_000_000, 10), (1, 11), (1, 11)),
        value,
    ),
    Probe("ties", "Many that are alike.", _CLOSE, value),
    Probe(
        "ties",
        "Alike, and mixed.",
        pairs(6, (3, 2), (1, 2), (3, 2), (1, 2), (3, 2), (2, 2)),
        value,
    ),
    Probe(
        "both sides",
        "Short targets, long sources.",
        pairs(30, (11, 1), (2, 2), (14, 2), (2, 3), (2, 4), (2, 4)),
        value,
    ),
    Probe("both sides", "Many.", drawn(2440, 70, 20, 90), value),
    Probe(
        "full",
        "Full to the last place.",
        pairs(20, *[(5, 5)] * 4, *[(10, 10)] * 3),
        value,
    ),
    Probe("full", "Full with one.", pairs(7, (7, 7), (7, 1), (1, 7)), value),
    Probe("too long", "Many are.", _LONG, value),
    Probe("too long", "Some are.", _SOME, value),
    Probe("too long", "All are.", pairs(3, (4, 1), (1, 4)), value),
    Probe("few", "Two.", pairs(100, (9, 3), (2, 4)), value),
    Probe("few", "None, and then many.", _CLOSE, none_first),
    Probe("input untouched", "Many lengths.", _LONG, untouched),
)
