"""The tasks of chapter 7 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, masks and seeds.
"""

from transformer_grading.checks import masking as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.masking import (
    dialects,
    finding,
    masks,
    packed,
    targets,
)

CAUSAL = hidden(visible.CAUSAL, *masks.CAUSAL)
MASKS = hidden(visible.MASKS, *masks.MASKS)
MULTIHEAD = hidden(visible.MULTIHEAD, *dialects.MULTIHEAD)
ADDITIVE = hidden(visible.ADDITIVE, *dialects.ADDITIVE)
SHIFT = hidden(visible.SHIFT, *targets.SHIFT)
SCORES = hidden(visible.SCORES, *targets.SCORES)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *finding.REPAIRED)
LEAKS = hidden(visible.LEAKS, *finding.LEAKS)
PACKED = hidden(visible.PACKED, *packed.PROBES)
