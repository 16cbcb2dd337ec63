"""What a table of waves has to be like."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.observing import Call, Observation, Observe


def table(seq: int, d_model: int, start: int = 0) -> dict[str, Any]:
    """Name the arguments of a table.

    No two probes ask for tables of one size, so that an answer that keeps its tables
    does the same whatever ran before.
    """
    return {"seq": seq, "d_model": d_model, "start": start}


def then_from(start: int) -> Observe:
    """Observe a table, and another one of the same size that begins elsewhere.

    Args:
        start: Where the second one begins.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        first = call(*inputs.values())
        second = call(*{**inputs, "start": start}.values())
        return {
            **{f"{name}, asked first": seen for name, seen in first.items()},
            **{f"{name} from {start} on": seen for name, seen in second.items()},
        }

    return observe


# Enough to tell float64 from numbers that were float32 for a moment.
ALL_DIGITS = {"atol": 1e-9, "rtol": 0.0}

PROBES = (
    Probe(
        "value",
        "Position 0 is (0, 1, 0, 1), and the second hand turns by 1/100 a step.",
        table(2, 4),
        value,
    ),
    Probe(
        "value",
        "With two columns there is one hand, and it turns by one radian a step.",
        table(4, 2),
        value,
    ),
    Probe(
        "value",
        "Three hands divide the position by 10000^0, 10000^(1/3) and 10000^(2/3).",
        table(3, 6),
        value,
    ),
    Probe(
        "value",
        "All columns of a larger table follow the formula, to nine digits.",
        table(10, 8),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "odd width",
        "Three columns are a sine, its cosine, and a sine that has none.",
        table(2, 3, 3),
        value,
    ),
    Probe(
        "odd width",
        "Seven columns are four sines and three cosines.",
        table(5, 7),
        value,
    ),
    Probe(
        "odd width",
        "One column is one sine.",
        table(4, 1, 2),
        value,
    ),
    Probe(
        "start",
        "The first row is that of position start.",
        table(3, 4, 5),
        value,
    ),
    Probe(
        "start",
        "Two tables of the same size may begin at different positions.",
        table(5, 6),
        then_from(2),
    ),
    Probe(
        "far away",
        "At position 100 000 every column is right to five digits.",
        table(2, 6, 100_000),
        value,
    ),
)
