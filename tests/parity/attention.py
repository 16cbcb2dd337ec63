"""Attention beside PyTorch's own: the readable path and the fused one."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from parity.core import Row, distance, outcome, worst
from transformer_lib.attention import fused_attention, scaled_dot_product_attention

Attention = Callable[..., Tensor]
Rows = list[list[float]]


class Size(NamedTuple):
    batch: int
    heads: int
    query: int
    key: int
    d_k: int
    d_v: int


PRIMES = Size(batch=2, heads=3, query=5, key=7, d_k=11, d_v=13)
BASE = Size(batch=2, heads=8, query=128, key=128, d_k=64, d_v=64)  # d_model 512
MASKS = {
    "none": None,
    "query key": lambda s: (s.query, s.key),
    "1 key": lambda s: (1, s.key),
    "query 1": lambda s: (s.query, 1),
    "1 1": lambda s: (1, 1),
    "heads query key": lambda s: (s.heads, s.query, s.key),
    "batch 1 1 key": lambda s: (s.batch, 1, 1, s.key),
    "1 heads query 1": lambda s: (1, s.heads, s.query, 1),
    "batch heads query key": lambda s: (s.batch, s.heads, s.query, s.key),
}


def readable(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
    return scaled_dot_product_attention(q, k, v, mask)[0]


def torch_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> Tensor:
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def by_hand(q: Rows, k: Rows, v: Rows, mask: list[list[bool]]) -> tuple[Rows, Rows]:
    """Attend with loops over lists; every pair of a query and a key is one number."""
    output: Rows = []
    weights: Rows = []
    for i, query in enumerate(q):
        shares = [0.0] * len(k)
        for j, key in enumerate(k):
            if mask[i][j]:
                match = sum(query[n] * key[n] for n in range(len(key)))
                shares[j] = math.exp(match / math.sqrt(len(key)))
        total = sum(shares) or 1.0
        weights.append([share / total for share in shares])
        output.append([0.0] * len(v[0]))
        for j, value in enumerate(v):
            for n in range(len(value)):
                output[i][n] += weights[i][j] * value[n]
    return output, weights


PATHS = {"readable": readable, "fused": fused_attention}


def inputs(size: Size, dtype: torch.dtype, seed: int = 0) -> list[Tensor]:
    """Draw q, k and v as leaves that collect gradients."""
    generator = torch.Generator().manual_seed(seed)
    shapes = [(size.query, size.d_k), (size.key, size.d_k), (size.key, size.d_v)]
    return [
        torch.randn(size.batch, size.heads, *shape, generator=generator)
        .to(dtype)
        .requires_grad_()
        for shape in shapes
    ]


def draw_mask(size: Size, name: str, seed: int = 0) -> Tensor | None:
    """Draw a mask of the shape that the name says; it may hold empty rows."""
    if name == "none":
        return None
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(MASKS[name](size), generator=generator) < 0.6


def results(
    attention: Attention, leaves: list[Tensor], mask: Tensor | None
) -> list[Tensor]:
    """Return the output and the gradients of q, k and v of one fixed sum of it."""
    outputs, gradients = outcome(lambda *x: attention(*x, mask), leaves)
    return [*outputs, *gradients]


def measure(
    path: str, size: Size, dtype: torch.dtype, mask_name: str
) -> tuple[float, float]:
    """Return the distance of the output, and the largest of the three gradients'."""
    leaves, mask = inputs(size, dtype), draw_mask(size, mask_name)
    ours = results(PATHS[path], leaves, mask)
    theirs = results(torch_attention, leaves, mask)
    forward, *gradients = map(distance, ours, theirs)
    return forward, max(gradients)


def rows() -> Iterator[Row]:
    """Compare both paths under every mask."""
    for size in (PRIMES, BASE):
        words = ", ".join(f"{axis} {n}" for axis, n in size._asdict().items())
        for dtype in (torch.float32, torch.float64, torch.bfloat16):
            for path in PATHS:
                cases = worst(measure(path, size, dtype, name) for name in MASKS)
                twin = f"{path} attention, F.scaled_dot_product_attention"
                yield Row(twin, words, dtype, len(MASKS), *cases)
