"""What a feed-forward network has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.rows import shifted


def network(seed: int, *shape: int, d_ff: int, **slope: float) -> dict[str, Any]:
    """Draw the arguments of a network.

    Args:
        seed: The seed.
        *shape: The shape of the tokens.
        d_ff: Features inside.
        **slope: The slope, if it is given.
    """
    d_model = shape[-1]
    return {
        "x": numbers(seed, *shape),
        "w_1": numbers(seed + 1, d_model, d_ff) / 2,
        "b_1": numbers(seed + 2, d_ff),
        "w_2": numbers(seed + 3, d_ff, d_model) / 2,
        "b_2": numbers(seed + 4, d_model),
        **slope,
    }


BY_HAND: dict[str, Tensor] = {
    "x": tensor([1, 2]),
    "w_1": tensor([1, 0, 1], [0, -1, 1]),
    "b_1": tensor(0, 1, -1),
    "w_2": tensor([1, 0], [5, 5], [0, 1]),
    "b_2": tensor(10, 20),
}
_BATCH = network(30, 2, 3, 4, d_ff=7, slope=0.3)

PROBES = (
    Probe(
        "value",
        "The first matrix, its bias, the bend, the second matrix, its bias.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Tokens, d_model and d_ff may all differ.",
        network(10, 3, 5, d_ff=7),
        value,
    ),
    Probe(
        "value",
        "Tokens, d_model and d_ff may all be the same.",
        network(20, 4, 4, d_ff=4),
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "biases",
        "A token of zeros becomes what the biases make of it.",
        {**BY_HAND, "x": tensor([0, 0])},
        value,
    ),
    Probe(
        "slope",
        "With slope 0.1 the number −1 inside becomes −0.1.",
        {**BY_HAND, "slope": 0.1},
        value,
    ),
    Probe(
        "slope",
        "With slope 1 there is no bend.",
        {**BY_HAND, "slope": 1.0},
        value,
    ),
    Probe(
        "slope",
        "Any slope from 0 to 1 will do.",
        network(10, 3, 5, d_ff=7, slope=0.3),
        value,
    ),
    Probe(
        "each token by itself",
        "Two leading axes are as good as one.",
        _BATCH,
        value,
    ),
    Probe(
        "each token by itself",
        "A single token may come without any leading axis.",
        {**BY_HAND, "x": tensor(1, 2)},
        value,
    ),
    Probe(
        "each token by itself",
        "Editing one token moves no other.",
        _BATCH,
        moved_by(x=shifted(_BATCH["x"], 1)),
    ),
    Probe(
        "input untouched",
        "The tokens, both matrices and both biases stay as they were.",
        {**BY_HAND, "slope": 0.1},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the tokens, to both matrices and to both biases.",
        network(40, 3, 4, d_ff=5, slope=0.2),
        gradient,
    ),
)
