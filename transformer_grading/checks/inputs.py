"""Make inputs for probes, the same ones whatever the settings of torch are."""

from typing import Any

import torch
from torch import Tensor


def tensor(*rows: Any) -> Tensor:
    """Write a tensor of floats row by row."""
    return torch.tensor(rows, dtype=torch.float32, device="cpu")


def whole(*rows: Any) -> Tensor:
    """Write a tensor of whole numbers row by row."""
    return torch.tensor(rows, dtype=torch.int64, device="cpu")


def numbers(seed: int, *shape: int) -> Tensor:
    """Draw unit normal numbers, the same ones for the same seed."""
    generator = torch.Generator("cpu").manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float32, device="cpu")


def mask(*rows: Any) -> Tensor:
    """Write a mask row by row."""
    return torch.tensor(rows, dtype=torch.bool, device="cpu")


def stairs(query: int, key: int, ahead: int = 0) -> Tensor:
    """Let each query look as far as its own place and some steps further.

    Args:
        query: Queries.
        key: Keys.
        ahead: How many steps further.
    """
    return torch.ones(query, key, dtype=torch.bool, device="cpu").tril(ahead)


def first(key: int, *visible: int) -> Tensor:
    """Show the first keys only, in a row for each number.

    Args:
        key: Keys.
        *visible: How many of them may be seen, row by row.
    """
    return mask(*([place < n for place in range(key)] for n in visible))


def in_double(inputs: dict[str, Any]) -> dict[str, Any]:
    """Turn every floating-point tensor into float64.

    Args:
        inputs: The inputs, by name.
    """
    return {
        name: value.double()
        if isinstance(value, Tensor) and value.is_floating_point()
        else value
        for name, value in inputs.items()
    }


def qkv(seed: int, *lead: int, sizes: tuple[int, int, int, int]) -> dict[str, Tensor]:
    """Draw queries, keys and values.

    Args:
        seed: The seed.
        *lead: The leading axes.
        sizes: query, key, d_k and d_v.
    """
    query, key, d_k, d_v = sizes
    return {
        "q": numbers(seed, *lead, query, d_k),
        "k": numbers(seed + 1, *lead, key, d_k),
        "v": numbers(seed + 2, *lead, key, d_v),
    }
