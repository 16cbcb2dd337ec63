"""Tiles with a best score that is not the best so far."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def best_of_the_first(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        if start == 0:
            best = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares = (scores - best).exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total.masked_fill(total == 0, 1.0)


def first_scores(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    root = math.sqrt(q.shape[-1])
    best = (q @ k[..., :tile, :].mT / root).amax(dim=-1, keepdim=True)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / root
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        shares = (scores - best).exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total.masked_fill(total == 0, 1.0)


def best_may_fall(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = scores.amax(dim=-1, keepdim=True)
        after = after.clamp(min=torch.finfo(q.dtype).min)
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def best_may_fall_uncovered(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), -math.inf)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = scores.amax(dim=-1, keepdim=True)
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def begins_at_zero(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = torch.zeros_like(q[..., :1])
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def begins_too_high(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = torch.full_like(q[..., :1], -100.0)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def never_below_zero(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True)).relu()
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def begins_at_zero_unguarded(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_zeros((*q.shape[:-1], 1))
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "the best score of the first tile, kept for all",
        "Later scores may lie so far above it that their exponential overflows.",
        "For ordinary scores this is right. What happens to exp(s − m) when a later "
        "tile holds a score 300 above m?",
        _TABLE,
        (best_of_the_first, first_scores),
    ),
    Mistake(
        "a best score that can fall",
        "The factor for the earlier tiles can become infinite.",
        "For ordinary scores this is right. If a tile is far worse than those before "
        "it, which best score should it be measured from?",
        _TABLE,
        (best_may_fall, best_may_fall_uncovered),
        (),
        "The zero of each tile is its own best score.",
        "It is the best score so far, which never falls.",
    ),
    Mistake(
        "a best score that begins too high",
        "Scores far below it leave only zeros to divide.",
        "For scores about zero this is right. Which best score has a query that has "
        "seen no key yet, if all its scores may lie below −400?",
        _TABLE,
        (
            *(begins_at_zero, begins_too_high, never_below_zero),
            begins_at_zero_unguarded,
        ),
        (),
        "Zero is a safe best score to begin with.",
        "If all scores lie far below it, every exponential is 0.",
    ),
)
