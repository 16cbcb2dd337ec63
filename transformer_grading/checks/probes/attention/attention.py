"""What attention has to be like, without and with a mask."""

import math

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, qkv, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    only,
    untouched,
    value,
)

BY_HAND = {
    "q": tensor([2, 0, 0, 0]),
    "k": tensor([0, 1, 0, 0], [math.log(3), 0, 0, 0]),
    "v": tensor([8, 0], [0, 4]),
}
SECOND_HIDDEN = mask([True, False])
_STAIRS = mask([1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 1])
_TWO_QUERIES = {**BY_HAND, "q": tensor([2, 0, 0, 0], [0, 1, 0, 0])}
_APART = {**BY_HAND, "q": tensor([2, 0, 0, 0], [400, 0, 0, 0])}
_ONE_EMPTY = mask([True, False], [False, False])

VALUES = (
    Probe(
        "value",
        "Each output is the average of the values, weighted by softmax(q·k / √d_k).",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all differ.",
        qkv(10, sizes=(2, 3, 5, 7)),
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all be the same.",
        qkv(20, sizes=(3, 3, 3, 3)),
        value,
    ),
    Probe(
        "value",
        "A query with high scores does not disturb another.",
        _APART,
        value,
    ),
    Probe(
        "value",
        "From q, k and v in float64 come results in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "input untouched",
        "q, k and v stay as they were.",
        qkv(30, sizes=(2, 3, 5, 7)),
        untouched,
    ),
)
IN_DOUBLE = Probe(
    "mask",
    "From q, k and v in float64 come results in float64.",
    {**in_double(BY_HAND), "mask": SECOND_HIDDEN},
    value,
)
UNTOUCHED = Probe(
    "input untouched",
    "q, k, v and the mask stay as they were, also where a row is empty.",
    {**_TWO_QUERIES, "mask": _ONE_EMPTY},
    untouched,
)
MASKS = (
    Probe(
        "mask",
        "A hidden key gets weight 0, and the others share the whole weight.",
        {**BY_HAND, "mask": SECOND_HIDDEN},
        value,
    ),
    Probe(
        "mask",
        "Each query has its own row of the mask.",
        {**qkv(40, sizes=(3, 4, 5, 2)), "mask": _STAIRS},
        value,
    ),
    Probe(
        "mask",
        "A mask that hides nothing changes nothing.",
        {**BY_HAND, "mask": mask([True, True])},
        value,
    ),
    Probe(
        "hidden keys",
        "A hidden key does not matter, however high its score is.",
        {
            "q": tensor([1, 0, 0, 0]),
            "k": tensor([0, 1, 0, 0], [4000, 0, 0, 0]),
            "v": tensor([8, 0], [0, 4]),
            "mask": SECOND_HIDDEN,
        },
        value,
    ),
    Probe(
        "hidden keys",
        "A key that may be seen is found, however low its score is.",
        {
            "q": tensor([1, 0, 0, 0]),
            "k": tensor([-1e7, 1, 0, 0], [0, 1, 0, 0]),
            "v": tensor([8, 0], [0, 4]),
            "mask": SECOND_HIDDEN,
        },
        value,
    ),
    Probe(
        "mask",
        "The score of a key that may be seen may be high as well.",
        {
            "q": tensor([1, 0, 0, 0]),
            "k": tensor([400, 0, 0, 0], [0, 1, 0, 0]),
            "v": tensor([8, 0], [0, 4]),
            "mask": SECOND_HIDDEN,
        },
        value,
    ),
    Probe(
        "mask",
        "A query with high scores does not disturb another.",
        {**_APART, "mask": mask([1, 0], [1, 1])},
        value,
    ),
    Probe(
        "hidden keys",
        "Editing a hidden key and its value moves nothing.",
        {**BY_HAND, "mask": SECOND_HIDDEN},
        moved_by(k=tensor([0, 1, 0, 0], [-5, 7, 1, 2]), v=tensor([8, 0], [100, -100])),
    ),
    Probe(
        "empty row",
        "A query that may look at nothing has weights 0 and output 0.",
        {**_TWO_QUERIES, "mask": _ONE_EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "The same holds if no query may look at anything.",
        {**BY_HAND, "mask": mask([False, False])},
        value,
    ),
)
MASKED_AXES = (
    Probe(
        "leading axes",
        "Two leading axes, and a mask that broadcasts over them.",
        {**qkv(60, 2, 5, sizes=(3, 4, 7, 6)), "mask": _STAIRS},
        value,
    ),
    Probe(
        "leading axes",
        "A mask for each example, the same for all its heads and queries.",
        {
            **qkv(70, 2, 2, sizes=(2, 3, 5, 4)),
            "mask": mask([1, 1, 0], [0, 1, 1])[:, None, None],
        },
        value,
    ),
)
AXES = (
    Probe(
        "leading axes",
        "One leading axis: each example by itself.",
        qkv(50, 2, sizes=(3, 5, 4, 7)),
        value,
    ),
    *MASKED_AXES,
    Probe(
        "batch independence",
        "An example gets the same answer alone as with others.",
        qkv(80, 3, sizes=(4, 4, 5, 2)),
        alone(1),
    ),
)
GRADIENTS = (
    Probe(
        "gradient",
        "Gradients flow to q, k and v, and through the mask as the values do.",
        {**qkv(90, 2, sizes=(3, 4, 5, 7)), "mask": _STAIRS},
        gradient,
    ),
    Probe(
        "gradient",
        "From the weights, too, gradients flow back to q and k.",
        {**qkv(95, 2, sizes=(3, 4, 5, 7)), "mask": _STAIRS},
        only("weights", look=gradient),
    ),
)
