"""Padded sequences that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.multihead.layer import turned
from transformer_grading.checks.probes.multihead.padding import (
    edited,
    of_real_tokens,
    padded,
)
from transformer_grading.instructor.probes.attention.masked import drawn

_values = of_real_tokens(value)
_THREE = padded(1400, 5, 6, 3, 4, 2, 3)
_LARGE = in_double(padded(1485, 5, 6, 2, 3, 5, 2))
_LARGE["x"] = 20 * _LARGE["x"]
_SCATTERED = {**padded(1410, 5, 10, 2, 5, 5, 5), "real": drawn(1411, 3, 5)}

PROBES = (
    Probe(
        "padding",
        "There may be as many heads as sequences.",
        _THREE,
        _values,
    ),
    Probe(
        "padding",
        "Batch, heads, tokens and features may all differ in number.",
        padded(1420, 7, 15, 3, 7, 1, 4, 6, 2),
        _values,
    ),
    Probe(
        "padding",
        "There may be fewer sequences than heads.",
        padded(1430, 5, 12, 4, 5, 2),
        _values,
    ),
    Probe(
        "padding",
        "Sequences, heads and tokens may be alike in number.",
        padded(1440, 4, 8, 4, 3, 4, 2, 1),
        _values,
    ),
    Probe(
        "padding",
        "There may be as many tokens as sequences.",
        padded(1450, 4, 6, 2, 2, 4, 3, 1),
        _values,
    ),
    Probe(
        "padding",
        "There may be one sequence.",
        padded(1460, 6, 6, 3, 4),
        _values,
    ),
    Probe(
        "padding",
        "There may be one head.",
        padded(1470, 5, 3, 1, 2, 4),
        _values,
    ),
    Probe(
        "padding",
        "Padding may stand anywhere.",
        _SCATTERED,
        _values,
    ),
    Probe(
        "padding",
        "The output has the dtype of x.",
        in_double(padded(1480, 5, 6, 2, 3, 5)),
        _values,
    ),
    Probe(
        "padding",
        "It does not matter how x and real lie in memory.",
        turned(padded(1482, 5, 6, 2, 3, 5, 4)),
        _values,
    ),
    Probe(
        "padding",
        "Scores may be large.",
        _LARGE,
        _values,
    ),
    Probe(
        "edited padding",
        "Editing padding moves no output of a real token.",
        _THREE,
        of_real_tokens(moved_by(x=edited(_THREE, -4.0))),
    ),
    Probe(
        "edited padding",
        "So it is wherever padding stands.",
        _SCATTERED,
        of_real_tokens(moved_by(x=edited(_SCATTERED, 2.5))),
    ),
    Probe(
        "edited padding",
        "So it is however large padding becomes.",
        _SCATTERED,
        of_real_tokens(moved_by(x=edited(_SCATTERED, -1e7))),
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        padded(1490, 5, 6, 2, 3, 5, 4, 2),
        of_real_tokens(alone(2)),
    ),
    Probe(
        "input untouched",
        "x and real stay as they were.",
        padded(1500, 5, 6, 3, 3, 5, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from real tokens to all real tokens they look at.",
        padded(1510, 5, 6, 3, 3, 5, 4),
        of_real_tokens(gradient),
    ),
)
