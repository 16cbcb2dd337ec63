"""Attention in tiles, on sizes, masks and scores that the student does not see."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, qkv, stairs
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_grading.checks.probes.complexity.looking import exact, plain
from transformer_grading.checks.probes.complexity.tiles import lean, tiled
from transformer_grading.instructor.probes.attention.masked import drawn

_ELEVEN = qkv(400, 2, sizes=(3, 11, 5, 7))


def for_queries(*numbers_of: int) -> Observe:
    """Observe for several numbers of queries whether half the table is room enough.

    Args:
        *numbers_of: How many queries to take.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        facts = [
            lean(call, {**inputs, "q": inputs["q"][:n].clone()}) for n in numbers_of
        ]
        return {name: torch.stack([fact[name] for fact in facts]) for name in facts[0]}

    return observe


def _by_tiles(*bases: float, spread: float = 1.0) -> dict[str, Any]:
    """Put the scores of each two keys about a base of their own."""
    q, k = numbers(410, 5, 4), numbers(411, 2 * len(bases), 4)
    q[:, 0], k[:, 0] = 2.0, q.new_tensor(bases).repeat_interleave(2)
    q[:, 1:] *= spread
    return {"q": q, "k": k, "v": numbers(412, 2 * len(bases), 3)}


def _edited(**change: float) -> Probe:
    inputs = qkv(420, 2, sizes=(4, 7, 3, 5))
    visible = drawn(424, 4, 7)
    visible[:, [1, 2, 3]] = False
    edits = {name: inputs[name].clone() for name in change}
    for name, amount in change.items():
        edits[name][:, [1, 2, 3]] += amount
    return Probe(
        "hidden keys",
        f"Editing {' and '.join(change)} of hidden keys moves nothing.",
        tiled(inputs, 2, visible),
        moved_by(**edits),
    )


_APART = {**qkv(430, sizes=(4, 9, 5, 6))}
_APART["q"][1] *= 300
_EMPTY = drawn(440, 2, 1, 4, 7)
_EMPTY[1, :, 2] = False
_HIDDEN_TILES = drawn(450, 4, 9)
_HIDDEN_TILES[1, :6] = _HIDDEN_TILES[2, 3:] = False
_HIDDEN_TILES[1, 7] = _HIDDEN_TILES[2, 1] = True
_HIGH = _by_tiles(0.0, 500.0, 1.0, -500.0)
_FIRST_AND_THIRD = mask(1, 1, 0, 0, 1, 1, 0, 0).expand(5, 8)
_LOW = _by_tiles(3.0, -4e4, 0.0)
_SECOND = mask(0, 0, 1, 1, 0, 0).expand(5, 6)
_POSITIVE = _by_tiles(0.7, -1.3, 6.1)
_POSITIVE["v"] = _POSITIVE["v"].abs() + 0.1
_LONG = qkv(490, sizes=(70, 1031, 2, 2))
_VIEWS = {
    "q": numbers(610, 2, 5, 3, 4).transpose(1, 2),
    "k": numbers(611, 2, 3, 4, 7).mT,
    "v": numbers(612, 7, 2, 3, 6).movedim(0, -2),
}

VALUES = (
    Probe(
        "value",
        "The output is that of plain attention.",
        tiled(qkv(460, sizes=(5, 13, 3, 7)), 4),
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all be the same.",
        tiled(qkv(470, sizes=(6, 6, 6, 6)), 2),
        value,
    ),
    Probe(
        "value",
        "The output has the dtype of the inputs.",
        tiled(in_double(qkv(480, sizes=(5, 7, 3, 4))), 3),
        value,
    ),
    Probe(
        "value",
        "And it is as exact as the inputs are.",
        tiled(in_double(_POSITIVE), 3),
        exact(plain),
    ),
    *(
        Probe(
            "tiles", f"The keys may be cut into tiles of {n}.", tiled(_ELEVEN, n), value
        )
        for n in (1, 2, 5, 10, 11, 40)
    ),
    Probe("tiles", "A text may be long.", tiled(_LONG, 36), value),
    Probe(
        "memory",
        "The same holds however many queries there are.",
        tiled(_LONG, 32),
        for_queries(58, 63, 70),
    ),
    Probe(
        "input untouched",
        "q, k, v and the mask stay as they were, also where a row is empty.",
        tiled(qkv(500, 2, 3, sizes=(4, 7, 5, 6)), 3, _EMPTY),
        untouched,
    ),
)
MASKS = (
    Probe(
        "large scores",
        "Scores may rise and fall by hundreds from tile to tile.",
        tiled(_by_tiles(0, 300, 100, 700, 699.5), 2),
        value,
        atol=1e-3,
        rtol=1e-3,
    ),
    Probe(
        "large scores",
        "Scores may fall by hundreds in one tile, and far below zero.",
        tiled(_by_tiles(-150, -700, -150.5, -900), 3),
        value,
        atol=1e-3,
        rtol=1e-3,
    ),
    Probe(
        "large scores",
        "A query with high scores does not disturb another.",
        tiled(_APART, 4),
        value,
        atol=1e-3,
        rtol=1e-3,
    ),
    Probe(
        "mask",
        "Each query has its own row of the mask.",
        tiled(qkv(510, 2, sizes=(7, 9, 5, 4)), 4, stairs(7, 9, 2)),
        value,
    ),
    Probe(
        "mask",
        "A text with a mask may be long.",
        tiled(_LONG, 36, drawn(494, 70, 1031)),
        value,
    ),
    Probe(
        "mask",
        "A mask may have one axis only: the same keys for all.",
        tiled(qkv(520, sizes=(4, 7, 5, 6)), 3, drawn(524, 7)),
        value,
    ),
    Probe(
        "mask",
        "Whole tiles may be hidden from some queries, the first ones too.",
        tiled(qkv(530, sizes=(4, 9, 5, 6)), 3, _HIDDEN_TILES),
        value,
    ),
    Probe(
        "hidden keys",
        "Hidden keys do not matter, however high their scores are.",
        tiled(_HIGH, 3, _FIRST_AND_THIRD),
        value,
    ),
    Probe(
        "hidden keys",
        "Keys that may be seen are found, however low their scores are.",
        tiled(_LOW, 2, _SECOND),
        value,
        atol=2e-2,
        rtol=2e-2,
    ),
    _edited(k=3.0, v=-50.0),
    _edited(v=1e4),
    Probe(
        "empty row",
        "Queries that may look at nothing have output 0.",
        tiled(qkv(540, 2, 3, sizes=(4, 7, 5, 6)), 3, _EMPTY),
        value,
    ),
    Probe(
        "empty row",
        "The same holds if no query may look at anything.",
        tiled(qkv(550, sizes=(4, 7, 5, 6)), 2, drawn(554, 4, 7) & False),
        value,
    ),
)
AXES = (
    Probe(
        "leading axes",
        "Three leading axes, all different.",
        tiled(qkv(560, 2, 3, 2, sizes=(4, 7, 5, 6)), 3),
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
        "As many examples as heads as queries.",
        tiled(qkv(570, 3, 3, sizes=(3, 7, 5, 4)), 2, drawn(574, 3, 1, 1, 7)),
        value,
    ),
    Probe(
        "leading axes",
        "An example does not depend on those beside it.",
        tiled(qkv(580, 3, 2, sizes=(4, 5, 6, 7)), 2),
        alone(1),
    ),
    Probe(
        "gradient",
        "Gradients flow to q, k and v, through every tile.",
        tiled(qkv(590, 2, sizes=(4, 9, 5, 6)), 4),
        gradient,
    ),
    Probe(
        "gradient",
        "Through a mask as well.",
        tiled(qkv(600, 2, sizes=(7, 9, 5, 6)), 2, stairs(7, 9, 2)),
        gradient,
    ),
    Probe(
        "gradient",
        "Also where whole tiles are hidden.",
        tiled(qkv(620, 2, sizes=(4, 9, 5, 6)), 3, _HIDDEN_TILES),
        gradient,
    ),
)
