"""What tokens have to be like after their positions have come in."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.observing import Call, Observation, Observe


def tokens(
    seed: int, batch: int, seq: int, d_model: int, max_len: int
) -> dict[str, Any]:
    """Draw tokens and a table.

    Args:
        seed: The seed.
        batch: Sequences.
        seq: Tokens of a sequence.
        d_model: Features of a token.
        max_len: Rows of the table.
    """
    return {
        "x": numbers(seed, batch, seq, d_model),
        "table": numbers(seed + 1, max_len, d_model),
    }


def of_the_tokens(observe: Observe) -> Observe:
    """Observe how the tokens fare, while the table is only given.

    Args:
        observe: What to look at in them.
    """

    def observe_tokens(call: Call, inputs: dict[str, Any]) -> Observation:
        table: Tensor = inputs["table"]
        start = [inputs["start"]] if "start" in inputs else []

        def with_table(x: Tensor) -> dict[str, Tensor]:
            return call(x, table.clone(), *start)

        return observe(with_table, {"x": inputs["x"]})

    return observe_tokens


def table_in_double(inputs: dict[str, Any]) -> dict[str, Any]:
    """Make the table, and nothing else, float64."""
    return {**inputs, "table": inputs["table"].double()}


def full_of_digits(inputs: dict[str, Any]) -> dict[str, Any]:
    """Turn floats into float64 that no float32 can hold."""
    return {
        name: value / 3
        if isinstance(value, Tensor) and value.is_floating_point()
        else value
        for name, value in in_double(inputs).items()
    }


BY_HAND = {
    "x": tensor([[1, 2], [3, 4]], [[5, 6], [7, 8]]),
    "table": tensor([0, 1], [10, 0], [0, 20]),
}
_WITH_ZEROS = tokens(40, 3, 5, 4, 7)
_WITH_ZEROS["x"][1, 2] = 0.0
_WITH_ZEROS["x"][2, 3, 1] = 0.0

# A sum of two numbers in float64 is right to more digits than float32 has.
ALL_DIGITS = {"atol": 1e-9, "rtol": 1e-9}

PROBES = (
    Probe(
        "value",
        "The token at place t gets row t of the table, in every sequence.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Batch, sequence, width and table may all have different sizes.",
        tokens(10, 3, 5, 4, 7),
        value,
    ),
    Probe(
        "value",
        "There may be as many sequences as tokens, and as many rows in the table.",
        tokens(20, 4, 4, 6, 4),
        value,
    ),
    Probe(
        "value",
        "The table may be much longer than a sequence.",
        tokens(30, 3, 5, 4, 20),
        value,
    ),
    Probe(
        "value",
        "A token of zeros is a token like any other.",
        _WITH_ZEROS,
        value,
    ),
    Probe(
        "start",
        "With start = 1 the first token gets row 1.",
        {**BY_HAND, "start": 1},
        value,
    ),
    Probe(
        "start",
        "The first token gets row start.",
        {**tokens(50, 3, 5, 4, 11), "start": 4},
        value,
    ),
    Probe(
        "dtype",
        "Tokens in float32 stay float32 when the table is float64.",
        table_in_double(BY_HAND),
        value,
    ),
    Probe(
        "dtype",
        "Tokens in float64 stay float64, and keep their digits.",
        full_of_digits(tokens(80, 2, 3, 4, 4)),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        tokens(60, 3, 5, 4, 9),
        of_the_tokens(alone(2)),
    ),
    Probe(
        "input untouched",
        "x and the table stay as they were.",
        {**BY_HAND, "start": 1},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {**tokens(70, 2, 3, 4, 6), "start": 2},
        of_the_tokens(gradient),
    ),
)
