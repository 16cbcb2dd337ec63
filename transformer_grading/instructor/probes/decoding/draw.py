"""Draws that the student does not see."""

import math

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, untouched, value
from transformer_grading.checks.probes.decoding.draw import close, drawing, steps

_NEVER = -math.inf
_SIX = tensor(0.5, -1.0, 2.5, 1.5, 3.2, -0.2)
_ROWS = drawing(2 * numbers(2400, 11, 7), 1.3, 0.8, steps(11).flip(0))

PROBES = (
    Probe("as it is", "Many draws.", drawing(_SIX, 1.0, 1.0, steps(41)), value),
    Probe("temperature", "Cold.", drawing(_SIX, 0.4, 1.0, steps(31)), value),
    Probe("temperature", "Hot.", drawing(_SIX, 5.0, 1.0, steps(37)), value),
    Probe("cut", "A long tail.", drawing(_SIX, 1.0, 0.93, steps(43)), value),
    Probe("cut", "A short one.", drawing(_SIX, 1.0, 0.6, steps(29)), value),
    Probe("cut", "One token.", drawing(_SIX, 1.0, 0.2, steps(7)), value),
    Probe("both", "Cold and cut.", drawing(_SIX, 0.5, 0.85, steps(41)), value),
    Probe("both", "Hot and cut.", drawing(_SIX, 3.0, 0.7, steps(47)), value),
    Probe("each row its own", "Eleven rows.", _ROWS, value),
    Probe("each row its own", "One alone.", _ROWS, alone(8)),
    Probe("each row its own", "In float64.", in_double(_ROWS), value),
    Probe(
        "extremes",
        "Impossible tokens.",
        drawing(tensor(_NEVER, _NEVER, 1, 2, _NEVER), 0.7, 1.0, steps(9, 0.0)),
        value,
    ),
    Probe(
        "extremes",
        "Large and low logits.",
        drawing(
            tensor([500, 502, 501, 499], [-700, -702, -699, -701]),
            1.0,
            0.9,
            tensor(0.4, 0.95),
        ),
        value,
    ),
    Probe(
        "extremes",
        "Low logits.",
        drawing(
            tensor([-500, -499, -502], [-400, -401, -403]), 1.0, 1.0, tensor(0.5, 0.6)
        ),
        value,
    ),
    Probe(
        "extremes",
        "Almost frozen.",
        drawing(tensor(0.5, 0.52, 0.54, 0.51), 0.001, 1.0, steps(5)),
        value,
    ),
    Probe("extremes", "Very close.", close(-1, 0, 1, 0.5), value),
    Probe("input untouched", "The inputs stay as they were.", _ROWS, untouched),
)
