"""The tasks of chapter 6 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import blocks as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.blocks import (
    block,
    count,
    layer_norm,
    networks,
    noise,
    sublayers,
)

LAYER_NORM = hidden(visible.LAYER_NORM, *layer_norm.PROBES)
FEED_FORWARD = hidden(visible.FEED_FORWARD, *networks.FEED_FORWARD)
RESIDUAL = hidden(visible.RESIDUAL, *sublayers.RESIDUAL)
SIZES = hidden(visible.SIZES, *sublayers.SIZES)
NOISY_SUM = hidden(visible.NOISY_SUM, *noise.SUM)
NOISY_ATTENTION = hidden(visible.NOISY_ATTENTION, *noise.ATTENTION)
# An example is right or wrong for good: there is nothing more to try it on.
COUNTEREXAMPLE = visible.COUNTEREXAMPLE
REPAIRED = hidden(visible.REPAIRED, *block.PROBES)
COUNT = hidden(visible.COUNT, *count.COUNTS)
GATED = hidden(visible.GATED, *networks.GATED)
WIDTH = hidden(visible.WIDTH, *count.WIDTHS)
