"""Layers without some heads that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.inspection.ablation import layer, other_numbers
from transformer_grading.checks.probes.inspection.neighbours import SHARP

_LAST = layer(2110, 0, 0, 1, batch=2, seq=5)
_WIDE = layer(2120, 0, 1, batch=3, seq=4, d_k=5)
_MOST = layer(2130, 1, 1, 0, 1, 1, batch=2, seq=7)
_SQUARE = layer(2140, 1, 0, 1, 0, batch=4, seq=4, d_k=4)
_NARROW = layer(2150, 0, 1, 1, 0, 0, 0, 1, batch=1, seq=3, d_k=1)

PROBES = (
    Probe("all there", "Two.", layer(2160, 0, 0, batch=1, seq=3, d_k=3), value),
    Probe("all there", "One token.", layer(2170, 0, 0, 0, batch=2, seq=1), value),
    Probe("one away", "The last of three.", _LAST, value),
    Probe("one away", "Wide heads.", _WIDE, value),
    Probe(
        "one away",
        "What it would have asked moves nothing.",
        _WIDE,
        moved_by(w=other_numbers(_WIDE, 1, 1)),
    ),
    Probe(
        "one away",
        "It does not matter how the tokens lie in memory.",
        {**_LAST, "x": numbers(2180, 2, 6, 5).mT},
        value,
    ),
    Probe("several away", "All but one.", _MOST, value),
    Probe("several away", "All sizes are the same.", _SQUARE, value),
    Probe("several away", "Heads of one feature.", _NARROW, value),
    Probe("several away", "A sentence alone.", _SQUARE, alone(2, "w", "b", "gone")),
    Probe("all away", "Two.", layer(2190, 1, 1, batch=2, seq=3, d_k=3), value),
    Probe("all away", "Five.", layer(2200, 1, 1, 1, 1, 1, batch=1, seq=4), value),
    Probe("dtype", "In float64.", in_double(_SQUARE), value, **SHARP),
    Probe("dtype", "With other heads.", in_double(_LAST), value, **SHARP),
    Probe("input untouched", "Nothing that was handed in changes.", _MOST, untouched),
    Probe("input untouched", "Nor with one head away.", _WIDE, untouched),
    Probe("gradient", "To the heads that are there.", _WIDE, gradient),
    Probe("gradient", "To the one that is left.", _MOST, gradient),
    Probe(
        "gradient",
        "To the last bias alone.",
        layer(2210, 1, 1, batch=1, seq=3),
        gradient,
    ),
)
