"""What the sizes along a tower have to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.blocks.residual import FIRST, LAST


def tower(seed: int, layers: int, *shape: int) -> dict[str, Any]:
    """Draw the tokens and the matrices of a tower; tokens have a mean.

    Args:
        seed: The seed.
        layers: Layers.
        *shape: The shape of the tokens.
    """
    d_model = shape[-1]
    w = numbers(seed + 1, layers, d_model, d_model) / d_model**0.5
    return {"x": 2 * numbers(seed, *shape) + 1, "w": w}


def hushed(inputs: dict[str, Any]) -> dict[str, Any]:
    """Let each layer take away nearly all of a token, so that ε is seen.

    Args:
        inputs: The tokens and the matrices of a tower.
    """
    unit = torch.eye(inputs["x"].shape[-1], device="cpu", dtype=torch.float32)
    return {**inputs, "w": 0.003 * inputs["w"] - unit}


_TURN = tensor([0, 1], [-1, 0])
BY_HAND: dict[str, Tensor] = {"x": tensor([-1, 1]), "w": torch.stack([_TURN, _TURN])}
_SMALL = tower(10, 3, 5, 4)
_NOTHING = {"x": tensor([1, 3], [2, -2]), "w": torch.zeros_like(BY_HAND["w"])}

PROBES = (
    Probe(
        "norm first",
        "Norm first: the size at the bottom, then behind each layer.",
        {**BY_HAND, **FIRST},
        value,
    ),
    Probe(
        "norm first",
        "Norm first: squares are averaged over all features of all tokens.",
        {**_SMALL, **FIRST},
        value,
    ),
    Probe(
        "norm first",
        "Norm first: where no layer adds anything, the size stays.",
        {**_NOTHING, **FIRST},
        value,
    ),
    Probe(
        "norm first",
        "Norm first: two leading axes, and sizes in float64.",
        in_double({**tower(20, 2, 2, 3, 5), **FIRST}),
        value,
    ),
    Probe(
        "norm last",
        "Norm last: the size at the bottom, then behind each layer.",
        {**BY_HAND, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last: a loud token at the bottom, and sizes near 1 above it.",
        {**_SMALL, **LAST},
        value,
    ),
    Probe(
        "norm last",
        "Norm last: where a layer takes away nearly all, ε keeps the rest quiet.",
        {**hushed(_SMALL), **LAST},
        value,
        atol=1e-4,
    ),
    Probe(
        "norm last",
        "Norm last: two leading axes, and sizes in float64.",
        in_double({**tower(20, 2, 2, 3, 5), **LAST}),
        value,
    ),
    Probe(
        "input untouched",
        "x and w stay as they were, norm first.",
        {**BY_HAND, **FIRST},
        untouched,
    ),
    Probe(
        "input untouched",
        "x and w stay as they were, norm last.",
        {**BY_HAND, **LAST},
        untouched,
    ),
    Probe(
        "gradient",
        "Norm last: gradients flow through a tower with quiet tokens.",
        {**hushed(tower(30, 2, 3, 5)), **LAST},
        gradient,
        atol=3e-3,
        rtol=5e-3,
    ),
    Probe(
        "gradient",
        "Gradients flow from the sizes to x and to every matrix.",
        {**_SMALL, **FIRST},
        gradient,
    ),
)
