"""What the graders of chapter 3 are tried on."""

from transformer_grading.checks import scaling as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import scaling as hidden
from transformer_grading.instructor.right.scaling import (
    backward,
    entropy,
    moments,
    tying,
    weights,
)

CASES = (
    Case(visible.MOMENTS, hidden.MOMENTS, moments.RIGHT),
    Case(visible.ENTROPY, hidden.ENTROPY, entropy.RIGHT),
    Case(visible.BACKWARD, hidden.BACKWARD, backward.RIGHT),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, weights.COUNTEREXAMPLES),
    Case(visible.REPAIRED, hidden.REPAIRED, weights.REPAIRED),
    Case(visible.MATCHES, hidden.MATCHES, weights.MATCHES),
    Case(visible.TABLE, hidden.TABLE, tying.TABLES),
    Case(visible.ENDS, hidden.ENDS, tying.ENDS),
)
