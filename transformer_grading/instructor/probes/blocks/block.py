"""Blocks that write, on sizes and masks that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.block import block, without
from transformer_grading.checks.probes.blocks.rows import shifted
from transformer_grading.instructor.probes.attention.masked import drawn

_ONE = block(1800, lengths=(5, 3), widths=(6, 4))
_BATCH = block(1810, 2, lengths=(3, 5), widths=(7, 4))
_SQUARE = block(1820, 4, lengths=(4, 4), widths=(4, 4))
_HEADS = block(1830, 2, 3, lengths=(4, 2), widths=(5, 11))
_SHORT = block(1840, 3, lengths=(5, 1), widths=(6, 7))
_SPOTTED = {**_SQUARE, "mask": drawn(1849, 4, 4)}

PROBES = (
    Probe(
        "road",
        "All matrices are zero.",
        without(_BATCH, "w_self", "w_cross", "w_1", "w_2"),
        value,
    ),
    Probe(
        "road",
        "Cross-attention gives zero.",
        without(_ONE, "w_cross"),
        value,
    ),
    Probe(
        "road",
        "Self-attention gives zero.",
        without(_ONE, "w_self"),
        value,
    ),
    Probe(
        "road",
        "The network gives zero.",
        without(_BATCH, "w_2"),
        value,
    ),
    Probe(
        "value",
        "One sequence.",
        _ONE,
        value,
    ),
    Probe(
        "value",
        "A batch, with more words read than written.",
        _BATCH,
        value,
    ),
    Probe(
        "value",
        "All sizes are the same.",
        _SQUARE,
        value,
    ),
    Probe(
        "value",
        "Two leading axes.",
        _HEADS,
        value,
    ),
    Probe(
        "value",
        "A memory of one word.",
        _SHORT,
        value,
    ),
    Probe(
        "value",
        "Quiet words.",
        {**_BATCH, "x": 2e-3 * _BATCH["x"]},
        value,
    ),
    Probe(
        "value",
        "The result has the dtype of the words.",
        in_double(_BATCH),
        value,
    ),
    Probe(
        "who hears what",
        "The mask need not be a triangle.",
        _SPOTTED,
        value,
    ),
    Probe(
        "who hears what",
        "Editing a word moves only what may hear it.",
        _SQUARE,
        moved_by(x=shifted(_SQUARE["x"], 2)),
    ),
    Probe(
        "who hears what",
        "Every output hears every word of the memory.",
        _BATCH,
        moved_by(memory=shifted(_BATCH["memory"], 4)),
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were.",
        _HEADS,
        untouched,
    ),
    Probe(
        "input untouched",
        "So they do with a mask that is no triangle.",
        _SPOTTED,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to all inputs.",
        block(1850, 2, lengths=(3, 4), widths=(5, 7)),
        gradient,
        atol=1e-4,
        rtol=1e-3,
    ),
    Probe(
        "gradient",
        "So they do through another mask.",
        _SPOTTED,
        gradient,
        atol=1e-4,
        rtol=1e-3,
    ),
)
