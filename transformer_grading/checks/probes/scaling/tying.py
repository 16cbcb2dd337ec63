"""What a table has to be like that serves at both ends of a model."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    only,
    untouched,
    value,
)


def drawn(ids: Tensor, seed: int, vocab: int, d_model: int, rows: int) -> Any:
    """Draw the table, the positions and the states that go with some words.

    Args:
        ids: The words.
        seed: The seed.
        vocab: How many words there are.
        d_model: Features of a word.
        rows: How many positions there are.
    """
    return {
        "ids": ids,
        "table": numbers(seed, vocab, d_model),
        "positions": numbers(seed + 1, rows, d_model),
        "states": numbers(seed + 2, *ids.shape, d_model),
    }


BY_HAND = {
    "ids": whole([2]),
    "table": tensor([1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0, 0, -0.5]),
    "positions": tensor([0, 1, 0, 1], [1, 0, 1, 0]),
    "states": tensor([[3, 1, 0, 1]]),
}
_SOME = drawn(whole([1, 3, 0], [0, 4, 4]), 10, 5, 7, 4)
_SQUARE = drawn(whole([1, 2, 0], [2, 2, 1], [0, 1, 1]), 20, 3, 3, 3)
_EDITED = torch.cat([_SOME["table"][:4], -2 * _SOME["table"][4:] + 1])

TABLES = (
    Probe(
        "value",
        "With four features, the numbers are halved.",
        {"noise": tensor([2, -1, 0, 4], [-2, 3, 1, 0.5])},
        value,
    ),
    Probe(
        "value",
        "Five words with three features each.",
        {"noise": numbers(0, 5, 3)},
        value,
    ),
    Probe(
        "value",
        "As many words as features.",
        {"noise": numbers(1, 4, 4)},
        value,
    ),
    Probe(
        "value",
        "Noise in float64 makes a table in float64.",
        in_double({"noise": tensor([2, -1, 0, 4], [-2, 3, 1, 0.5])}),
        value,
    ),
    Probe(
        "input untouched",
        "The noise stays as it was.",
        {"noise": numbers(2, 3, 5)},
        untouched,
    ),
)
ENDS = (
    Probe(
        "input",
        "A word's row, times the root of its length, and the position on top.",
        BY_HAND,
        only("input"),
    ),
    Probe(
        "logits",
        "One number for each word: the dot product of the state with its row.",
        BY_HAND,
        only("logits"),
    ),
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
        "From a table and positions in float64 comes an input in float64.",
        in_double(BY_HAND),
        only("input"),
    ),
    Probe(
        "logits",
        "From a table and states in float64 come logits in float64.",
        in_double(BY_HAND),
        only("logits"),
    ),
    Probe(
        "one table",
        "Editing the row of a word moves its input and its logit, and no other.",
        _SOME,
        moved_by(table=_EDITED),
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        _SOME,
        alone(1, "table", "positions"),
    ),
    Probe(
        "input untouched",
        "Words, table, positions and states stay as they were.",
        BY_HAND,
        untouched,
    ),
    Probe(
        "input untouched",
        "The same with several texts.",
        _SOME,
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
