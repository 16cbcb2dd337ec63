"""The tasks of chapter 8 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, masks and seeds.
"""

from transformer_grading.checks import complexity as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.complexity import counts, merge, tiles

WORK = hidden(visible.WORK, *counts.WORK)
LENGTHS = hidden(visible.LENGTHS, *counts.LENGTHS)
PARAMETERS = hidden(visible.PARAMETERS, *counts.PARAMETERS)
MEMORY = hidden(visible.MEMORY, *counts.MEMORY)
MERGE = hidden(visible.MERGE, *merge.PROBES)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
TILES = hidden(visible.TILES, *tiles.VALUES, *tiles.MASKS, *tiles.AXES)
