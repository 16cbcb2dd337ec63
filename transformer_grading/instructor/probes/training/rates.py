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
    along("rise", "The paper's.", _PAPER, 1, 100, 1999, 3998),
    along("rise", "A short one.", rate(0, 1.0, 1.5, 5), 1, 2, 3),
    along("top", "The paper's.", _PAPER, 3998, 3999, 4000),
    Probe("top", "After 13 updates.", rate(12, 1.0, 0.9, 13), value, **EXACT),
    along("top", "After one.", rate(0, 1.0, 0.9, 1), 0, 1),
    along("fall", "The paper's.", _PAPER, 15_999, 99_999),
    along("fall", "After a short one.", rate(0, 1.0, 1.5, 3), 3, 4, 26),
    along("fall", "After one of a single update.", rate(0, 1.0, 2.0, 1), 1, 2, 8),
    Probe("other base", "Small.", rate(11, 0.001, 0.7, 6), value, **EXACT),
    Probe("other base", "As large as the peak.", rate(2, 0.4, 0.4, 6), value, **EXACT),
    Probe("other base", "Large.", rate(29, 8.0, 0.7, 6), value, **EXACT),
    Probe("in a scheduler", "Base 0.5.", rate(0, 0.5, 0.02, 3), scheduled(9), **EXACT),
    Probe("in a scheduler", "Base 2.", rate(0, 2.0, 1.1, 11), scheduled(25), **EXACT),
)
