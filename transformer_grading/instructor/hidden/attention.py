"""The tasks of chapter 2 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, masks and seeds.
"""

from transformer_grading.checks import attention as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.attention import (
    layer,
    masked,
    others,
    plain,
    softmax,
)

SOFTMAX = hidden(visible.SOFTMAX, *softmax.PROBES)
ATTENTION = hidden(
    visible.ATTENTION,
    *(*plain.VALUES, *masked.UNTOUCHED, *masked.MASKS),
    *(*plain.AXES, *masked.AXES, masked.ALONE),
)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *masked.MASKS, *masked.UNTOUCHED, *masked.AXES)
TEMPERATURE = hidden(visible.TEMPERATURE, *others.TEMPERATURES)
KERNEL = hidden(visible.KERNEL, *others.CURVES)
LAYER = hidden(visible.LAYER, *layer.PROBES)
