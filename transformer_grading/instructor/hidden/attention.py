"""The tasks of chapter 2 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes, masks and
seeds, and no result is so small that a message would print what was expected.
"""

from dataclasses import replace

from transformer_grading.checks import attention as visible
from transformer_grading.instructor.probes.attention import (
    layer,
    masked,
    others,
    plain,
    softmax,
)

SOFTMAX = replace(visible.SOFTMAX, probes=softmax.PROBES)
ATTENTION = replace(
    visible.ATTENTION,
    probes=(
        *(*plain.VALUES, *masked.UNTOUCHED, *masked.MASKS),
        *(*plain.AXES, *masked.AXES, masked.ALONE),
    ),
)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = replace(
    visible.REPAIRED, probes=(*masked.MASKS, *masked.UNTOUCHED, *masked.AXES)
)
TEMPERATURE = replace(visible.TEMPERATURE, probes=others.TEMPERATURES)
KERNEL = replace(visible.KERNEL, probes=others.CURVES)
LAYER = replace(visible.LAYER, probes=layer.PROBES)
