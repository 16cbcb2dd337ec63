"""What the graders of chapter 1 are tried on."""

from transformer_grading.checks import recurrence as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import recurrence as hidden
from transformer_grading.instructor.right.recurrence import (
    ends,
    gates,
    networks,
    readers,
    slopes,
    windows,
)

CASES = (
    Case(visible.RNN, hidden.RNN, networks.RIGHT),
    Case(visible.LAST, hidden.LAST, ends.ENDS),
    Case(visible.COUNTS, hidden.COUNTS, ends.COUNTS),
    Case(visible.LSTM, hidden.LSTM, gates.RIGHT),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, ends.PLACES),
    Case(visible.REPAIRED, hidden.REPAIRED, windows.RIGHT),
    Case(visible.FADING, hidden.FADING, slopes.RIGHT),
    Case(visible.BOTH, hidden.BOTH, readers.RIGHT),
)
