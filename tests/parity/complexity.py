"""Attention tile by tile beside PyTorch's own, under every mask, causal and not."""

from collections.abc import Iterator
from functools import partial

import torch
from torch import Tensor

from parity.attention import (
    BASE,
    MASKS,
    PRIMES,
    Size,
    draw_mask,
    inputs,
    results,
    torch_attention,
)
from parity.core import Row, distance, worst
from transformer_lib.complexity.tiled import tiled_attention

TILES = {PRIMES: (1, 2, 3, 5, 7, 11), BASE: (31, 64, 256)}


def both(size: Size, mask: Tensor | None, causal: bool) -> Tensor | None:
    """Spread out the mask that the tiles never see."""
    if not causal:
        return mask
    before = torch.ones(size.query, size.key, dtype=torch.bool).tril(
        size.key - size.query
    )
    return before if mask is None else mask & before


def measure(
    size: Size, dtype: torch.dtype, mask_name: str, tile: int, causal: bool = False
) -> tuple[float, float]:
    """Return the distance of the output, and the largest of the three gradients'."""
    leaves, mask = inputs(size, dtype), draw_mask(size, mask_name)
    tiled = partial(tiled_attention, tile=tile, causal=causal)
    ours = results(tiled, leaves, mask)
    theirs = results(torch_attention, leaves, both(size, mask, causal))
    forward, *gradients = map(distance, ours, theirs)
    return forward, max(gradients)


def rows() -> Iterator[Row]:
    """Compare every tile under every mask."""
    for size, tiles in TILES.items():
        words = ", ".join(f"{axis} {n}" for axis, n in size._asdict().items())
        for dtype in (torch.float32, torch.float64):
            for causal in (False, True):
                cases = [(name, tile, causal) for name in MASKS for tile in tiles]
                largest = worst(measure(size, dtype, *case) for case in cases)
                kind = "causal tiled" if causal else "tiled"
                twin = f"{kind} attention, F.scaled_dot_product_attention"
                yield Row(twin, words, dtype, len(cases), *largest)
