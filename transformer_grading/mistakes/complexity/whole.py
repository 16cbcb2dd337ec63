"""Tiles that lose keys, meet the wrong values, or are all kept."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def one_key_lost(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile - 1)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def steps_too_long(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile + 1):
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


def begins_with_one(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(1, k.shape[-2], tile):
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


def values_of_the_first(
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
        output = fade * output + shares @ v[..., : shares.shape[-1], :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def values_from_the_end(
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
        output = fade * output + shares @ v.flip(-2)[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def keys_of_the_first(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        count = k[..., part, :].shape[-2]
        scores = q @ k[..., :count, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def plain(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return scores.softmax(dim=-1).nan_to_num(0.0) @ v


def tiles_collected(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    tiles = [q @ part.mT / math.sqrt(q.shape[-1]) for part in k.split(tile, dim=-2)]
    scores = torch.cat(tiles, dim=-1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return scores.softmax(dim=-1).nan_to_num(0.0) @ v


def shares_collected(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    root, best = math.sqrt(q.shape[-1]), torch.full_like(q[..., :1], -1e30)
    tiles = [q @ part.mT / root for part in k.split(tile, dim=-2)]
    if mask is not None:
        seen = mask.split(tile, dim=-1)
        pairs = zip(tiles, seen, strict=True)
        tiles = [scores.masked_fill(~some, -math.inf) for scores, some in pairs]
    for scores in tiles:
        best = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
    tiles = [(scores - best).exp() for scores in tiles]
    total = torch.stack([shares.sum(dim=-1, keepdim=True) for shares in tiles]).sum(0)
    parts = zip(tiles, v.split(tile, dim=-2), strict=True)
    output = torch.stack([shares @ values for shares, values in parts]).sum(0)
    return output / total.masked_fill(total == 0, 1.0)


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "keys left out between tiles",
        "A key at the edge of a tile is never looked at.",
        "Which key comes after the last one of a tile, and which one do you take next?",
        _TABLE,
        (one_key_lost, steps_too_long, begins_with_one),
    ),
    Mistake(
        "keys and values of different tiles",
        "Weights meet values that are not theirs.",
        "One tile is right. Which values belong to the keys of the second tile?",
        _TABLE,
        (values_of_the_first, values_from_the_end, keys_of_the_first),
    ),
    Mistake(
        "the whole table at once",
        "The output is right, and the table is there all the same.",
        "The numbers are right. How many scores are there at one time, and how many of "
        "them do you still need when a tile is done?",
        _TABLE,
        (plain, tiles_collected, shares_collected),
        (),
        "A loop over tiles saves memory, whatever is kept of them.",
        "Only what is forgotten is saved.",
    ),
)
