"""The tasks of chapter 5 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, places and
seeds.
"""

from transformer_grading.checks import positions as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.positions import scores, tables, tokens

SINUSOIDAL = hidden(visible.SINUSOIDAL, *tables.WAVES)
ADDING = hidden(visible.ADDING, *tokens.SUMS)
COUNTING = hidden(visible.COUNTING, *tables.COUNTS)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
PADDED = hidden(visible.PADDED, *tokens.PADDED)
SHIFT = hidden(visible.SHIFT, *tables.MATRICES)
ROTARY = hidden(visible.ROTARY, *scores.TURNED)
DISTANCE = hidden(visible.DISTANCE, *scores.LOWERED)
