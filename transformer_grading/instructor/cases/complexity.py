"""What the graders of chapter 8 are tried on."""

from transformer_grading.checks import complexity as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import complexity as hidden
from transformer_grading.instructor.right.complexity import (
    counts,
    examples,
    hidden_keys,
    masked,
    merge,
    products,
    tiles,
)

_TILES = (*tiles.RIGHT, *products.RIGHT, *masked.RIGHT, *hidden_keys.RIGHT)

CASES = (
    Case(visible.WORK, hidden.WORK, counts.WORK),
    Case(visible.LENGTHS, hidden.LENGTHS, counts.LENGTHS),
    Case(visible.PARAMETERS, hidden.PARAMETERS, counts.PARAMETERS),
    Case(visible.MEMORY, hidden.MEMORY, counts.MEMORY),
    Case(visible.MERGE, hidden.MERGE, merge.RIGHT),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, examples.RIGHT),
    Case(visible.TILES, hidden.TILES, _TILES),
)
