"""What one step of an LSTM has to be like."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient_of_all,
    only,
    untouched,
    value,
)
from transformer_grading.checks.probes.recurrence.rnn import WEIGHTS

_FAR = 25.0  # a sigmoid of this is 1 in float32


def step(seed: int, batch: int, d_model: int, hidden: int) -> dict[str, Tensor]:
    """Draw the arguments of a step, biases and old memory included.

    Args:
        seed: The seed.
        batch: Texts.
        d_model: Features of a token.
        hidden: Features of state and memory.
    """
    return {
        "x": numbers(seed, batch, d_model),
        "h": numbers(seed + 1, batch, hidden),
        "c": numbers(seed + 2, batch, hidden),
        "w_x": numbers(seed + 3, d_model, 4 * hidden) / 2,
        "w_h": numbers(seed + 4, hidden, 4 * hidden) / 2,
        "b": numbers(seed + 5, 4 * hidden),
    }


def with_gates(
    i: float, f: float, g: float, o: float, inputs: dict[str, Any]
) -> dict[str, Any]:
    """Give each gate a bias of its own: +1 opens it wide, −1 shuts it.

    Args:
        i: The input gate.
        f: The forget gate.
        g: The candidate.
        o: The output gate.
        inputs: The arguments of a step.
    """
    hidden = inputs["c"].shape[-1]
    b = torch.tensor([i, f, g, o], dtype=torch.float32, device="cpu") * _FAR
    return {**inputs, "b": b.repeat_interleave(hidden)}


BY_HAND = {
    "x": tensor([1]),
    "h": tensor([-1]),
    "c": tensor([2]),
    "w_x": tensor([math.log(3), 0, 0, 0]),
    "w_h": tensor([0, 0, -math.log(2), 0]),
    "b": tensor(0, 0, 0, -math.log(3)),
}
_TWO_FEATURES = {
    "x": tensor([1]),
    "h": tensor([0.5, -1]),
    "c": tensor([2, -1]),
    "w_x": tensor([1, 0, 0.5, -1, 2, 1, 0, -0.5]),
    "w_h": tensor([0, 1, 0, 0, 0.5, 0, 1, 0], [1, 0, -1, 0.5, 0, 1, 0, -1]),
    "b": tensor(0.5, -0.5, 1, 0, 0.25, -1, -0.25, 0.75),
}

PROBES = (
    Probe(
        "memory",
        "The new memory is f · c + i · g.",
        BY_HAND,
        only("c"),
    ),
    Probe(
        "memory",
        "With two features the first two columns belong to i, the next two to f.",
        _TWO_FEATURES,
        only("c"),
    ),
    Probe(
        "memory",
        "batch, d_model and hidden may all differ.",
        step(10, 2, 3, 5),
        only("c"),
    ),
    Probe(
        "memory",
        "batch, d_model and hidden may all be the same.",
        step(20, 3, 3, 3),
        only("c"),
    ),
    Probe(
        "state",
        "The new state is o · tanh of the new memory.",
        BY_HAND,
        only("h"),
    ),
    Probe(
        "state",
        "With two features the last two columns belong to o.",
        _TWO_FEATURES,
        only("h"),
    ),
    Probe(
        "state",
        "batch, d_model and hidden may all differ.",
        step(30, 3, 2, 4),
        only("h"),
    ),
    Probe(
        "state",
        "From inputs in float64 come results in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "gates",
        "Forget gate open, input gate shut: the memory stays as it was.",
        with_gates(-1, 1, 0, 0, _TWO_FEATURES),
        only("c"),
    ),
    Probe(
        "gates",
        "Forget gate shut, input gate open: the memory is the candidate alone.",
        with_gates(1, -1, 0, 0, _TWO_FEATURES),
        only("c"),
    ),
    Probe(
        "gates",
        "Output gate shut: the state is zero, the memory is not.",
        with_gates(0, 0, 0, -1, _TWO_FEATURES),
        value,
    ),
    Probe(
        "gates",
        "Output gate open: the state is tanh of the memory.",
        with_gates(0, 0, 0, 1, _TWO_FEATURES),
        value,
    ),
    Probe(
        "gates",
        "Sums and memory may be large: a gate is then 0 or 1.",
        with_gates(8, 8, -8, 8, {**_TWO_FEATURES, "c": tensor([100, -100])}),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        step(40, 3, 2, 5),
        alone(1, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, h, c, the matrices and b stay as they were.",
        step(50, 2, 3, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from state and memory to all inputs.",
        step(60, 2, 3, 4),
        gradient_of_all(),
    ),
)
