"""What a softmax has to be like."""

import math

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, untouched, value

_TWO_ROWS = tensor([0.0, 2.0, 1.0], [3.0, -1.0, 0.5])

PROBES = (
    Probe(
        "value",
        "Weights are in the ratio of the exponentials of the scores.",
        {"scores": tensor(0, math.log(2), math.log(5))},
        value,
    ),
    Probe(
        "value",
        "Without dim every row is normalised by itself.",
        {"scores": _TWO_ROWS},
        value,
    ),
    Probe(
        "value",
        "Three rows of three are normalised row by row, too.",
        {"scores": numbers(0, 3, 3)},
        value,
    ),
    Probe(
        "value",
        "From scores in float64 come weights in float64.",
        in_double({"scores": tensor(0, math.log(2), math.log(5))}),
        value,
    ),
    Probe(
        "axis",
        "With dim=0 every column sums to 1.",
        {"scores": _TWO_ROWS, "dim": 0},
        value,
    ),
    Probe(
        "axis",
        "dim may be any axis of any tensor.",
        {"scores": numbers(1, 2, 3, 5), "dim": 1},
        value,
    ),
    Probe(
        "large scores",
        "Adding 1000 to every score of a row changes nothing.",
        {"scores": tensor(1000, 1001)},
        value,
    ),
    Probe(
        "large scores",
        "Scores far below zero are as good as any.",
        {"scores": tensor(-1000, -1001)},
        value,
    ),
    Probe(
        "large scores",
        "Rows do not disturb each other, however far apart they are.",
        {"scores": tensor([0, 1], [1000, 1002])},
        value,
    ),
    Probe(
        "large scores",
        "A row may span any distance.",
        {"scores": tensor(-400, 0, 500, 501)},
        value,
    ),
    Probe(
        "input untouched",
        "The scores stay as they were.",
        {"scores": _TWO_ROWS},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to the scores.",
        {"scores": _TWO_ROWS},
        gradient,
    ),
)
