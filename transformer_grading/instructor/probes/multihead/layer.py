"""Layers with fused matrices on sizes and masks that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.multihead.layer import (
    fused,
    sequence_alone,
    to_itself,
)
from transformer_grading.instructor.probes.attention.masked import drawn

_CANCELLING = fused(1100, 2, 3, (4, 5), (6, 3, 4))
_CANCELLING["context"][:, 1] = tensor(1, -1, 2, -2, 0.5, -0.5)
_PADDED = fused(1110, 2, 3, (4, 5), (7, 2, 6))
_SHORT = first(5, 3, 4)[:, None, None]
_OTHER_PADDING = _PADDED["context"].clone()
_OTHER_PADDING[0, 3:] = 100.0
_OTHER_PADDING[1, 4:] = -7.0
_LOW = {
    **fused(1120, 2, 3, (4, 5), (3, 2, 6)),
    "mask": mask(True, False, False, False, False)[None],
}
_LOW["x"][..., 0], _LOW["context"][..., 0] = 4000.0, 0.0
_LOW["context"][:, 0, 0] = -3000.0
_LOW["w_q"][0], _LOW["w_k"][0], _LOW["w_v"][0] = 1.0, 1.0, 0.001
_HIGH = in_double(fused(1125, 3, 2, (4, 5), (7, 6, 3)))
_HIGH["w_q"], _HIGH["w_k"] = 16 * _HIGH["w_q"], 16 * _HIGH["w_k"]
_EMPTY = drawn(1130, 4, 5)
_EMPTY[2] = False

VALUES = (
    Probe(
        "value",
        "All sizes differ.",
        fused(1140, 2, 3, (4, 5), (6, 7, 11)),
        value,
    ),
    Probe(
        "value",
        "There may be one head, with wide values.",
        fused(1150, 3, 1, (5, 2), (4, 3, 7)),
        value,
    ),
    Probe(
        "value",
        "There may be more heads than sequences, tokens or features.",
        fused(1160, 2, 11, (3, 4), (5, 2, 3)),
        value,
    ),
    Probe(
        "value",
        "All matrices may be square, with as many heads as sequences and tokens.",
        fused(1170, 4, 4, (4, 4), (8, 2, 2)),
        value,
    ),
    Probe(
        "value",
        "Batch, heads, tokens and widths of a head may all be the same.",
        fused(1180, 4, 4, (4, 4), (16, 4, 4)),
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
        in_double(fused(1190, 2, 3, (4, 5), (6, 7, 2))),
        value,
    ),
    Probe(
        "value",
        "Scores may be large.",
        _HIGH,
        value,
    ),
    Probe(
        "context",
        "Without a context x looks at itself.",
        to_itself(1200, 3, 2, 5, (7, 3, 4)),
        value,
    ),
    Probe(
        "context",
        "A context that happens to be x is no different.",
        {**fused(1210, 3, 2, (5, 5), (6, 3, 3)), "context": numbers(1210, 3, 5, 6)},
        value,
    ),
    Probe(
        "context",
        "A context as long as x is looked at.",
        fused(1220, 3, 2, (5, 5), (8, 4, 4)),
        value,
    ),
    Probe(
        "input untouched",
        "x, the context and all matrices stay as they were.",
        fused(1230, 2, 3, (4, 5), (6, 7, 2)),
        untouched,
    ),
    Probe(
        "input untouched",
        "The mask stays as it was, also where a row is empty.",
        {**fused(1240, 2, 3, (4, 5), (6, 7, 2)), "mask": _EMPTY},
        untouched,
    ),
)
MASKS = (
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**fused(1250, 3, 3, (4, 5), (7, 2, 6)), "mask": drawn(1256, 4, 5)},
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
        "The mask (batch, 1, 1, key), with as many heads as sequences.",
        {
            **fused(1260, 3, 3, (4, 5), (7, 2, 6)),
            "mask": drawn(1266, 3, 1, 1, 5),
        },
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key), with as many queries as sequences.",
        {**fused(1270, 4, 2, (4, 5), (7, 2, 6)), "mask": drawn(1276, 4, 1, 1, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, query, key), with as many heads as sequences.",
        {**fused(1280, 3, 3, (4, 5), (7, 2, 6)), "mask": drawn(1286, 3, 1, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, query, key), all of them alike.",
        {**fused(1290, 4, 4, (4, 4), (7, 2, 6)), "mask": drawn(1296, 4, 1, 4, 4)},
        value,
    ),
    Probe(
        "mask",
        "A mask in self-attention.",
        {**to_itself(1300, 2, 3, 5, (7, 2, 6)), "mask": drawn(1306, 2, 1, 5, 5)},
        value,
    ),
    Probe(
        "mask",
        "A token that nobody may look at still looks, and has an output.",
        {
            **to_itself(1308, 3, 2, 5, (7, 2, 6)),
            "mask": first(5, 3, 1, 4)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "The output has the dtype of the inputs also with a mask.",
        {**in_double(_PADDED), "mask": _SHORT},
        value,
    ),
    Probe(
        "hidden tokens",
        "Editing padding moves nothing.",
        {**_PADDED, "mask": _SHORT},
        moved_by(context=_OTHER_PADDING),
    ),
    Probe(
        "hidden tokens",
        "A token that may be seen is found, however low its scores are.",
        _LOW,
        value,
    ),
    Probe(
        "empty row",
        "A token that may look at nothing has output 0.",
        {**fused(1310, 2, 3, (4, 5), (7, 2, 6)), "mask": _EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "A sequence may have nothing to look at.",
        {
            **fused(1320, 3, 2, (4, 5), (7, 2, 6)),
            "mask": first(5, 4, 0, 2)[:, None, None],
        },
        value,
    ),
    Probe(
        "empty row",
        "There may be nothing to look at for any token.",
        {**fused(1330, 2, 3, (4, 5), (7, 2, 6)), "mask": first(5, 0, 0, 0, 0)},
        value,
    ),
)
FLOWS = (
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        fused(1340, 5, 2, (5, 5), (6, 3, 4)),
        sequence_alone(3),
    ),
    Probe(
        "batch independence",
        "So does one with a mask of its own.",
        {**fused(1350, 3, 2, (4, 5), (6, 3, 4)), "mask": drawn(1356, 3, 1, 1, 5)},
        sequence_alone(1),
    ),
    Probe(
        "gradient",
        "Gradients flow to x, to the context and to every matrix.",
        fused(1360, 2, 3, (4, 5), (6, 7, 2)),
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow through a mask.",
        {**fused(1370, 2, 3, (4, 5), (6, 7, 2)), "mask": _SHORT},
        gradient,
    ),
    Probe(
        "gradient",
        "Without a context all gradients flow to x and to every matrix.",
        to_itself(1380, 2, 3, 4, (5, 2, 3)),
        gradient,
    ),
)
