"""Make inputs for probes."""

from typing import Any

import torch
from torch import Tensor


def tensor(*rows: Any) -> Tensor:
    """Write a tensor of floats row by row."""
    return torch.tensor(rows, dtype=torch.float32)


def numbers(seed: int, *shape: int) -> Tensor:
    """Draw unit normal numbers, the same ones for the same seed."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


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
