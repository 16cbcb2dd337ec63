"""Tiles that are joined without rescaling, or with the wrong factor."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def not_rescaled(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares = (scores - after).exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def updated_too_soon(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        best = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - best).exp(), (best - best).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
    return output / total.masked_fill(total == 0, 1.0)


def total_not_rescaled(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def output_not_rescaled(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def upside_down(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares = (scores - after).exp()
        fade = (after - best).exp() if start else torch.ones_like(best)
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def newest_faded(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * (total + shares.sum(dim=-1, keepdim=True))
        output = fade * (output + shares @ v[..., part, :])
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def newest_faded_later(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares = (scores - after).exp()
        fade = (best - after).exp() if start else torch.ones_like(best)
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * (output + shares @ v[..., part, :])
        best = after
    return output / total.masked_fill(total == 0, 1.0)


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "earlier tiles that are not rescaled",
        "They keep the weight they had when a worse score was the best.",
        "With one tile you are right, and while the best score comes first. What must "
        "happen to both sums when a better score turns up?",
        _TABLE,
        (not_rescaled, updated_too_soon),
        (),
        "Sums of exponentials can be added up as they come.",
        "Only if all of them were taken from the same zero.",
    ),
    Mistake(
        "a total that is not rescaled",
        "The weighted sum shrinks, and what it is divided by does not.",
        "With one tile you are right. Two sums are kept: do both shrink when a better "
        "score turns up?",
        _TABLE,
        (total_not_rescaled,),
    ),
    Mistake(
        "a weighted sum that is not rescaled",
        "The total shrinks, and what is divided by it does not.",
        "With one tile you are right. Two sums are kept: do both shrink when a better "
        "score turns up?",
        _TABLE,
        (output_not_rescaled,),
    ),
    Mistake(
        "a factor upside down",
        "Earlier tiles grow where they should shrink.",
        "With one tile you are right. When a better score turns up, should what came "
        "before count for more or for less?",
        _TABLE,
        (upside_down,),
    ),
    Mistake(
        "the newest tile faded as well",
        "The factor is meant for what came before.",
        "You do rescale. Which part of the new sum was taken from the old best score, "
        "and which from the new one?",
        _TABLE,
        (newest_faded, newest_faded_later),
    ),
)
