"""Right ways to write attention in tiles: scales and fills."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Mask = Tensor | None


def both_scaled(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        root = q.shape[-1] ** 0.25
        scores = (q / root) @ (k[..., part, :] / root).mT
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def root_of_a_tensor(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / torch.tensor(q.shape[-1]).sqrt()
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def filled_in_one_line(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        seen = torch.ones(1, dtype=torch.bool) if mask is None else mask[..., part]
        scores = (q @ k[..., part, :].mT).masked_fill(seen == 0, float("-inf"))
        scores = scores / q.shape[-1] ** 0.5
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def large_constant(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -1e9)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output if mask is None else output * mask.any(dim=-1)[..., None]


def smallest_number(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            lowest = torch.finfo(scores.dtype).min
            scores = scores.masked_fill(~mask[..., part], lowest)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output if mask is None else output * mask.any(dim=-1)[..., None]


def where(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = torch.where(mask[..., part], scores, -1e30)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output if mask is None else output * mask.any(dim=-1)[..., None]


def added_constant(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores + (~mask[..., part]).to(scores.dtype) * -1e9
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output if mask is None else output * mask.any(dim=-1)[..., None]


RIGHT = (
    Right("W07", "queries and keys scaled by the fourth root", both_scaled),
    Right("W08", "the root of a tensor", root_of_a_tensor),
    Right("W08", "d_k ** 0.5; filled before it is scaled", filled_in_one_line),
    Right("W10", "masked_fill -1e9, empty rows zeroed", large_constant),
    Right("W11", "masked_fill finfo.min, empty rows zeroed", smallest_number),
    Right("W12", "torch.where -1e30, empty rows zeroed", where),
    Right("W13", "-1e9 added, empty rows zeroed", added_constant),
)
