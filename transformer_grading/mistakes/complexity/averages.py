"""Tiles whose sums are divided at the wrong time, or not at all."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def mean_of_tiles(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    found = []
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        found.append(scores.softmax(dim=-1).nan_to_num(0.0) @ v[..., part, :])
    return torch.stack(found).mean(dim=0)


def mean_of_keys(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        shares = scores.softmax(dim=-1).nan_to_num(0.0)
        output = output + scores.shape[-1] * shares @ v[..., part, :]
    return output / k.shape[-2]


def sum_of_tiles(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        output = output + scores.softmax(dim=-1).nan_to_num(0.0) @ v[..., part, :]
    return output


def divided_each_time(
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
        seen = fade * output + shares @ v[..., part, :]
        output = seen / total.masked_fill(total == 0, 1.0)
        best = after
    return output


def undivided(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
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
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output


def divided_by_keys(
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
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / k.shape[-2]


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "what the tiles say, averaged or added",
        "Every tile, or every key, counts alike.",
        "With one tile you are right. Does a tile with good keys say more than one "
        "with bad keys, and where has that gone?",
        _TABLE,
        (mean_of_tiles, mean_of_keys, sum_of_tiles),
        (),
        "A softmax over all keys is the average of the softmaxes of the tiles.",
        "Each tile counts in proportion to its total.",
    ),
    Mistake(
        "a division in every tile",
        "What was divided once is divided again in the next tile.",
        "With one tile you are right. When do you know the total by which the sum has "
        "to be divided?",
        _TABLE,
        (divided_each_time,),
    ),
    Mistake(
        "a sum that is not divided by its total",
        "The weights of a row do not add up to 1.",
        "The sum is right. By what is it divided at the end?",
        _TABLE,
        (undivided, divided_by_keys),
    ),
)
