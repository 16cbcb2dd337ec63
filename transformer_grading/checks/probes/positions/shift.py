"""What a matrix has to be like that moves codes."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)
from transformer_lib.positions.sinusoidal import sinusoidal_table


def step(k: int, d_model: int) -> dict[str, Any]:
    """Name the arguments of a matrix."""
    return {"k": k, "d_model": d_model}


def moves(seq: int, start: int = 0) -> Observe:
    """Observe what the matrix makes of some codes.

    Args:
        seq: How many codes.
        start: The position of the first.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        (matrix,) = call(*inputs.values()).values()
        width = inputs["d_model"]
        if matrix.shape != (width, width):
            says = f"R came back with shape {tuple(matrix.shape)}, not ({width}, "
            raise UnusableError("shape", f"{says}{width}).")
        codes = sinusoidal_table(seq, width, start=start)
        name = f"R times the codes of positions {start} to {start + seq - 1}"
        return {name: codes @ matrix.double().T}

    return observe


def there_and_back(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the matrix of some steps, and then that of as many steps back."""
    k, d_model = inputs.values()
    (ahead,) = call(k, d_model).values()
    (back,) = call(-k, d_model).values()
    return {f"R of {k}": ahead, f"R of {-k}, asked afterwards": back}


# Enough to tell float64 from numbers that were float32 for a moment.
MOST_DIGITS = {"atol": 1e-8, "rtol": 0.0}

PROBES = (
    Probe(
        "value",
        "With two columns R is one block: cos 1 and sin 1 above −sin 1 and cos 1.",
        step(1, 2),
        value,
    ),
    Probe(
        "value",
        "With four columns there are two blocks, and zeros elsewhere.",
        step(3, 4),
        value,
    ),
    Probe(
        "value",
        "32 columns have 16 blocks, right to eight digits; a fit to codes may miss it.",
        step(9, 32),
        value,
        **MOST_DIGITS,
    ),
    Probe(
        "value",
        "No step at all leaves every code as it is.",
        step(0, 6),
        value,
    ),
    Probe(
        "moves codes",
        "R times the code of position p is the code of position p + k.",
        step(2, 4),
        moves(3),
    ),
    Probe(
        "moves codes",
        "One matrix serves all positions, far ones too.",
        step(7, 10),
        moves(5, 40),
    ),
    Probe(
        "steps back",
        "A negative k moves codes back.",
        step(-3, 6),
        value,
    ),
    Probe(
        "steps back",
        "As many steps ahead and back are two matrices.",
        step(4, 8),
        there_and_back,
    ),
    Probe(
        "far away",
        "100 000 steps are right to five digits.",
        step(100_000, 6),
        value,
    ),
)
