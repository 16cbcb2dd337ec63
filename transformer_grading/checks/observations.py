"""What one can look at in a function: its value, its gradient, what an edit moves."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observing import Call, Observation, Observe


def value(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe everything that the function returns."""
    return call(*inputs.values())


def only(*names: str, look: Observe = value) -> Observe:
    """Observe some of the results, whatever the others are.

    Args:
        *names: Which results.
        look: What to look at in them.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        def some(*args: Any) -> dict[str, Tensor]:
            results = call(*args)
            return {name: results[name] for name in names}

        return look(some, inputs)

    return observe


def _copies(inputs: dict[str, Any]) -> list[Any]:
    return [x.clone() if isinstance(x, Tensor) else x for x in inputs.values()]


def gradient(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe how the first result depends on every floating-point input.

    The result is multiplied by fixed random numbers, so that no two of its entries
    count alike. An input that the result does not depend on has gradient zero.
    """
    leaves = {
        name: value.requires_grad_()
        for name, value in inputs.items()
        if isinstance(value, Tensor) and value.is_floating_point()
    }
    # Copies may be written to, which is a property of its own; leaves may not.
    result = next(iter(call(*_copies(inputs)).values()))
    generator = torch.Generator().manual_seed(0)
    total = (result * torch.randn(result.shape, generator=generator)).sum()
    slopes: tuple[Tensor | None, ...] = (None,) * len(leaves)
    if total.requires_grad:
        slopes = torch.autograd.grad(total, tuple(leaves.values()), allow_unused=True)
    return {
        f"the gradient of {name}": torch.zeros_like(leaf)
        if slope is None
        else slope.to_dense()
        for (name, leaf), slope in zip(leaves.items(), slopes, strict=True)
    }


def untouched(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the inputs after the call."""
    call(*inputs.values())
    return {
        f"after the call, {name}": value
        for name, value in inputs.items()
        if isinstance(value, Tensor)
    }


def alone(row: int) -> Observe:
    """Observe one row of the batch, handed over without the others.

    Args:
        row: Which row of the first axis.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        only = [
            value[row : row + 1].clone() if isinstance(value, Tensor) else value
            for value in inputs.values()
        ]
        together = call(*_copies(inputs))
        return {
            **{f"{name} of that row alone": seen for name, seen in call(*only).items()},
            **{f"{name} of that row": seen[row] for name, seen in together.items()},
        }

    return observe


def moved_by(**edited: Tensor) -> Observe:
    """Observe by how much the results move when some inputs are replaced.

    Args:
        **edited: The inputs after the edit, by name.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        before = call(*_copies(inputs))
        after = call(*_copies({**inputs, **edited}))
        return {
            f"the change of {name}": seen - before[name] for name, seen in after.items()
        }

    return observe
