"""What the graders of chapter 12 are tried on."""

from transformer_grading.checks import inspection as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import inspection as hidden
from transformer_grading.instructor.right.inspection import (
    ablation,
    chance,
    counterexample,
    labels,
    neighbours,
    pieces,
    reading,
    resting,
)

CASES = (
    Case(visible.NEIGHBOUR, hidden.NEIGHBOUR, neighbours.RIGHT),
    Case(visible.REST, hidden.REST, resting.RIGHT),
    Case(visible.WORDS, hidden.WORDS, pieces.RIGHT),
    Case(visible.CHANCE, hidden.CHANCE, chance.RIGHT),
    Case(visible.VERSUS, hidden.VERSUS, labels.RIGHT),
    Case(visible.READING, hidden.READING, reading.RIGHT),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, counterexample.RIGHT),
    Case(visible.ABLATED, hidden.ABLATED, ablation.RIGHT),
)
