"""What the last states of texts of different lengths have to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)


def states(seed: int, seq: int, hidden: int, *lengths: int) -> dict[str, Tensor]:
    """Draw outputs, padding included, and first states.

    Args:
        seed: The seed.
        seq: Steps of the longest text, and of the padding of the others.
        hidden: Features of a state.
        *lengths: How many tokens each text has.
    """
    return {
        "outputs": numbers(seed, len(lengths), seq, hidden),
        "h": numbers(seed + 1, len(lengths), hidden),
        "lengths": whole(*lengths),
    }


def padded_with(number: float, inputs: dict[str, Any]) -> Tensor:
    """Give outputs with other padding.

    Args:
        number: What stands in the padding.
        inputs: Outputs and lengths.
    """
    outputs, lengths = inputs["outputs"], inputs["lengths"]
    over = torch.arange(outputs.shape[1], device="cpu") >= lengths[:, None]
    edited: Tensor = outputs.masked_fill(over[..., None], number)
    return edited


BY_HAND = {
    "outputs": tensor([[0.1], [0.2], [0.9]], [[0.4], [0.5], [0.6]]),
    "h": tensor([-0.3], [-0.7]),
    "lengths": whole(2, 3),
}
_ONE_EMPTY = {
    "outputs": tensor([[0.1], [0.2]], [[0.4], [0.5]]),
    "h": tensor([-0.3], [-0.7]),
    "lengths": whole(0, 1),
}
_ENDS_AT_ZERO = {
    "outputs": tensor(
        [[0.1, 0.2], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.3], [0.4, 0.5], [0.0, 0.0]]
    ),
    "h": tensor([-0.3, 0.6], [-0.7, 0.2]),
    "lengths": whole(2, 2),
}
_PADDED = states(40, 5, 2, 2, 5, 3)

PROBES = (
    Probe(
        "value",
        "A text of 2 tokens ends with its second output, one of 3 with its third.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Every text has a length of its own.",
        states(10, 5, 3, 4, 2, 5, 1),
        value,
    ),
    Probe(
        "value",
        "batch, seq and hidden may all be the same.",
        states(20, 3, 3, 2, 1, 3),
        value,
    ),
    Probe(
        "value",
        "A state that happens to be zero is a state like any other.",
        _ENDS_AT_ZERO,
        value,
    ),
    Probe(
        "value",
        "From outputs in float64 come states in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "padding",
        "Editing the outputs in the padding moves nothing.",
        _PADDED,
        moved_by(outputs=padded_with(100.0, _PADDED)),
    ),
    Probe(
        "empty text",
        "A text without a token still has the state that it began with.",
        _ONE_EMPTY,
        value,
    ),
    Probe(
        "empty text",
        "Any text may be the empty one.",
        states(50, 4, 3, 3, 0, 4, 0, 2),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        states(60, 4, 3, 4, 2, 3),
        alone(1),
    ),
    Probe(
        "input untouched",
        "The outputs, h and the lengths stay as they were.",
        states(70, 4, 3, 3, 0, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the last outputs, and to h where a text is empty.",
        states(80, 4, 3, 3, 0, 4, 1),
        gradient,
    ),
)
