"""Tiles whose exponentials leave the range of floats."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def bare(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    total = output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        shares = scores.exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total.masked_fill(total == 0, 1.0)


def bare_unguarded(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    total = output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        shares = scores.exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total


def clamped(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    total = output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        shares = scores.clamp(max=60.0).exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total.clamp(min=1e-12)


def one_best_for_all(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.max())
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def one_best_a_head(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=(-2, -1), keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "the exponential of the bare score",
        "Right on paper, until a score leaves the range of exp in float32.",
        "For ordinary scores this is right. What is the exponential of 700 in float32, "
        "and what does the chapter take away first?",
        _TABLE,
        (bare, bare_unguarded, clamped),
        ("S01",),
    ),
    Mistake(
        "one best score for all queries",
        "A query far below the best score of all becomes 0/0.",
        "One query alone is right, and one with high scores spoils its neighbour. Over "
        "which scores should the best be taken?",
        _TABLE,
        (one_best_for_all, one_best_a_head),
        ("S02",),
    ),
)
