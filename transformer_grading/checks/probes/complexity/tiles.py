"""What attention in tiles has to be like."""

import math
from functools import partial
from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    in_double,
    mask,
    numbers,
    qkv,
    stairs,
    tensor,
)
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.complexity.looking import exact, plain
from transformer_lib.complexity.measures import peak_bytes


def lean(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether half the table is room enough, and whether `tile` decides it.

    A number takes 32 bits. Tiles that are eight times as long have to take clearly
    more room; a count that hardly changes is that of something else.
    """
    q, k, v, tile = (inputs[name] for name in ("q", "k", "v", "tile"))
    half = 4 * q.shape[-2] * k.shape[-2] // 2
    short, long = (
        peak_bytes(partial(call, q, k, v, keys)) for keys in (tile, 8 * tile)
    )
    longer = f"“tiles of {8 * tile} take clearly more room than tiles of {tile}”"
    return {
        "“half the table is room enough”": torch.tensor(short <= half),
        longer: torch.tensor(long >= 1.5 * short),
    }


def scored(*scores: Any, values: Any = ()) -> dict[str, Any]:
    """Make keys that have just these scores with a query of 1, and values for them."""
    keys = tensor(*scores)[:, None]
    rows = tensor(*values) if values else numbers(7, len(keys), 2)
    return {"q": tensor([1]), "k": keys, "v": rows}


def tiled(inputs: dict[str, Any], tile: int, visible: Any = None) -> dict[str, Any]:
    """Add the length of a tile and, if there is one, a mask."""
    return {**inputs, "tile": tile} | ({} if visible is None else {"mask": visible})


BY_HAND = scored(0, math.log(3), math.log(4), values=([8, 0], [4, 4], [2, 6]))
# float32 tells two scores of 700 apart from a distance of 0.0001 on, and two of 20 000
# from 0.002 on: so far off may a weight be, in proportion.
FAR = {"atol": 1e-3, "rtol": 1e-3}
FARTHER = {"atol": 2e-2, "rtol": 2e-2}

_SIX = qkv(50, sizes=(2, 6, 3, 4))
_LONG = qkv(30, sizes=(64, 1024, 2, 2))
_TWO_QUERIES = {**BY_HAND, "q": tensor([1], [-2])}
_ONE_BEST = scored(0.3, -1.1, 4.7, values=([8, 0.1], [4, 4], [2.3, 6]))
_LATE = {**scored(1, 2, 0, -1, 1), "q": tensor([1], [1])}
_LATE_SEEN = mask([0, 0, 0, 1, 1], [1, 0, 1, 0, 0])
_ONE_EMPTY = mask([1, 0, 1], [0, 0, 0])
_VIEWS = {  # heads as they lie when the features of a token are split
    "q": numbers(65, 2, 2, 3, 4).transpose(1, 2),
    "k": numbers(66, 2, 5, 3, 4).transpose(1, 2),
    "v": numbers(67, 2, 5, 3, 2).transpose(1, 2),
}

VALUES = (
    Probe(
        "value",
        "The output is that of plain attention.",
        tiled(BY_HAND, 2),
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all differ.",
        tiled(qkv(10, sizes=(2, 5, 3, 4)), 2),
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all be the same.",
        tiled(qkv(20, sizes=(4, 4, 4, 4)), 2),
        value,
    ),
    Probe(
        "value",
        "From q, k and v in float64 comes an output in float64.",
        tiled(in_double(BY_HAND), 2),
        value,
    ),
    Probe(
        "value",
        "In float64 the output is as exact as float64 is.",
        tiled(in_double(_ONE_BEST), 2),
        exact(plain),
    ),
    Probe("tiles", "A tile may be one key long.", tiled(_SIX, 1), value),
    Probe("tiles", "The keys may fill the last tile.", tiled(_SIX, 3), value),
    Probe("tiles", "The last tile may be shorter.", tiled(_SIX, 4), value),
    Probe("tiles", "A tile may be longer than the text.", tiled(_SIX, 9), value),
    Probe("tiles", "A text may be long.", tiled(_LONG, 32), value),
    Probe(
        "memory",
        "Half of the table is room enough, and longer tiles take more of it.",
        tiled(_LONG, 32),
        lean,
    ),
    Probe(
        "input untouched",
        "q, k, v and the mask stay as they were, also where a row is empty.",
        tiled(qkv(35, sizes=(2, 3, 4, 2)), 2, _ONE_EMPTY),
        untouched,
    ),
)
MASKS = (
    Probe(
        "large scores",
        "Scores may rise by hundreds from tile to tile.",
        tiled(scored(0, 1, 300, 301, 700, 701), 2),
        value,
        **FAR,
    ),
    Probe(
        "large scores",
        "Scores may fall by hundreds from tile to tile.",
        tiled(scored(701, 700, 301, 300, 1, 0), 2),
        value,
        **FAR,
    ),
    Probe(
        "large scores",
        "All scores may lie far below zero.",
        tiled(scored(-400, -401, -400.5), 2),
        value,
        **FAR,
    ),
    Probe(
        "large scores",
        "A query with high scores does not disturb another.",
        tiled({**scored(0, 200, 100, 201), "q": tensor([1], [0.01])}, 2),
        value,
        **FAR,
    ),
    Probe(
        "mask",
        "Each query has its own row of the mask.",
        tiled(qkv(40, sizes=(4, 5, 3, 2)), 2, stairs(4, 5, 1)),
        value,
    ),
    Probe(
        "mask",
        "A mask that hides nothing changes nothing.",
        tiled(BY_HAND, 2, mask([1, 1, 1])),
        value,
    ),
    Probe(
        "mask",
        "Whole tiles may be hidden, the first ones too.",
        tiled(_LATE, 2, _LATE_SEEN),
        value,
    ),
    Probe(
        "hidden keys",
        "A hidden key does not matter, however high its score is.",
        tiled(scored(1, 2, 0, 500, 1), 2, mask([1, 1, 1, 0, 1])),
        value,
        **FAR,
    ),
    Probe(
        "hidden keys",
        "A key that may be seen is found, however low its score is.",
        tiled(scored(-2e4, 0, 1, 2, -2e4), 2, mask([1, 0, 0, 0, 1])),
        value,
        **FARTHER,
    ),
    Probe(
        "hidden keys",
        "Editing hidden keys and their values moves nothing.",
        tiled(BY_HAND, 2, mask([1, 0, 1])),
        moved_by(k=tensor([0], [9], [math.log(4)]), v=tensor([8, 0], [-70, 5], [2, 6])),
    ),
    Probe(
        "empty row",
        "A query that may look at nothing has output 0.",
        tiled(_TWO_QUERIES, 2, _ONE_EMPTY),
        value,
    ),
    Probe(
        "empty row",
        "The same holds if no query may look at anything.",
        tiled(BY_HAND, 2, mask([0, 0, 0])),
        value,
    ),
)
AXES = (
    Probe(
        "leading axes",
        "Two leading axes, no mask.",
        tiled(qkv(60, 2, 3, sizes=(3, 5, 4, 6)), 2),
        value,
    ),
    Probe(
        "leading axes",
        "q, k and v may be views of other tensors, their axes exchanged.",
        tiled(_VIEWS, 2),
        value,
    ),
    Probe(
        "leading axes",
        "A mask for each example, the same for all its heads and queries.",
        tiled(
            qkv(70, 2, 2, sizes=(2, 5, 3, 4)),
            2,
            mask([1, 1, 0, 1, 0], [0, 0, 1, 1, 1])[:, None, None],
        ),
        value,
    ),
    Probe(
        "gradient",
        "Gradients flow to q, k and v, through every tile.",
        tiled(qkv(80, sizes=(3, 5, 2, 4)), 2),
        gradient,
    ),
    Probe(
        "gradient",
        "Through a mask as well.",
        tiled(qkv(90, 2, sizes=(4, 5, 2, 3)), 2, stairs(4, 5, 1)),
        gradient,
    ),
    Probe(
        "gradient",
        "Also where the first tiles are hidden.",
        tiled(qkv(95, sizes=(2, 5, 3, 4)), 2, _LATE_SEEN),
        gradient,
    ),
)
