"""Prefixes and lengths that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import alone, untouched, value
from transformer_grading.checks.probes.transformer.families import texts

_MANY = texts(whole(1, 6, 0, 3, 2), whole(4, 6, 5, 3, 6), 7)
_SQUARE = texts(whole(4, 2, 0, 3), whole(4, 4, 4, 4), 4)

PROBES = (
    Probe("prefix", "A prefix of four words.", texts(whole(4), whole(7), 7), value),
    Probe("prefix", "All but one.", texts(whole(5), whole(6), 6), value),
    Probe("rest", "A prefix of one word.", texts(whole(1), whole(8), 8), value),
    Probe("rest", "A short prefix.", texts(whole(2), whole(9), 9), value),
    Probe("extremes", "No prefix.", texts(whole(0), whole(6), 6), value),
    Probe("extremes", "Nothing but prefix.", texts(whole(5), whole(5), 5), value),
    Probe("extremes", "One word, no prefix.", texts(whole(0), whole(1), 1), value),
    Probe("each text its own", "As many texts as places.", _SQUARE, value),
    Probe("each text its own", "One of them alone.", _SQUARE, alone(2)),
    Probe("each text its own", "Two texts.", texts(whole(0, 5), whole(5, 5), 5), value),
    Probe(
        "padding",
        "A prefix with padding behind it.",
        texts(whole(3), whole(3), 6),
        value,
    ),
    Probe("padding", "Five texts.", _MANY, value),
    Probe("padding", "Nothing but padding.", texts(whole(0, 1), whole(0, 2), 3), value),
    Probe("input untouched", "prefix and words stay as they were.", _MANY, untouched),
    Probe("input untouched", "So they do without padding.", _SQUARE, untouched),
)
