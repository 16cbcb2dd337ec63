"""The tasks of chapter 10 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import training as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.training import (
    budget,
    losses,
    measures,
    rates,
    updates,
)

LOSSES = hidden(visible.LOSSES, *losses.PROBES)
FACTOR = hidden(visible.FACTOR, *rates.PROBES)
UPDATE = hidden(visible.UPDATE, *updates.PROBES)
MEASURED = hidden(visible.MEASURED, *measures.PROBES)
SHARE_OUT = hidden(visible.SHARE_OUT, *budget.PROBES)
# The six runs are there to be read: there are no others to try it on.
DIAGNOSES = visible.DIAGNOSES
