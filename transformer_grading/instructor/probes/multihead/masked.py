"""Masks of layers with fused matrices that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask
from transformer_grading.checks.observations import moved_by, value
from transformer_grading.checks.probes.multihead.layer import fused, to_itself, turned
from transformer_grading.instructor.probes.attention.masked import drawn
from transformer_grading.instructor.probes.multihead.layer import EMPTY, PADDED, SHORT

_OTHER_PADDING = PADDED["context"].clone()
_OTHER_PADDING[0, 3:] = 100.0
_OTHER_PADDING[1, 4:] = -7.0
_LOW = {
    **fused(1120, 2, 3, (4, 5), (3, 2, 6)),
    "mask": mask(True, False, False, False, False)[None],
}
_LOW["x"][..., 0], _LOW["context"][..., 0] = 4000.0, 0.0
_LOW["context"][:, 0, 0] = -3000.0
_LOW["w_q"][0], _LOW["w_k"][0], _LOW["w_v"][0] = 1.0, 1.0, 0.001

MASKS = (
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**fused(1250, 3, 3, (4, 5), (7, 2, 6)), "mask": drawn(1256, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key), with as many sequences as queries.",
        {
            **turned(fused(1255, 4, 3, (4, 5), (7, 2, 6))),
            "mask": drawn(1259, 5, 4).T,
        },
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key) hides padding.",
        {**PADDED, "mask": SHORT},
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
        {**in_double(PADDED), "mask": SHORT},
        value,
    ),
    Probe(
        "hidden tokens",
        "Editing padding moves nothing.",
        {**PADDED, "mask": SHORT},
        moved_by(context=_OTHER_PADDING),
    ),
    Probe(
        "hidden tokens",
        "A hidden token does not matter, however high its scores are.",
        {**_LOW, "x": -_LOW["x"] / 1000, "mask": ~_LOW["mask"]},
        value,
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
        {**fused(1310, 2, 3, (4, 5), (7, 2, 6)), "mask": EMPTY},
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
