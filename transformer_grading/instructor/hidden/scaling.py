"""The tasks of chapter 3 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import scaling as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.scaling import (
    backward,
    entropy,
    moments,
    tying,
    weights,
)

MOMENTS = hidden(visible.MOMENTS, *moments.PROBES)
ENTROPY = hidden(visible.ENTROPY, *entropy.PROBES)
BACKWARD = hidden(visible.BACKWARD, *backward.PROBES)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *weights.REPAIRED)
MATCHES = hidden(visible.MATCHES, *weights.MATCHES)
TABLE = hidden(visible.TABLE, *tying.TABLES)
ENDS = hidden(visible.ENDS, *tying.ENDS)
