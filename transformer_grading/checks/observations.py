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


def copies(inputs: dict[str, Any]) -> list[Any]:
    """Copy the inputs: leaves may not be written to, copies may.

    Args:
        inputs: The inputs, by name.
    """
    return [x.clone() if isinstance(x, Tensor) else x for x in inputs.values()]


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


def gradient(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe how the first result depends on every floating-point input."""
    leaves = asking(inputs)
    first = next(iter(call(*copies(inputs)).values()))
    found = slopes(weighted(first), leaves)
    return {f"the gradient of {name}": slope for name, slope in found.items()}


def gradient_of_all(*fixed: str) -> Observe:
    """Observe how all results together depend on the floating-point inputs.

    Args:
        *fixed: The inputs whose gradient is not looked at.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        leaves = asking(inputs, *fixed)
        results = call(*copies(inputs))
        found = slopes(weighted(*results.values()), leaves)
        return {f"the gradient of {name}": slope for name, slope in found.items()}

    return observe


def untouched(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the inputs after the call."""
    call(*inputs.values())
    return {
        f"after the call, {name}": value
        for name, value in inputs.items()
        if isinstance(value, Tensor)
    }


def alone(row: int, *shared: str) -> Observe:
    """Observe one row of the batch, handed over without the others.

    Args:
        row: Which row of the first axis.
        *shared: The inputs that are the same for every row.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        only = {
            name: value
            if name in shared or not isinstance(value, Tensor)
            else value[row : row + 1]
            for name, value in inputs.items()
        }
        single, together = call(*copies(only)), call(*copies(inputs))
        return {
            **{f"{name} of that row alone": seen for name, seen in single.items()},
            **{f"{name} of that row": seen[row] for name, seen in together.items()},
        }

    return observe


def moved_by(**edited: Tensor) -> Observe:
    """Observe by how much the results move when some inputs are replaced.

    Args:
        **edited: The inputs after the edit, by name.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        before = call(*copies(inputs))
        after = call(*copies({**inputs, **edited}))
        return {
            f"the change of {name}": seen - before[name] for name, seen in after.items()
        }

    return observe
