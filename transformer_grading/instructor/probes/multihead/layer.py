"""Layers with fused matrices on sizes and masks that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient,
    untouched,
    value,
)
from transformer_grading.checks.probes.attention.layer import MATRICES
from transformer_grading.checks.probes.multihead.layer import fused, to_itself, turned
from transformer_grading.instructor.probes.attention.masked import drawn

_CANCELLING = fused(1100, 2, 3, (4, 5), (6, 3, 4))
_CANCELLING["context"][:, 1] = tensor(1, -1, 2, -2, 0.5, -0.5)
PADDED = fused(1110, 2, 3, (4, 5), (7, 2, 6))
SHORT = first(5, 3, 4)[:, None, None]
_HIGH = in_double(fused(1125, 3, 2, (4, 5), (7, 6, 3)))
_HIGH["w_q"], _HIGH["w_k"] = 16 * _HIGH["w_q"], 16 * _HIGH["w_k"]
EMPTY = drawn(1130, 4, 5)
EMPTY[2] = False

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
        "value",
        "It does not matter how the tensors lie in memory.",
        turned(fused(1195, 3, 2, (5, 4), (7, 3, 4))),
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
        {**fused(1240, 2, 3, (4, 5), (6, 7, 2)), "mask": EMPTY},
        untouched,
    ),
    Probe(
        "input untouched",
        "A mask with four axes stays as it was, its shape included.",
        {**PADDED, "mask": SHORT},
        untouched,
    ),
    Probe(
        "input untouched",
        "So does one with a row for each query.",
        {**fused(1245, 2, 3, (4, 5), (6, 7, 2)), "mask": drawn(1246, 2, 1, 4, 5)},
        untouched,
    ),
)
FLOWS = (
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        fused(1340, 5, 2, (5, 5), (6, 3, 4)),
        alone(3, *MATRICES),
    ),
    Probe(
        "batch independence",
        "So does one with a mask of its own.",
        {**fused(1350, 3, 2, (4, 5), (6, 3, 4)), "mask": drawn(1356, 3, 1, 1, 5)},
        alone(1, *MATRICES),
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
        {**fused(1370, 2, 3, (4, 5), (6, 7, 2)), "mask": SHORT},
        gradient,
    ),
    Probe(
        "gradient",
        "Without a context all gradients flow to x and to every matrix.",
        to_itself(1380, 2, 3, 4, (5, 2, 3)),
        gradient,
    ),
)
