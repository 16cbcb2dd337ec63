"""The tasks of chapter 12 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import inspection as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.inspection import (
    ablation,
    chance,
    labels,
    neighbours,
    pieces,
    resting,
)

NEIGHBOUR = hidden(visible.NEIGHBOUR, *neighbours.PROBES)
REST = hidden(visible.REST, *resting.PROBES)
WORDS = hidden(visible.WORDS, *pieces.PROBES)
CHANCE = hidden(visible.CHANCE, *chance.PROBES)
VERSUS = hidden(visible.VERSUS, *labels.PROBES)
# Right or wrong for good: there is nothing more to try them on.
READING = visible.READING
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
ABLATED = hidden(visible.ABLATED, *ablation.PROBES)
