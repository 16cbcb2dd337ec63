"""What weights between words have to be like, made of those between pieces."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, whole
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.inspection.neighbours import SHARP


def looks(seed: int, *word_of: int, lead: tuple[int, ...] = ()) -> dict[str, Any]:
    """Draw weights between pieces, and name the arguments of the task.

    Args:
        seed: The seed.
        *word_of: The word of each piece.
        lead: The leading axes.
    """
    seq = len(word_of)
    weights = (2 * numbers(seed, *lead, seq, seq)).softmax(dim=-1)
    return {"weights": weights, "word_of": whole(*word_of)}


_SPLIT = looks(60, -1, 0, 1, 1, 1, 2, 2, -1, lead=(2, 3))

PROBES = (
    Probe(
        "whole words",
        "Every piece is a word: nothing changes.",
        looks(10, 0, 1, 2),
        value,
    ),
    Probe(
        "split words",
        "One word of two pieces, and one whole.",
        looks(20, 0, 0, 1),
        value,
    ),
    Probe(
        "split words",
        "A word of three pieces between others.",
        looks(30, 0, 1, 1, 1, 2, 2, 3),
        value,
    ),
    Probe(
        "split words",
        "One word is all there is.",
        looks(40, 0, 0, 0),
        value,
    ),
    Probe(
        "special tokens",
        "Tokens that belong to no word have neither a row nor a column.",
        looks(50, -1, 0, 1, 2, -1),
        value,
    ),
    Probe(
        "special tokens",
        "So they have beside words of several pieces.",
        looks(55, -1, 0, 0, 1, -1),
        value,
    ),
    Probe(
        "special tokens",
        "One may stand between two words.",
        looks(57, -1, 0, 0, -1, 1, 1, 1, -1),
        value,
    ),
    Probe(
        "leading axes",
        "Any number of axes may stand in front.",
        _SPLIT,
        value,
    ),
    Probe(
        "leading axes",
        "Three of them, as many as words.",
        looks(70, -1, 0, 1, 1, 2, lead=(3, 1, 3)),
        value,
    ),
    Probe(
        "dtype",
        "From float64 comes float64.",
        in_double(_SPLIT),
        value,
        **SHARP,
    ),
    Probe(
        "input untouched",
        "The weights and the numbers of words stay as they were.",
        _SPLIT,
        untouched,
    ),
)
