"""Tiles that do not follow `tile`: cut in another place, or to another length."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def queries_cut(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    found = []
    for start in range(0, q.shape[-2], tile):
        rows = slice(start, start + tile)
        scores = q[..., rows, :] @ k.mT / math.sqrt(q.shape[-1])
        if mask is not None:
            seen = mask.expand(*q.shape[:-1], k.shape[-2])[..., rows, :]
            scores = scores.masked_fill(~seen, -math.inf)
        found.append(scores.softmax(dim=-1).nan_to_num(0.0) @ v)
    return torch.cat(found, dim=-2)


def sixteen_keys_at_a_time(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], 16):
        part = slice(start, start + 16)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def thirty_two_keys_at_a_time(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    tile = min(tile, 32)
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
    return output / total.masked_fill(total == 0, 1.0)


def as_many_tiles(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    tile = -(-k.shape[-2] // tile)
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
    return output / total.masked_fill(total == 0, 1.0)


def one_query_at_a_time(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    if mask is not None:
        mask = mask.expand(*q.shape[:-1], k.shape[-2])
    found = []
    for row in range(q.shape[-2]):
        scores = q[..., row, None, :] @ k.mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., row, None, :], -math.inf)
        found.append(scores.softmax(dim=-1).nan_to_num(0.0) @ v)
    return torch.cat(found, dim=-2)


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "queries cut in the place of keys",
        "Every tile holds some queries and all of the keys.",
        "The numbers are right. When a text has twice as many keys, does a tile of "
        "yours take more room?",
        _TABLE,
        (queries_cut,),
    ),
    Mistake(
        "a tile of another length than `tile`",
        "The output is right, and the room it takes does not grow with `tile`.",
        "The numbers are right. How many keys does your code look at together if "
        "`tile` is 32, and how many if it is 256?",
        _TABLE,
        (
            *(sixteen_keys_at_a_time, thirty_two_keys_at_a_time),
            *(as_many_tiles, one_query_at_a_time),
        ),
    ),
)
