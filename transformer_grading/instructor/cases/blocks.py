"""What the graders of chapter 6 are tried on."""

from transformer_grading.checks import blocks as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import blocks as hidden
from transformer_grading.instructor.right.blocks import (
    block,
    counts,
    layer_norm,
    networks,
    noise,
    sublayers,
)

CASES = (
    Case(visible.FEED_FORWARD, hidden.FEED_FORWARD, networks.FEED_FORWARD),
    Case(visible.LAYER_NORM, hidden.LAYER_NORM, layer_norm.RIGHT),
    Case(visible.RESIDUAL, hidden.RESIDUAL, sublayers.RESIDUAL),
    Case(visible.SIZES, hidden.SIZES, sublayers.SIZES),
    Case(visible.NOISY_SUM, hidden.NOISY_SUM, noise.SUM),
    Case(visible.NOISY_ATTENTION, hidden.NOISY_ATTENTION, noise.ATTENTION),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, block.COUNTEREXAMPLES),
    Case(visible.REPAIRED, hidden.REPAIRED, block.RIGHT),
    Case(visible.COUNT, hidden.COUNT, counts.COUNTS),
    Case(visible.GATED, hidden.GATED, networks.GATED),
    Case(visible.WIDTH, hidden.WIDTH, counts.WIDTHS),
)
