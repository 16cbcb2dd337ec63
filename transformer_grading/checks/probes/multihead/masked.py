"""What masks do in a layer of attention with fused matrices."""

import math

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, stairs, tensor
from transformer_grading.checks.observations import moved_by, untouched, value
from transformer_grading.checks.probes.multihead.layer import (
    TWO_HEADS,
    fused,
    to_itself,
)

SECOND_HIDDEN = mask([True, False])
_TWO_QUERIES = {**TWO_HEADS, "x": tensor([[math.log(3), 0.0], [0.0, 1.0]])}
_ONE_EMPTY = mask([True, False], [False, False])
_STAIRS = stairs(3, 5, 1)

MASKS = (
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**fused(180, 2, 3, (3, 5), (7, 2, 4)), "mask": _STAIRS},
        value,
    ),
    Probe(
        "mask",
        "It does so with as many queries as sequences.",
        {**fused(185, 3, 2, (3, 5), (7, 2, 4)), "mask": _STAIRS},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key) hides padding from every head and query.",
        {
            **fused(190, 3, 2, (4, 5), (7, 2, 4)),
            "mask": first(5, 3, 5, 2)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "So it does with as many heads as sequences.",
        {**fused(200, 2, 2, (3, 5), (7, 2, 4)), "mask": first(5, 3, 5)[:, None, None]},
        value,
    ),
    Probe(
        "mask",
        "So it does with as many queries as sequences.",
        {
            **fused(210, 3, 2, (3, 5), (7, 2, 4)),
            "mask": first(5, 2, 4, 5)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, query, key), with as many heads as sequences.",
        {
            **fused(220, 2, 2, (3, 5), (7, 2, 4)),
            "mask": first(5, 3, 5)[:, None, None] & _STAIRS,
        },
        value,
    ),
    Probe(
        "mask",
        "A token that nobody may look at still looks, and has an output.",
        {
            **to_itself(237, 3, 2, 4, (5, 2, 3)),
            "mask": first(4, 2, 4, 3)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "A mask holds without a context as well.",
        {**to_itself(235, 2, 3, 4, (5, 2, 3)), "mask": stairs(4, 4)},
        value,
    ),
    Probe(
        "mask",
        "A mask that hides nothing changes nothing.",
        {**fused(230, 2, 3, (3, 5), (7, 2, 4)), "mask": first(5, 5, 5, 5)},
        value,
    ),
    Probe(
        "mask",
        "From inputs in float64 comes an output in float64, also with a mask.",
        {**in_double(TWO_HEADS), "mask": SECOND_HIDDEN},
        value,
    ),
    Probe(
        "hidden tokens",
        "Editing a hidden token moves nothing.",
        {**TWO_HEADS, "mask": SECOND_HIDDEN},
        moved_by(context=tensor([[1.0, 1.0], [90.0, -70.0]])),
    ),
    Probe(
        "hidden tokens",
        "A hidden token does not matter, however high its score is.",
        {
            **TWO_HEADS,
            "context": tensor([[1.0, 1.0], [12000.0, 3.0]]),
            "mask": SECOND_HIDDEN,
        },
        value,
    ),
    Probe(
        "hidden tokens",
        "A token that may be seen is found, however low its score is.",
        {
            **TWO_HEADS,
            "context": tensor([[-12000.0, 1.0], [0.0, 3.0]]),
            "mask": SECOND_HIDDEN,
        },
        value,
    ),
    Probe(
        "empty row",
        "A token that may look at nothing has output 0.",
        {**_TWO_QUERIES, "mask": _ONE_EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "The same holds if no token may look at anything.",
        {**TWO_HEADS, "mask": mask([False, False])},
        value,
    ),
)
UNTOUCHED = (
    Probe(
        "input untouched",
        "The mask stays as it was, also where a row is empty.",
        {**_TWO_QUERIES, "mask": _ONE_EMPTY},
        untouched,
    ),
    Probe(
        "input untouched",
        "So does a mask with four axes, its shape included.",
        {**TWO_HEADS, "mask": SECOND_HIDDEN[:, None, None]},
        untouched,
    ),
)
