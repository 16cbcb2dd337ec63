"""What the gradient that is left after some steps has to be."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import untouched, value


def drawn(seed: int, seq: int, hidden: int, size: float = 0.7) -> dict[str, Tensor]:
    """Draw states between −1 and 1, and a matrix.

    Args:
        seed: The seed.
        seq: How many states.
        hidden: Features of a state.
        size: How large the matrix is.
    """
    return {
        "states": torch.tanh(numbers(seed, seq, hidden)),
        "w_h": numbers(seed + 1, hidden, hidden) * size,
    }


def silent(seq: int, w_h: Tensor) -> dict[str, Any]:
    """Write the states of a silent text, all of them zero, with a matrix.

    Args:
        seq: How many states.
        w_h: The matrix.
    """
    return {
        "states": w_h.new_zeros(seq, len(w_h)),
        "w_h": w_h,
    }


BY_HAND = {"states": tensor([0.2], [0.6], [0.8]), "w_h": tensor([0.5])}
_SHEAR = tensor([0.5, 1], [0, 0.5])

PROBES = (
    Probe(
        "value",
        "Each step back multiplies by w_h and by the slope at the step's own state.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "With one state there is lag 0 alone.",
        {"states": tensor([0.6, 0.8]), "w_h": tensor([0.5, 1], [0, 0.5])},
        value,
    ),
    Probe(
        "slopes",
        "Each feature of a new state has a slope of its own.",
        {"states": tensor([0.1, 0.3], [0.6, 0]), "w_h": tensor([0.5, 1], [2, -0.5])},
        value,
    ),
    Probe(
        "slopes",
        "In a silent text every slope is 1.",
        silent(4, tensor([0.5])),
        value,
    ),
    Probe(
        "several steps",
        "Matrices are multiplied first, and measured afterwards.",
        silent(4, _SHEAR),
        value,
    ),
    Probe(
        "several steps",
        "There may be more states than features.",
        drawn(10, 5, 3),
        value,
    ),
    Probe(
        "several steps",
        "There may be as many states as features.",
        drawn(20, 4, 4),
        value,
    ),
    Probe(
        "several steps",
        "A large matrix makes the gradient explode.",
        drawn(30, 6, 3, 3.0),
        value,
        atol=1e-3,
    ),
    Probe(
        "value",
        "From states in float64 come norms in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "input untouched",
        "The states and w_h stay as they were.",
        drawn(40, 5, 3),
        untouched,
    ),
)
