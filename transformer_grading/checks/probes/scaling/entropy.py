"""What the entropy of a softmax has to be like."""

import math

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, untouched, value

_TWO_ROWS = tensor([0.0, 2.0, 1.0], [3.0, -1.0, 0.5])
# The text promises so many places in float64.
EXACT = {"atol": 1e-7, "rtol": 1e-7}

PROBES = (
    Probe(
        "value",
        "Weights of 1/2, 1/4 and 1/4 have the entropy 1.5 ln 2.",
        {"scores": tensor(math.log(2), 0, 0)},
        value,
    ),
    Probe(
        "value",
        "Equal weights of four keys have the entropy ln 4.",
        {"scores": tensor(3, 3, 3, 3)},
        value,
    ),
    Probe(
        "value",
        "Without dim every row has its own entropy.",
        {"scores": _TWO_ROWS},
        value,
    ),
    Probe(
        "value",
        "Three rows of three have three entropies, too.",
        {"scores": numbers(0, 3, 3)},
        value,
    ),
    Probe(
        "value",
        "In float64 the entropy is right to seven places, also for small weights.",
        in_double({"scores": tensor(0, -6, 1)}),
        value,
        **EXACT,
    ),
    Probe(
        "axis",
        "With dim=0 every column has its own entropy.",
        {"scores": _TWO_ROWS, "dim": 0},
        value,
    ),
    Probe(
        "axis",
        "Only the axis of the keys goes, also where there is a single row.",
        {"scores": _TWO_ROWS[:1]},
        value,
    ),
    Probe(
        "axis",
        "dim may be any axis of any tensor.",
        {"scores": numbers(1, 2, 6, 5), "dim": 1},
        value,
    ),
    Probe(
        "axis",
        "dim may be counted from the end.",
        {"scores": numbers(2, 2, 4, 3), "dim": -3},
        value,
    ),
    Probe(
        "zero weights",
        "A weight that is rounded to 0 adds nothing.",
        {"scores": tensor(0, -200)},
        value,
    ),
    Probe(
        "zero weights",
        "A score of -inf has weight 0: two equal keys are left, with entropy ln 2.",
        {"scores": tensor(0, -math.inf, 0)},
        value,
    ),
    Probe(
        "zero weights",
        "A row with a weight of 0 does not disturb another.",
        {"scores": tensor([0, 1, 2], [5, -math.inf, 4])},
        value,
    ),
    Probe(
        "zero weights",
        "A score of -inf is below all others, however low these are.",
        {"scores": tensor(-50_000, -math.inf, -50_000)},
        value,
        atol=1e-2,
    ),
    Probe(
        "zero weights",
        "In float64 the same is right to seven places.",
        in_double({"scores": tensor(0, -math.inf, -math.inf, -math.inf, 0)}),
        value,
        **EXACT,
    ),
    Probe(
        "large scores",
        "A score may lie 100 above all others.",
        {"scores": tensor(100, *[0] * 11)},
        value,
    ),
    Probe(
        "large scores",
        "Adding 1000 to every score of a row changes nothing.",
        {"scores": tensor(1000, 1001)},
        value,
        atol=3e-4,
    ),
    Probe(
        "large scores",
        "Scores far below zero are as good as any.",
        {"scores": tensor(-1000, -1001)},
        value,
        atol=3e-4,
    ),
    Probe(
        "large scores",
        "The same holds for −50 000, but for the rounding of such numbers.",
        {"scores": tensor(-50_000, -50_001)},
        value,
        atol=1e-2,
    ),
    Probe(
        "large scores",
        "Rows do not disturb each other, however far apart they are.",
        {"scores": tensor([0, 1], [1000, 1002])},
        value,
        atol=3e-4,
    ),
    Probe(
        "input untouched",
        "The scores stay as they were.",
        {"scores": _TWO_ROWS},
        untouched,
    ),
    Probe(
        "input untouched",
        "A score of −∞ stays, too.",
        {"scores": tensor([0, -math.inf, 1], [2, 0, -math.inf])},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to the scores.",
        {"scores": _TWO_ROWS},
        gradient,
    ),
)
