"""What the graders of chapter 2 are tried on."""

from transformer_grading.checks import attention as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import attention as hidden
from transformer_grading.instructor.right.attention import (
    attention,
    joining,
    looping,
    others,
    products,
    softmax,
)

_ATTENTION = (*attention.RIGHT, *products.RIGHT)

CASES = (
    Case(visible.SOFTMAX, hidden.SOFTMAX, softmax.RIGHT),
    Case(visible.ATTENTION, hidden.ATTENTION, _ATTENTION),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, others.COUNTEREXAMPLES),
    Case(visible.REPAIRED, hidden.REPAIRED, _ATTENTION),
    Case(visible.TEMPERATURE, hidden.TEMPERATURE, others.TEMPERATURES),
    Case(visible.KERNEL, hidden.KERNEL, others.CURVES),
    Case(visible.LAYER, hidden.LAYER, (*joining.RIGHT, *looping.RIGHT)),
)
