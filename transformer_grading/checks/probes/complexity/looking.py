"""Ways to look at many sizes at once, and at what is lost."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_lib.attention import scaled_dot_product_attention

# A count is right or wrong by one.
EXACT = {"atol": 0.5, "rtol": 0.0}


def stretched(*names: str, times: int = 13) -> Observe:
    """Observe numbers while some of the inputs grow, for as many sizes.

    Args:
        *names: The inputs that are multiplied by 1, 2, 3 …
        times: The last of these factors.
    """
    grown = f"with {' and '.join(names)} times 1 to {times}"

    def look(call: Call, inputs: dict[str, Any]) -> Observation:
        found = []
        for factor in range(1, times + 1):
            larger = {name: factor * inputs[name] for name in names}
            found.append(call(*{**inputs, **larger}.values()))
        return {
            f"{name} {grown}": torch.stack([seen[name] for seen in found])
            for name in found[0]
        }

    return look


def plain(q: Tensor, k: Tensor, v: Tensor, tile: int) -> Tensor:
    """Attend to all keys at once; `tile` is not used."""
    return scaled_dot_product_attention(q, k, v)[0]


def exact(right: Callable[..., Tensor], *levels: float) -> Observe:
    """Observe how exact the first result is, in proportion to what it should be.

    Args:
        right: What the first result should be, no number of which is about zero.
        *levels: What it may be off by. If none is given: what float64 is always better
            than, and what float32 is mostly better than.
    """

    def look(call: Call, inputs: dict[str, Any]) -> Observation:
        found = next(iter(call(*inputs.values()).values()))
        truth = right(*inputs.values())
        off = torch.tensor(torch.inf)
        if found.shape == truth.shape:
            off = ((found - truth) / truth).abs().max()
        return {
            f"“off by less than {level:g} of it”": off < level
            for level in levels or (1e-8, 5e-7)
        }

    return look
