"""Words in, on ids and tables that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, whole
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.transformer.embed import (
    door,
    silent,
    wordless,
)

_BATCH = door(2010, whole([6, 0, 2, 2], [1, 5, 0, 6], [3, 3, 3, 4]), (7, 5), 13, None)
_LATE = door(2020, whole([2, 1], [0, 4], [4, 4]), (5, 6), 9, 7)
_DEEP = door(2030, whole([[0, 1, 2], [2, 2, 1]], [[1, 0, 0], [2, 1, 2]]), (3, 11), 8, 4)
_SQUARE = door(
    2040, whole([3, 1, 0, 2], [1, 1, 2, 2], [0, 3, 3, 0], [2, 0, 1, 3]), (4, 4), 4, 0
)
_WIDE = door(2050, whole(1, 0, 1), (2, 64), 5, None)

PROBES = (
    Probe("words", "Three sentences.", _BATCH, value),
    Probe("words", "Wide rows.", _WIDE, value),
    Probe(
        "words",
        "It does not matter how the table lies in memory.",
        {**_BATCH, "table": numbers(2060, 5, 7).T},
        value,
    ),
    Probe("words", "The result has the dtype of the table.", in_double(_LATE), value),
    Probe(
        "words",
        "Loud rows stay loud.",
        {**_BATCH, "table": 300 * _BATCH["table"]},
        value,
    ),
    Probe("scale", "d_model is 64.", silent(_WIDE), value),
    Probe("scale", "d_model is 5.", silent(_BATCH), value),
    Probe("scale", "As many rows as features.", silent(_SQUARE), value),
    Probe("positions", "Positions alone.", wordless(_WIDE), value),
    Probe("positions", "All sizes are the same.", _SQUARE, value),
    Probe(
        "positions",
        "Loud positions stay as they are.",
        {**_BATCH, "positions": 50 * _BATCH["positions"]},
        value,
    ),
    Probe("start", "Late words, up to the last position.", _LATE, value),
    Probe(
        "start",
        "The last place alone.",
        {**_LATE, "ids": whole([3]), "start": 8},
        value,
    ),
    Probe("leading axes", "Two leading axes, later words.", _DEEP, value),
    Probe(
        "leading axes",
        "No leading axis.",
        {**_BATCH, "ids": whole(5, 5, 0, 1, 6)},
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes.",
        {**_BATCH, "ids": whole([[[1, 2]], [[3, 4]]])},
        value,
    ),
    Probe("input untouched", "Nothing that was handed in changes.", _DEEP, untouched),
    Probe(
        "input untouched",
        "Long rows of a table stay long.",
        {**_BATCH, "table": 300 * _BATCH["table"]},
        untouched,
    ),
    Probe("gradient", "Gradients flow to rows and positions.", _BATCH, gradient),
    Probe("gradient", "The same with a start.", _DEEP, gradient),
)
