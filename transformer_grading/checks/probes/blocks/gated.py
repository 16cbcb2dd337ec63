"""What a gated network has to be like."""

import math
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


def gates(seed: int, *shape: int, d_ff: int) -> dict[str, Any]:
    """Draw the arguments of a gated network.

    Args:
        seed: The seed.
        *shape: The shape of the tokens.
        d_ff: Features inside.
    """
    d_model = shape[-1]
    return {
        "x": numbers(seed, *shape),
        "w_gate": numbers(seed + 1, d_model, d_ff),
        "w_up": numbers(seed + 2, d_model, d_ff),
        "w_down": numbers(seed + 3, d_ff, d_model) / 2,
    }


BY_HAND: dict[str, Tensor] = {
    "x": tensor([1, 2]),
    "w_gate": tensor([math.log(3), 0], [0, 0]),
    "w_up": tensor([0, 1], [2, 1]),
    "w_down": tensor([10, 20], [30, 40]),
}
_LOUD = gates(15, 3, 5, d_ff=7)
_LOUD["x"] = 10 * _LOUD["x"]
_SHUT = {**BY_HAND, "w_gate": tensor([500, -500], [0, 0])}
_BATCH = gates(30, 2, 3, 5, d_ff=7)

PROBES = (
    Probe(
        "value",
        "The gate multiplies the content, feature by feature.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Tokens, d_model and the inner width may all differ.",
        gates(10, 3, 5, d_ff=7),
        value,
    ),
    Probe(
        "value",
        "Tokens, d_model and the inner width may all be the same.",
        gates(20, 4, 4, d_ff=4),
        value,
    ),
    Probe(
        "value",
        "Tokens may be loud, so that gates are wide open or shut.",
        _LOUD,
        value,
        atol=1e-3,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(BY_HAND),
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
        "The tokens and the three matrices stay as they were.",
        BY_HAND,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the tokens and to all three matrices.",
        gates(40, 3, 4, d_ff=5),
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients are finite where gates are wide open or shut.",
        _SHUT,
        gradient,
        atol=1e-2,
    ),
)
