"""What the graders of chapter 5 are tried on."""

from transformer_grading.checks import positions as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import positions as hidden
from transformer_grading.instructor.right.positions import (
    matrices,
    scores,
    tokens,
    waves,
)

CASES = (
    Case(visible.SINUSOIDAL, hidden.SINUSOIDAL, waves.RIGHT),
    Case(visible.ADDING, hidden.ADDING, tokens.SUMS),
    Case(visible.COUNTING, hidden.COUNTING, matrices.COUNTS),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, tokens.EXAMPLES),
    Case(visible.PADDED, hidden.PADDED, tokens.PADDED),
    Case(visible.SHIFT, hidden.SHIFT, matrices.TURNS),
    Case(visible.ROTARY, hidden.ROTARY, scores.TURNED),
    Case(visible.DISTANCE, hidden.DISTANCE, scores.LOWERED),
)
