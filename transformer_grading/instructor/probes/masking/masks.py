"""Causal masks, and masks of a whole model, that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.probes.masking.causal import shows
from transformer_grading.checks.probes.masking.fitting import drawn_ids, padded
from transformer_grading.checks.probes.masking.model_masks import of_each, texts

_KEPT = "New words see all kept words, themselves, and no later word."

CAUSAL = (
    shows("square", "Each word sees itself and the words before it.", 5, 5),
    shows("square", "Each word sees itself and the words before it.", 13, 13),
    shows("kept keys", _KEPT, 3, 11),
    shows("kept keys", "The newest word sees all words, itself included.", 1, 13),
    shows("kept keys", "One kept key is seen by every new word.", 8, 9),
    shows("kept keys", _KEPT, 2, 17),
    shows("kept keys", _KEPT, 5, 700),
)

_BEHIND = texts(
    padded(drawn_ids(1, 6, 3, 5), 4, 2, 5, 3),
    padded(drawn_ids(2, 6, 3, 4), 1, 1, 4, 2),
    *(4, 1),
)
_IN_FRONT = texts(
    padded(drawn_ids(3, 5, 4, 6), 2, -1, -6, -3, -2),
    padded(drawn_ids(4, 5, 4, 8), 3, -3, -8, -1, -5),
    *(2, 3),
)
_ALIKE = texts(
    padded(drawn_ids(5, 5, 4, 4), 3, 1, 4, -2, 3),
    padded(drawn_ids(6, 5, 4, 4), 3, -1, 2, 4, -3),
    *(3, 3),
)
_LONG = texts(
    padded(drawn_ids(7, 9, 5, 13), 0, 3, 13, 1, 12, -7),
    padded(drawn_ids(8, 9, 5, 3), 5, 1, 3, 2, 2, -1),
    *(0, 5),
)
_FULL = texts(drawn_ids(9, 5, 3, 5), drawn_ids(10, 5, 3, 6), 5, 7)

MASKS = (
    *of_each(_BEHIND, *["Padding stands behind the words."] * 3),
    *of_each(_IN_FRONT, *["Padding stands in front of the words."] * 3),
    *of_each(_ALIKE, *["All sizes may be the same, and both ids of padding."] * 3),
    *of_each(_LONG, *["A long source may have a short target."] * 3),
    *of_each(_FULL, *["There may be no padding at all."] * 3),
    Probe("input untouched", "source and target stay as they were.", _LONG, untouched),
    Probe(
        *("input untouched", "source and target stay as they were."),
        *(_IN_FRONT, untouched),
    ),
)
