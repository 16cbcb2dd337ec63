"""What the graders of chapter 10 are tried on."""

from transformer_grading.checks import training as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import training as hidden
from transformer_grading.instructor.right.training import (
    budget,
    diagnoses,
    losses,
    measures,
    rates,
    updates,
)

CASES = (
    Case(visible.LOSSES, hidden.LOSSES, losses.RIGHT),
    Case(visible.FACTOR, hidden.FACTOR, rates.RIGHT),
    Case(visible.UPDATE, hidden.UPDATE, updates.RIGHT),
    Case(visible.MEASURED, hidden.MEASURED, measures.RIGHT),
    Case(visible.SHARE_OUT, hidden.SHARE_OUT, budget.RIGHT),
    Case(visible.DIAGNOSES, hidden.DIAGNOSES, diagnoses.RIGHT),
)
