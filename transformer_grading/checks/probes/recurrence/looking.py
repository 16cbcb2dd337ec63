"""What one can look at in a network that reads step by step."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observations import alone
from transformer_grading.checks.observing import Call, Observation, Observe


def weighted(*results: Tensor) -> Tensor:
    """Add up all numbers, each times a fixed random one: no two count alike.

    Args:
        *results: What a function returned.
    """
    generator = torch.Generator().manual_seed(0)
    return torch.stack(
        [(r * torch.randn(r.shape, generator=generator)).sum() for r in results]
    ).sum()


def slopes(of: Tensor, leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """Give the gradient of a number, zero at what it does not depend on.

    Args:
        of: The number.
        leaves: What it may depend on, by name.
    """
    found: tuple[Tensor | None, ...] = (None,) * len(leaves)
    if of.requires_grad:
        found = torch.autograd.grad(of, tuple(leaves.values()), allow_unused=True)
    return {
        name: torch.zeros_like(leaf) if slope is None else slope.to_dense()
        for (name, leaf), slope in zip(leaves.items(), found, strict=True)
    }


def asking(inputs: dict[str, Any], *fixed: str) -> dict[str, Tensor]:
    """Let the floating-point inputs ask for a gradient, and give them.

    Args:
        inputs: The inputs, by name.
        *fixed: The names of those that ask for none.
    """
    return {
        name: value.requires_grad_()
        for name, value in inputs.items()
        if isinstance(value, Tensor) and value.is_floating_point() and name not in fixed
    }


def copied(inputs: dict[str, Any]) -> list[Any]:
    """Copy the inputs: leaves may not be written to, copies may.

    Args:
        inputs: The inputs, by name.
    """
    return [v.clone() if isinstance(v, Tensor) else v for v in inputs.values()]


def gradient_of_all(*fixed: str) -> Observe:
    """Observe how all results together depend on the floating-point inputs.

    Args:
        *fixed: The inputs whose gradient is not looked at.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        leaves = asking(inputs, *fixed)
        results = call(*copied(inputs))
        found = slopes(weighted(*results.values()), leaves)
        return {f"the gradient of {name}": slope for name, slope in found.items()}

    return observe


def row_alone(row: int, *shared: str) -> Observe:
    """Observe one text, handed over without the others.

    Args:
        row: Which text.
        *shared: The last arguments, which belong to all texts.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        common = {name: inputs.pop(name) for name in shared}

        def with_common(*texts: Any) -> dict[str, Tensor]:
            return call(*texts, *copied(common))

        return alone(row)(with_common, inputs)

    return observe
