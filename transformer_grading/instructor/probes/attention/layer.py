"""Layers of attention on sizes and masks that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.attention.layer import MATRICES, layer
from transformer_grading.instructor.probes.attention.masked import drawn

_CANCELLING = layer(700, 2, 3, (4, 5), (6, 3, 4))
_CANCELLING["context"][:, 1] = tensor(1, -1, 2, -2, 0.5, -0.5)
_PADDED = layer(710, 2, 3, (4, 5), (7, 2, 6))
_SHORT = first(5, 3, 4)[:, None, None]
_OTHER_PADDING = _PADDED["context"].clone()
_OTHER_PADDING[0, 3:] = 100.0
_OTHER_PADDING[1, 4:] = -7.0
_LOW = layer(715, 2, 3, (4, 5), (7, 2, 6))
_LOW["x"] *= 1e5
_EMPTY = drawn(720, 4, 5)
_EMPTY[2] = False

PROBES = (
    Probe(
        "value",
        "All sizes differ.",
        layer(730, 2, 3, (4, 5), (6, 7, 11)),
        value,
    ),
    Probe(
        "value",
        "There may be one head, with wide values.",
        layer(740, 3, 1, (5, 2), (4, 3, 7)),
        value,
    ),
    Probe(
        "value",
        "There may be more heads than sequences, positions or features.",
        layer(750, 2, 11, (3, 4), (5, 2, 3)),
        value,
    ),
    Probe(
        "value",
        "Batch, heads, positions and widths may all be the same.",
        layer(760, 4, 4, (4, 4), (4, 4, 4)),
        value,
    ),
    Probe(
        "value",
        "heads · d_v may equal d_model, and x may be its own context.",
        {
            **layer(770, 3, 2, (5, 5), (6, 3, 3)),
            "context": numbers(770, 3, 5, 6),
        },
        value,
    ),
    Probe(
        "value",
        "A token whose features add up to zero is a token like any other.",
        _CANCELLING,
        value,
    ),
    Probe(
        "value",
        "The output has the dtype of the inputs.",
        in_double(layer(780, 2, 3, (4, 5), (6, 7, 2))),
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**layer(790, 3, 3, (4, 5), (7, 2, 6)), "mask": drawn(796, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key) hides padding.",
        {**_PADDED, "mask": _SHORT},
        value,
    ),
    Probe(
        "mask",
        "The mask (heads, query, key), with as many heads as sequences.",
        {**layer(800, 3, 3, (4, 5), (7, 2, 6)), "mask": drawn(806, 3, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, heads, query, key), all of them alike.",
        {**layer(810, 4, 4, (4, 4), (7, 2, 6)), "mask": drawn(816, 4, 4, 4, 4)},
        value,
    ),
    Probe(
        "mask",
        "Where one position may be seen, it is found, however low its score is.",
        {**_LOW, "mask": mask([0, 0, 1, 0, 0])},
        value,
    ),
    Probe(
        "mask",
        "Editing padding moves nothing.",
        {**_PADDED, "mask": _SHORT},
        moved_by(context=_OTHER_PADDING),
    ),
    Probe(
        "empty row",
        "A position that may look at nothing has output 0.",
        {**layer(820, 2, 3, (4, 5), (7, 2, 6)), "mask": _EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "A sequence may have nothing to look at.",
        {
            **layer(824, 3, 2, (4, 5), (7, 2, 6)),
            "mask": first(5, 4, 0, 2)[:, None, None],
        },
        value,
    ),
    Probe(
        "empty row",
        "A head may have nothing to look at.",
        {**layer(826, 2, 3, (4, 5), (7, 2, 6)), "mask": first(5, 2, 0, 5)[:, None]},
        value,
    ),
    Probe(
        "empty row",
        "There may be nothing to look at for any position.",
        {**layer(828, 2, 3, (4, 5), (7, 2, 6)), "mask": mask([0] * 5)},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        layer(830, 5, 2, (5, 5), (6, 3, 4)),
        alone(3, *MATRICES),
    ),
    Probe(
        "input untouched",
        "x, the context and all matrices stay as they were.",
        layer(840, 2, 3, (4, 5), (6, 7, 2)),
        untouched,
    ),
    Probe(
        "input untouched",
        "The mask stays as it was, also where a row is empty.",
        {**layer(845, 2, 3, (4, 5), (6, 7, 2)), "mask": _EMPTY},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to x, to the context and to every matrix.",
        layer(850, 2, 3, (4, 5), (6, 7, 2)),
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow through a mask.",
        {**layer(860, 2, 3, (4, 5), (6, 7, 2)), "mask": _SHORT},
        gradient,
    ),
)
