"""What the graders of chapter 4 are tried on."""

from transformer_grading.checks import multihead as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import multihead as hidden
from transformer_grading.instructor.right.multihead import (
    counting,
    grouped,
    joining,
    looping,
    padding,
    pruning,
    splitting,
)

CASES = (
    Case(visible.SPLIT, hidden.SPLIT, splitting.SPLIT),
    Case(visible.MERGE, hidden.MERGE, splitting.MERGE),
    Case(visible.LAYER, hidden.LAYER, (*joining.RIGHT, *looping.RIGHT)),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, padding.COUNTEREXAMPLES),
    Case(visible.REPAIRED, hidden.REPAIRED, padding.REPAIRS),
    Case(visible.PARAMETERS, hidden.PARAMETERS, counting.PARAMETERS),
    Case(visible.PRODUCTS, hidden.PRODUCTS, counting.PRODUCTS),
    Case(visible.PRUNED, hidden.PRUNED, pruning.RIGHT),
    Case(visible.GROUPED, hidden.GROUPED, grouped.RIGHT),
)
