"""What the mask and the positions of texts in one row have to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.masking.fitting import square


def places(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the positions, of whatever type of whole numbers."""
    positions = call(*inputs.values())["positions"]
    whole = not positions.is_floating_point() and positions.dtype.itemsize > 1
    return {"positions": positions.long() if whole else positions}


def row(found: Tensor, stop_id: int) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {"ids": found, "stop_id": stop_id}


def both(found: Tensor, stop_id: int, says: str) -> tuple[Probe, ...]:
    """Make a probe for the mask and one for the positions."""
    inputs = row(found, stop_id)
    return (
        Probe("mask", says, inputs, square),
        Probe("positions", says, inputs, places),
    )


_TWO_ROWS = whole([4, 2, 7, 5, 6], [2, 6, 6, 2, 0])

PROBES = (
    *both(
        whole([7, 2, 5]),
        2,
        "A text sees itself up to the present, and a new one begins after each stop.",
    ),
    *both(whole([7, 8, 2, 9, 2, 4]), 2, "The last text need not end."),
    *both(whole([7, 8, 9, 6]), 2, "One text may fill the row."),
    *both(whole([5, 5, 1, 3, 5]), 5, "A stop may be a text of its own."),
    *both(_TWO_ROWS, 2, "Each row has its own texts."),
    *both(whole([6, 0, 2, 1, 0], [3, 2, 0, 0, 4]), 0, "Any id may be the stop."),
    Probe("input untouched", "ids stay as they were.", row(_TWO_ROWS, 2), untouched),
)
