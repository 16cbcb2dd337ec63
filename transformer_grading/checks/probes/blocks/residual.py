"""What a sublayer with its road and its norm has to be like."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.rows import shifted


def sublayer(seed: int, *shape: int, norm_first: bool) -> dict[str, Any]:
    """Draw the arguments of a sublayer; tokens are loud and have a mean.

    Args:
        seed: The seed.
        *shape: The shape of the tokens.
        norm_first: Whether the norm comes first.
    """
    d_model = shape[-1]
    return {
        "x": 3 * numbers(seed, *shape) + 2,
        "w": numbers(seed + 1, d_model, d_model) / 2,
        "gain": numbers(seed + 2, d_model),
        "bias": numbers(seed + 3, d_model),
        "norm_first": norm_first,
    }


BY_HAND = {
    "x": tensor([1, 3]),
    "w": tensor([0, 2], [2, 0]),
    "gain": tensor(1, 1),
    "bias": tensor(0, 0),
}
LAST, FIRST = {"norm_first": False}, {"norm_first": True}
_SILENT = {
    "x": tensor([1, 1, 7, 7]),
    "w": torch.zeros(4, 4, device="cpu", dtype=torch.float32),
    "gain": tensor(1, 1, 1, 1),
    "bias": tensor(0, 0, 0, 0),
}
_BATCH = sublayer(30, 2, 3, 5, norm_first=True)

PROBES = (
    Probe(
        "norm last",
        "Norm last: the sum of token and sublayer is normalised.",
        {**BY_HAND, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last, with a gain and a bias.",
        sublayer(10, 3, 5, norm_first=False),
        value,
    ),
    Probe(
        "norm last",
        "Norm last: from float64 comes float64.",
        in_double({**BY_HAND, **LAST}),
        value,
    ),
    Probe(
        "norm last",
        "Norm last: where the sublayer gives zero, the token is normalised.",
        {**_SILENT, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last: a quiet token is summed like any other, and stays quiet.",
        {**BY_HAND, "x": tensor([0.001, 0.003]), **LAST},
        value,
    ),
    Probe(
        "norm first",
        "Norm first: the sublayer reads the normalised token, the sum is left alone.",
        {**BY_HAND, **FIRST},
        value,
    ),
    Probe(
        "norm first",
        "Norm first, with a gain and a bias.",
        sublayer(10, 3, 5, norm_first=True),
        value,
    ),
    Probe(
        "norm first",
        "Norm first: from float64 comes float64.",
        in_double({**BY_HAND, **FIRST}),
        value,
    ),
    Probe(
        "road",
        "Norm first: where the sublayer gives zero, the token comes out as it was.",
        {**_SILENT, **FIRST},
        value,
    ),
    Probe(
        "edits",
        "Two leading axes are as good as one, and editing one token moves no other.",
        _BATCH,
        moved_by(x=shifted(_BATCH["x"], 1)),
    ),
    Probe(
        "edits",
        "The same with the norm last.",
        {**_BATCH, **LAST},
        moved_by(x=shifted(_BATCH["x"], 1)),
    ),
    Probe(
        "input untouched",
        "x, w, gain and bias stay as they were, norm last.",
        {**BY_HAND, **LAST},
        untouched,
    ),
    Probe(
        "input untouched",
        "x, w, gain and bias stay as they were, norm first.",
        {**BY_HAND, **FIRST},
        untouched,
    ),
    Probe(
        "gradient",
        "Norm last: gradients flow over the road and through the sublayer.",
        sublayer(40, 3, 4, norm_first=False),
        gradient,
    ),
    Probe(
        "gradient",
        "Norm first: gradients flow over the road and through the sublayer.",
        sublayer(40, 3, 4, norm_first=True),
        gradient,
    ),
)
