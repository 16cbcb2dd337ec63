"""Neighbours in sentences that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.probes.inspection.neighbours import (
    ORDINARY,
    SHARES,
    SHARP,
    decided,
    littered,
    looks,
)

_ALL = mask([1, 1, 1, 1, 1, 1, 1])
_ENDS = mask([0, 1, 1, 1, 0])
_GAPS = mask([0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0], [0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0])
_FOUR = mask(
    [0, 1, 1, 1, 1, 1, 1, 0],
    [0, 1, 1, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 1, 0, 0, 0],
)
_BEHIND = mask([0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1])
_FULL = mask([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1])

PROBES = (
    Probe("steps", "Before.", looks(2110, _ALL, layers=2, heads=5, by=-1), SHARES),
    Probe("steps", "After.", looks(2120, _ALL, layers=3, heads=2, by=1), SHARES),
    Probe("steps", "Three back.", looks(2130, _ALL, layers=1, heads=3, by=-3), SHARES),
    Probe("steps", "The farthest.", looks(2140, _ALL, layers=2, heads=3, by=6), SHARES),
    Probe("steps", "Itself.", looks(2150, _ENDS, layers=2, heads=2, by=0), SHARES),
    Probe(
        "steps",
        "As many sentences as layers, heads and tokens.",
        looks(2160, _FULL, layers=4, heads=4, by=-1),
        SHARES,
    ),
    Probe(
        "words", "Special tokens.", looks(2170, _ENDS, layers=2, heads=3, by=-1), SHARES
    ),
    Probe(
        "words", "Words between.", looks(2180, _GAPS, layers=3, heads=2, by=1), SHARES
    ),
    Probe("words", "Jumps.", looks(2190, _GAPS, layers=2, heads=3, by=-2), SHARES),
    Probe(
        "words",
        "Padding in front.",
        looks(2200, _BEHIND, layers=2, heads=3, by=-1),
        SHARES,
    ),
    Probe(
        "sentences",
        "Four sentences, one without a pair.",
        looks(2210, _FOUR, layers=2, heads=3, by=-1),
        SHARES,
    ),
    Probe(
        "sentences",
        "Two back, which two of them have.",
        looks(2220, _FOUR, layers=3, heads=5, by=-2),
        SHARES,
    ),
    Probe(
        "sentences",
        "Rows that hold nan.",
        littered(looks(2230, _FOUR, layers=2, heads=3, by=-1)),
        SHARES,
    ),
    Probe(
        "sentences",
        "Rows that hold what is infinite.",
        littered(looks(2233, _FOUR, layers=3, heads=2, by=1), torch.inf),
        SHARES,
    ),
    Probe(
        "sentences",
        "Weights of 0.",
        decided(looks(2236, _FOUR, layers=2, heads=5, by=1)),
        SHARES,
    ),
    Probe("ordinary", "Odd.", looks(2240, _GAPS, layers=3, heads=7, by=-1), ORDINARY),
    Probe("ordinary", "Even.", looks(2250, _FOUR, layers=2, heads=2, by=1), ORDINARY),
    Probe("ordinary", "One.", looks(2260, _ENDS, layers=1, heads=1, by=1), ORDINARY),
    Probe(
        "ordinary",
        "Equal shares.",
        decided(looks(2262, _FOUR, layers=3, heads=5, by=-1)),
        ORDINARY,
    ),
    Probe("ordinary", "Many.", looks(2270, _FOUR, layers=6, heads=12, by=-1), ORDINARY),
    Probe(
        "dtype",
        "In float64.",
        in_double(looks(2280, _FOUR, layers=2, heads=3, by=1)),
        SHARES,
        **SHARP,
    ),
    Probe(
        "dtype",
        "So is the ordinary head.",
        in_double(looks(2290, _GAPS, layers=3, heads=2, by=-1)),
        ORDINARY,
        **SHARP,
    ),
    Probe(
        "input untouched",
        "Nothing that was handed in changes.",
        looks(2300, _GAPS, layers=2, heads=3, by=1),
        untouched,
    ),
)
