"""Pieces of words that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.inspection.neighbours import SHARP
from transformer_grading.checks.probes.inspection.pieces import looks

_LONG = looks(2110, -1, 0, 0, 1, 2, 2, 2, 2, 3, 3, 4, -1, lead=(2, 5))
_PADDED = looks(2120, -1, 0, 1, 1, -1, -1, -1, lead=(3,))

PROBES = (
    Probe("whole words", "Four words.", looks(2130, 0, 1, 2, 3), value),
    Probe("whole words", "One word.", looks(2140, 0), value),
    Probe("split words", "At the start.", looks(2150, 0, 0, 0, 1, 2), value),
    Probe("split words", "At the end.", looks(2160, 0, 1, 2, 2), value),
    Probe("split words", "All.", looks(2170, 0, 0, 1, 1, 1, 2, 2), value),
    Probe("special tokens", "In front alone.", looks(2180, -1, 0, 1, 2), value),
    Probe("special tokens", "Behind alone.", looks(2190, 0, 1, 1, -1, -1), value),
    Probe("special tokens", "In between.", looks(2200, 0, -1, 1, 1, -1, 2), value),
    Probe("special tokens", "Two in front.", looks(2205, -1, -1, 0, 0, 1), value),
    Probe("leading axes", "Two of them.", _LONG, value),
    Probe("leading axes", "One.", _PADDED, value),
    Probe(
        "leading axes",
        "As many as words and pieces.",
        looks(2210, 0, 1, 1, lead=(3, 3)),
        value,
    ),
    Probe("dtype", "In float64.", in_double(_LONG), value, **SHARP),
    Probe("input untouched", "Nothing that was handed in changes.", _PADDED, untouched),
    Probe("input untouched", "So it is for many words.", _LONG, untouched),
)
