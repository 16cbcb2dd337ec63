"""Ways to look at one result of several, and at many sizes at once."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observations import value
from transformer_grading.checks.observing import Call, Observation, Observe

# A count is right or wrong by one.
EXACT = {"atol": 0.5, "rtol": 0.0}


def of(name: str, observe: Observe = value) -> Observe:
    """Observe one result alone.

    Args:
        name: Which result.
        observe: What to look at in it.
    """

    def look(call: Call, inputs: dict[str, Any]) -> Observation:
        def only(*args: Any) -> dict[str, Tensor]:
            return {name: call(*args)[name]}

        return observe(only, inputs)

    return look


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
