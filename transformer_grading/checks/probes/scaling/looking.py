"""Look at one of several results, or at one row of what is handed in."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.observations import alone
from transformer_grading.checks.observing import Call, Observation, Observe


def row_alone(row: int, *shared: str) -> Observe:
    """Observe one row of the batch, handed over without the others.

    Args:
        row: Which row of the first axis.
        *shared: The inputs that are the same for every row.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        own = {name: x for name, x in inputs.items() if name not in shared}

        def with_shared(*args: Tensor) -> dict[str, Tensor]:
            given = {**inputs, **dict(zip(own, args, strict=True))}
            return call(*(x.clone() for x in given.values()))

        return alone(row)(with_shared, own)

    return observe
