"""Resting places that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask
from transformer_grading.checks.observations import alone, untouched
from transformer_grading.checks.probes.inspection.neighbours import SHARP
from transformer_grading.checks.probes.inspection.resting import (
    OTHERS,
    RESTED,
    looks,
    with_row,
)

_THREE = mask([1, 0, 0, 1, 0, 0, 1], [0, 1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0, 0])
_INSIDE = mask([0, 0, 1, 0, 1])
_WIDE = looks(2110, _THREE, heads=5, query=4)
_FULL = with_row(looks(2120, _INSIDE, heads=3, query=5), 2, 0, 0, 0, 0.125, 0, 0.875)
_EMPTY = with_row(_FULL, 1, 4, 0, 0, 0, 0, 0)
_SQUARE = looks(
    2130,
    mask([0, 1, 0, 0], [1, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]),
    heads=4,
    query=4,
)

PROBES = (
    Probe(
        "shares",
        "A resting place inside.",
        looks(2140, _INSIDE, heads=2, query=3),
        OTHERS,
    ),
    Probe("shares", "None.", looks(2150, mask([0, 0, 0, 0]), heads=3, query=2), OTHERS),
    Probe(
        "shares", "All but one.", looks(2160, mask([1, 1, 0]), heads=2, query=3), OTHERS
    ),
    Probe("nothing left", "One row.", _FULL, OTHERS),
    Probe("nothing left", "One of zeros.", _EMPTY, OTHERS),
    Probe(
        "nothing left",
        "All.",
        looks(2170, mask([1, 1, 1, 1]), heads=1, query=5),
        OTHERS,
    ),
    Probe(
        "little left",
        "Very little.",
        with_row(_FULL, 0, 3, 2e-9, 0, 1, 5e-9, 0),
        OTHERS,
    ),
    Probe(
        "little left",
        "Hardly anything.",
        with_row(_FULL, 0, 3, 2e-25, 0, 0.5, 0, 0.5),
        OTHERS,
    ),
    Probe(
        "little left",
        "The smallest numbers.",
        with_row(_FULL, 0, 3, 2e-37, 0, 0.5, 1e-37, 0.5),
        OTHERS,
    ),
    Probe(
        "little left",
        "Next to nothing.",
        with_row(_FULL, 0, 3, 2e-13, 0, 0.5, 4e-13, 0.5),
        OTHERS,
    ),
    Probe("rested", "One, two and three places.", _WIDE, RESTED),
    Probe("rested", "A row that lay on them, and a row of zeros.", _EMPTY, RESTED),
    Probe("rested", "None.", looks(2180, mask([0, 0, 0, 0]), heads=3, query=2), RESTED),
    Probe("each its own", "Three sentences.", _WIDE, OTHERS),
    Probe("each its own", "All sizes are the same.", _SQUARE, OTHERS),
    Probe("each its own", "One of them alone.", _WIDE, alone(2)),
    Probe("dtype", "In float64.", in_double(_WIDE), OTHERS, **SHARP),
    Probe("dtype", "So is what rested.", in_double(_SQUARE), RESTED, **SHARP),
    Probe("input untouched", "Nothing that was handed in changes.", _EMPTY, untouched),
    Probe("input untouched", "So it is for three sentences.", _WIDE, untouched),
)
