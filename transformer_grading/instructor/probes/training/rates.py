"""Rates that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.training.rates import (
    EXACT,
    along,
    rate,
    scheduled,
)

_PAPER = rate(0, 1.0, 0.0007, 4000)

PROBES = (
    Probe("first update", "The paper's warm-up.", _PAPER, value, **EXACT),
    Probe("first update", "Two updates.", rate(0, 1.0, 3.0, 2), value, **EXACT),
    Probe("rise", "The paper's.", _PAPER, along(1, 100, 1999, 3998), **EXACT),
    Probe("rise", "A short one.", rate(0, 1.0, 1.5, 5), along(1, 2, 3), **EXACT),
    Probe("top", "The paper's.", _PAPER, along(3998, 3999, 4000), **EXACT),
    Probe("top", "After 13 updates.", rate(12, 1.0, 0.9, 13), value, **EXACT),
    Probe("top", "After one.", rate(0, 1.0, 0.9, 1), along(0, 1), **EXACT),
    Probe("fall", "The paper's.", _PAPER, along(15_999, 99_999), **EXACT),
    Probe("fall", "After a short one.", rate(0, 1.0, 1.5, 3), along(3, 4, 26), **EXACT),
    Probe(
        "fall",
        "After one of a single update.",
        rate(0, 1.0, 2.0, 1),
        along(1, 2, 8),
        **EXACT,
    ),
    Probe("other base", "Small.", rate(11, 0.001, 0.7, 6), value, **EXACT),
    Probe("other base", "As large as the peak.", rate(2, 0.4, 0.4, 6), value, **EXACT),
    Probe("other base", "Large.", rate(29, 8.0, 0.7, 6), value, **EXACT),
    Probe("in a scheduler", "Base 0.5.", rate(0, 0.5, 0.02, 3), scheduled(9), **EXACT),
    Probe("in a scheduler", "Base 2.", rate(0, 2.0, 1.1, 11), scheduled(25), **EXACT),
)
