"""Chunks to read on with that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    gradient_of_all,
    only,
    untouched,
    value,
)
from transformer_grading.checks.probes.decoding.cache import (
    enlarged,
    in_chunks,
    last_edited,
    reading,
)

_FIRST = reading(2200, 3, old=0, new=5, sizes=(7, 2))
_ONE = reading(2210, 2, old=7, new=1, sizes=(3, 5))
_MORE = reading(2220, 3, old=2, new=5, sizes=(5, 7))
_LONG = reading(2230, 2, old=0, new=11)
_LEAD = reading(2240, 3, 2, old=5, new=2)

PROBES = (
    Probe("first chunk", "Five tokens.", _FIRST, only("output")),
    Probe("one token", "One token after seven.", _ONE, only("output")),
    Probe("several", "Five tokens after two.", _MORE, only("output")),
    Probe("several", "The last one moves nobody else.", _MORE, last_edited),
    Probe("several", "Large scores.", enlarged(_MORE, 170), only("output")),
    Probe(
        "several",
        "One width.",
        reading(2260, 2, old=5, new=2, sizes=(7, 7)),
        only("output"),
    ),
    Probe("kept", "The first five.", _FIRST, only("keys", "values")),
    Probe("kept", "One more.", _ONE, only("keys", "values")),
    Probe("kept", "Five more.", _MORE, only("keys", "values")),
    Probe("chunks", "One by one.", _LONG, in_chunks(*[1] * 11)),
    Probe("chunks", "Six, then five.", _LONG, in_chunks(6, 5)),
    Probe("chunks", "Unlike chunks.", _LONG, in_chunks(2, 5, 1, 3)),
    Probe("leading axes", "Two of them.", _LEAD, value),
    Probe("leading axes", "None.", reading(2250, old=4, new=3), value),
    Probe("leading axes", "In float64.", in_double(_MORE), value, atol=1e-9, rtol=1e-9),
    Probe("input untouched", "All inputs stay as they were.", _LEAD, untouched),
    Probe("input untouched", "So they do at first.", _FIRST, untouched),
    Probe(
        "gradient", "To all inputs.", in_double(_LEAD), gradient_of_all(), 1e-9, 1e-7
    ),
)
