"""Packed texts that the student does not see."""

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.probes.masking.fitting import drawn_ids
from transformer_grading.checks.probes.masking.packed import both, row


def stopped(seed: int, batch: int, seq: int, stop_id: int) -> Tensor:
    """Draw rows in which about one id of four is a stop."""
    rows = drawn_ids(seed, 20, batch, seq)
    return rows.masked_fill(rows % 4 == 1, stop_id)


_ROWS = stopped(400, 3, 13, 2)
_ONE = whole([3, 9, 9, 4, 2, 7, 7, 3, 5, 5, 4, 9, 6, 1])
_LONG = drawn_ids(403, 20, 1, 41)
_LONG[0, 4] = 30
_ENDS = whole([3, 0, 3, 3, 8, 3, 3], [3, 3, 6, 6, 6, 6, 3])

PROBES = (
    *both(_ROWS, 2, "Many texts in each row."),
    *both(stopped(401, 5, 5, 7), 7, "There may be as many rows as places."),
    *both(stopped(402, 2, 17, 0), 0, "Any id may be the stop."),
    *both(_ONE, 9, "Texts of one row, two stops side by side."),
    *both(_ONE, 8, "One text may fill the row."),
    *both(_ENDS, 3, "A stop may be a text of its own, first or last."),
    *both(_LONG, 30, "A text may be long."),
    Probe("input untouched", "ids stay as they were.", row(_ROWS, 2), untouched),
)
