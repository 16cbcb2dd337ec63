"""Scores on vectors and tables that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.transformer.scores import (
    gradient_of_words,
    scoring,
    words_only,
)

_BATCH = scoring(2210, 3, 2, 6, vocab=5, pad_id=3)
_WIDE = scoring(2220, 2, 4, 64, vocab=11, pad_id=0)
_SQUARE = scoring(2230, 5, 5, 5, vocab=5, pad_id=4)
_ONE = scoring(2240, 7, vocab=4, pad_id=1)
_THIN = scoring(2250, 3, 1, vocab=6, pad_id=2)
_DEEP = scoring(2260, 2, 2, 1, 3, 4, vocab=9, pad_id=8)

PROBES = (
    Probe("scores", "Three sentences.", _BATCH, words_only),
    Probe("scores", "Wide vectors.", _WIDE, words_only, atol=1e-4),
    Probe("scores", "All sizes are the same.", _SQUARE, words_only),
    Probe("scores", "One feature.", _THIN, words_only),
    Probe(
        "scores",
        "It does not matter how the table lies in memory.",
        {**_BATCH, "table": numbers(2270, 6, 5).T},
        words_only,
    ),
    Probe(
        "scores",
        "The result has the dtype of the vectors.",
        in_double(_WIDE),
        words_only,
    ),
    Probe(
        "scores", "Loud rows.", {**_BATCH, "table": 1e4 * _BATCH["table"]}, words_only
    ),
    Probe("leading axes", "Four leading axes.", _DEEP, words_only),
    Probe("leading axes", "A vector alone.", _ONE, words_only),
    Probe("padding", "Padding has −∞.", _BATCH, value),
    Probe("padding", "So it has at the end of the table.", _SQUARE, value),
    Probe(
        "padding",
        "So it has beside loud rows.",
        {**_WIDE, "x": 1e4 * _WIDE["x"]},
        value,
    ),
    Probe(
        "padding",
        "A row of zeros is no padding.",
        {**_ONE, "table": 0 * _ONE["table"]},
        value,
    ),
    Probe("padding", "−∞ in float64.", in_double(_THIN), value),
    Probe("input untouched", "Nothing that was handed in changes.", _DEEP, untouched),
    Probe("input untouched", "Nor does it with a vector alone.", _ONE, untouched),
    Probe("gradient", "Gradients flow to vectors and rows.", _BATCH, gradient_of_words),
    Probe("gradient", "So they do for a vector alone.", _ONE, gradient_of_words),
    Probe("gradient", "So they do with four leading axes.", _DEEP, gradient_of_words),
)
