"""Tables at both ends of a model that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, whole
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    only,
    untouched,
    value,
)
from transformer_grading.checks.probes.scaling.tying import drawn

_IDS = whole([5, 0, 2, 2], [1, 6, 0, 4], [3, 3, 5, 1])
_SOME = drawn(_IDS, 800, 7, 5, 6)
_EXACT = drawn(_IDS, 810, 7, 5, 4)
_SQUARE = drawn(whole(*([0, 3, 2, 1],) * 2, *([2, 2, 0, 3],) * 2), 820, 4, 4, 4)
_EDITED = torch.cat([-_SOME["table"][:2], _SOME["table"][2:]])

TABLES = (
    Probe(
        "value",
        "More words than features.",
        {"noise": numbers(900, 17, 5)},
        value,
    ),
    Probe(
        "value",
        "More features than words.",
        {"noise": numbers(901, 3, 33)},
        value,
    ),
    Probe(
        "value",
        "As many words as features.",
        {"noise": numbers(902, 6, 6)},
        value,
    ),
    Probe(
        "value",
        "The table has the dtype of the noise.",
        in_double({"noise": numbers(903, 11, 7)}),
        value,
    ),
    Probe(
        "value",
        "Entries far from 0 are multiplied by the same number.",
        {"noise": numbers(905, 7, 5) * 10},
        value,
    ),
    Probe(
        "input untouched",
        "The noise stays as it was.",
        {"noise": numbers(904, 5, 6)},
        untouched,
    ),
)
ENDS = (
    Probe(
        "input",
        "Several texts, and more positions than are needed.",
        _SOME,
        only("input"),
    ),
    Probe(
        "logits",
        "Several texts, a state for each word of them.",
        _SOME,
        only("logits"),
    ),
    Probe(
        "input",
        "As many positions as words in a text.",
        _EXACT,
        only("input"),
    ),
    Probe(
        "input",
        "All sizes are the same.",
        _SQUARE,
        only("input"),
    ),
    Probe(
        "logits",
        "All sizes are the same.",
        _SQUARE,
        only("logits"),
    ),
    Probe(
        "input",
        "The input has the dtype of the table.",
        in_double(_SOME),
        only("input"),
    ),
    Probe(
        "logits",
        "The logits have the dtype of the table.",
        in_double(_SOME),
        only("logits"),
    ),
    Probe(
        "one table",
        "Editing the rows of two words moves their inputs and logits, and no others.",
        _SOME,
        moved_by(table=_EDITED),
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        _SOME,
        alone(2, "table", "positions"),
    ),
    Probe(
        "input untouched",
        "Words, table, positions and states stay as they were.",
        drawn(whole([1, 0, 2, 2, 5], [4, 0, 0, 3, 1], [2, 1, 5, 4, 3]), 830, 6, 7, 6),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the input to the table and to the positions.",
        _SOME,
        only("input", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from the logits to the table and to the states.",
        _SOME,
        only("logits", look=gradient),
    ),
)
