"""The tasks of chapter 1 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, lengths and
windows.
"""

from transformer_grading.checks import recurrence as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.recurrence import (
    counting,
    gated,
    reading,
    windowed,
)

RNN = hidden(visible.RNN, *reading.NETWORKS)
LAST = hidden(visible.LAST, *reading.ENDS)
COUNTS = hidden(visible.COUNTS, *counting.PROBES)
LSTM = hidden(visible.LSTM, *gated.STEPS)
# Two places are right or wrong for good: there is nothing more to try them on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *windowed.WINDOWS)
FADING = hidden(visible.FADING, *gated.SLOPES)
BOTH = hidden(visible.BOTH, *windowed.BOTH)
