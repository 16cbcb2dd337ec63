"""Sublayers and towers on sizes that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.residual import FIRST, LAST, sublayer
from transformer_grading.checks.probes.blocks.rows import shifted
from transformer_grading.checks.probes.blocks.sizes import hushed, tower

_BATCH = sublayer(1400, 2, 4, 7, norm_first=True)
_SILENT = {**_BATCH, "w": torch.zeros_like(_BATCH["w"])}
_SQUARE = sublayer(1410, 5, 5, 5, norm_first=True)
_TURNED = {**sublayer(1450, 4, 6, norm_first=True), "x": numbers(1459, 2, 6, 4).mT}
_TALL = tower(1500, 13, 2, 4, 5)
_DEEP = tower(1510, 17, 3, 7)
_WIDE = tower(1520, 12, 5, 5)
_SAME = {**_WIDE, "w": _WIDE["w"][:1].repeat(14, 1, 1)}
_AWAY = -torch.eye(5, device="cpu", dtype=torch.float32).repeat(14, 1, 1)

RESIDUAL = (
    Probe(
        "norm last",
        "Norm last, on a batch.",
        {**_BATCH, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last, with all sizes the same.",
        {**_SQUARE, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last: the result has the dtype of the tokens.",
        in_double({**_BATCH, **LAST}),
        value,
    ),
    Probe(
        "norm last",
        "Norm last, where the sublayer gives zero.",
        {**_SILENT, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last, on quiet tokens.",
        {**_BATCH, "x": 1e-3 * _BATCH["x"], **LAST},
        value,
    ),
    Probe(
        "norm first",
        "It does not matter how the tokens lie in memory.",
        _TURNED,
        value,
    ),
    Probe(
        "norm first",
        "Norm first, on a batch.",
        _BATCH,
        value,
    ),
    Probe(
        "norm first",
        "Norm first, with all sizes the same.",
        _SQUARE,
        value,
    ),
    Probe(
        "norm first",
        "Norm first: the result has the dtype of the tokens.",
        in_double(_BATCH),
        value,
    ),
    Probe(
        "road",
        "Norm first, where the sublayer gives zero.",
        _SILENT,
        value,
    ),
    Probe(
        "edits",
        "Norm first: editing one token moves no other.",
        _SQUARE,
        moved_by(x=shifted(_SQUARE["x"], 7)),
    ),
    Probe(
        "edits",
        "Norm last: editing one token moves no other.",
        {**_BATCH, **LAST},
        moved_by(x=shifted(_BATCH["x"], 5)),
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were, norm first.",
        sublayer(1440, 3, 13, norm_first=True),
        untouched,
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were, norm last.",
        sublayer(1440, 3, 13, norm_first=False),
        untouched,
    ),
    Probe(
        "gradient",
        "Norm first: gradients flow over the road and through the sublayer.",
        sublayer(1420, 3, 13, norm_first=True),
        gradient,
        atol=1e-4,
    ),
    Probe(
        "gradient",
        "Norm last: gradients flow over the road and through the sublayer.",
        sublayer(1430, 3, 13, norm_first=False),
        gradient,
        atol=1e-4,
    ),
)

SIZES = (
    Probe(
        "norm first",
        "Norm first, thirteen layers.",
        {**_TALL, **FIRST},
        value,
        atol=1e-4,
    ),
    Probe(
        "norm first",
        "Norm first, all layers alike.",
        {**_SAME, **FIRST},
        value,
        atol=1e-4,
    ),
    Probe(
        "norm first",
        "Norm first, where each layer takes away the normalised token.",
        {**_WIDE, "w": _AWAY, **FIRST},
        value,
        atol=1e-3,
    ),
    Probe(
        "norm first",
        "Norm first, sizes in float64.",
        in_double({**_DEEP, **FIRST}),
        value,
        atol=1e-4,
    ),
    Probe(
        "norm last",
        "Norm last, thirteen layers.",
        {**_TALL, **LAST},
        value,
        atol=1e-4,
    ),
    Probe(
        "norm last",
        "Norm last, on quiet tokens.",
        {**_DEEP, "x": 1e-3 * _DEEP["x"], **LAST},
        value,
        atol=1e-4,
    ),
    Probe(
        "norm last",
        "Norm last, where each layer takes away nearly all of a token.",
        {**hushed(_TALL), **LAST},
        value,
        atol=1e-3,
    ),
    Probe(
        "norm last",
        "Norm last, seventeen layers, sizes in float64.",
        in_double({**_DEEP, **LAST}),
        value,
        atol=1e-4,
    ),
    Probe(
        "input untouched",
        "x and w stay as they were, norm first.",
        {**_WIDE, **FIRST},
        untouched,
    ),
    Probe(
        "input untouched",
        "x and w stay as they were, norm last.",
        {**_WIDE, **LAST},
        untouched,
    ),
    Probe(
        "gradient",
        "Norm first: gradients flow from the sizes to x and to every matrix.",
        {**tower(1530, 13, 3, 5), **FIRST},
        gradient,
        atol=2e-4,
        rtol=1e-3,
    ),
    Probe(
        "gradient",
        "Norm last: gradients flow through a tower with quiet tokens.",
        {**hushed(tower(1540, 4, 3, 5)), **LAST},
        gradient,
        atol=5e-3,
        rtol=5e-3,
    ),
)
