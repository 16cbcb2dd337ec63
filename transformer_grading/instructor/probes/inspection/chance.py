"""Comparisons with a rule that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.probes.inspection.chance import (
    CHANCE,
    COUNTS,
    EXACT,
    sentences,
)

PROBES = (
    Probe("counts", "All four kinds.", sentences(5, 2, both=4, neither=1), COUNTS),
    Probe("counts", "The rule is ahead.", sentences(1, 7, both=2), COUNTS),
    Probe("counts", "None.", sentences(0, 0, both=2, neither=4), COUNTS),
    Probe("chance", "Five to none.", sentences(5, 0), CHANCE, **EXACT),
    Probe("chance", "Eight to two.", sentences(8, 2), CHANCE, **EXACT),
    Probe("chance", "Twelve to five.", sentences(12, 5), CHANCE, **EXACT),
    Probe("chance", "One to none.", sentences(1, 0), CHANCE, **EXACT),
    Probe("either direction", "None to five.", sentences(0, 5), CHANCE, **EXACT),
    Probe("either direction", "Three to eleven.", sentences(3, 11), CHANCE, **EXACT),
    Probe("either direction", "One to one.", sentences(1, 1), CHANCE, **EXACT),
    Probe("either direction", "Seven to seven.", sentences(7, 7), CHANCE, **EXACT),
    Probe(
        "ties",
        "Many of them.",
        sentences(8, 1, both=20, neither=3),
        CHANCE,
        **EXACT,
    ),
    Probe("ties", "Nothing else.", sentences(0, 0, neither=6), CHANCE, **EXACT),
    Probe(
        "ties",
        "Nothing else, and many heads.",
        sentences(0, 0, both=1, tried=9),
        CHANCE,
        **EXACT,
    ),
    Probe("picked", "Of twelve.", sentences(11, 1, tried=12), CHANCE, **EXACT),
    Probe("picked", "Of 72.", sentences(14, 1, both=3, tried=72), CHANCE, **EXACT),
    Probe("picked", "At most 1.", sentences(4, 2, tried=3), CHANCE, **EXACT),
    Probe("many", "Thousands.", sentences(1250, 1100), CHANCE, **EXACT),
    Probe("many", "Thousands, level.", sentences(1150, 1150), CHANCE, **EXACT),
    Probe("many", "The rule far ahead.", sentences(60, 800, tried=6), CHANCE, **EXACT),
    Probe(
        "input untouched",
        "Neither list changes.",
        sentences(3, 2, both=2, neither=2),
        untouched,
    ),
    Probe("input untouched", "So it is without ties.", sentences(5, 4), untouched),
)
