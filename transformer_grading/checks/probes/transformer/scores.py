"""What the scores at the end of a model have to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    asking,
    copies,
    slopes,
    untouched,
    value,
    weighted,
)
from transformer_grading.checks.observing import Call, Observation


def scoring(seed: int, *shape: int, vocab: int, pad_id: int) -> dict[str, Any]:
    """Draw vectors and a table.

    Args:
        seed: The seed.
        *shape: The shape of the vectors.
        vocab: Words of the table.
        pad_id: Which of them is padding.
    """
    return {
        "x": numbers(seed, *shape),
        "table": numbers(seed + 1, vocab, shape[-1]),
        "pad_id": pad_id,
    }


def words_only(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the scores of all words, whatever padding gets."""
    return {"the scores of words": _words(call(*inputs.values())["scores"], inputs)}


def gradient_of_words(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe how the scores of all words depend on vectors and table."""
    leaves = asking(inputs)
    scores = _words(call(*copies(inputs))["scores"], inputs)
    found = slopes(weighted(scores.log_softmax(dim=-1)), leaves)
    return {f"the gradient of {name}": slope for name, slope in found.items()}


def _words(scores: Tensor, inputs: dict[str, Any]) -> Tensor:
    """Leave out the column of padding, where the columns are those of the table."""
    if scores.shape[-1:] != inputs["table"].shape[:1]:
        return scores
    return scores[..., torch.arange(scores.shape[-1]) != inputs["pad_id"]]


BY_HAND: dict[str, Any] = {
    "x": tensor([2, 1]),
    "table": tensor([1, 0], [0, 2], [3, 1], [1, 1]),
    "pad_id": 2,
}
_BATCH = scoring(10, 2, 3, 5, vocab=7, pad_id=0)
_DEEP = scoring(20, 2, 1, 3, 4, vocab=6, pad_id=5)
_SQUARE = scoring(30, 4, 4, vocab=4, pad_id=1)

PROBES = (
    Probe(
        "scores",
        "The score of a word is the product of the vector and its row.",
        BY_HAND,
        words_only,
    ),
    Probe(
        "scores",
        "Two sentences of three vectors.",
        _BATCH,
        words_only,
    ),
    Probe(
        "scores",
        "As many vectors as features, and as many as words.",
        _SQUARE,
        words_only,
    ),
    Probe(
        "scores",
        "From float64 comes float64.",
        in_double(_BATCH),
        words_only,
    ),
    Probe(
        "scores",
        "Loud vectors have loud scores.",
        {**_BATCH, "x": 1000 * _BATCH["x"]},
        words_only,
    ),
    Probe(
        "leading axes",
        "Three leading axes are as good as one.",
        _DEEP,
        words_only,
    ),
    Probe(
        "leading axes",
        "A single vector may come without any leading axis.",
        {**BY_HAND, "x": tensor(2, 1)},
        words_only,
    ),
    Probe(
        "padding",
        "Padding has the score −∞, and nothing else has.",
        BY_HAND,
        value,
    ),
    Probe(
        "padding",
        "Padding may have the id 0, and a loud vector.",
        {**_BATCH, "x": 1000 * _BATCH["x"]},
        value,
    ),
    Probe(
        "padding",
        "Padding may have the last id.",
        _DEEP,
        value,
    ),
    Probe(
        "padding",
        "A vector of zeros scores all words alike, and padding −∞.",
        {**_SQUARE, "x": 0 * _SQUARE["x"]},
        value,
    ),
    Probe(
        "input untouched",
        "Vectors and table stay as they were.",
        _BATCH,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the vectors and to every row but that of padding.",
        _BATCH,
        gradient_of_words,
    ),
    Probe(
        "gradient",
        "The same where padding has another id.",
        _SQUARE,
        gradient_of_words,
    ),
)
