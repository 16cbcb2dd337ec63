"""The tasks of chapter 4 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, masks and seeds.
"""

from transformer_grading.checks import multihead as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.multihead import (
    counting,
    grouped,
    layer,
    masked,
    padding,
    pruning,
    splitting,
)

SPLIT = hidden(visible.SPLIT, *splitting.SPLIT)
MERGE = hidden(visible.MERGE, *splitting.MERGE)
LAYER = hidden(visible.LAYER, *layer.VALUES, *masked.MASKS, *layer.FLOWS)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *padding.PROBES)
PARAMETERS = hidden(visible.PARAMETERS, *counting.PARAMETERS)
PRODUCTS = hidden(visible.PRODUCTS, *counting.PRODUCTS)
PRUNED = hidden(visible.PRUNED, *pruning.PROBES)
GROUPED = hidden(visible.GROUPED, *grouped.PROBES)
