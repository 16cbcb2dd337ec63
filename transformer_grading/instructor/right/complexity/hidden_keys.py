"""Right ways to write attention in tiles: how keys are hidden."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Mask = Tensor | None


def added_infinity(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            hidden = torch.zeros_like(scores)
            scores = scores + hidden.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def shares_masked_too(
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
        if mask is not None:
            shares = shares * mask[..., part]
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def bare_and_masked(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    total = output = torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        shares = scores.exp() if mask is None else scores.exp() * mask[..., part]
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., part, :]
    return output / total.masked_fill(total == 0, 1.0)


def masked_afterwards(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        if mask is not None:
            shares = shares * mask[..., part]
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def baddbmm(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    shape, mask_all = q.shape[:-1], mask
    q, k, v = (x.reshape(-1, *x.shape[-2:]) for x in (q, k, v))
    if mask_all is not None:
        mask_all = mask_all.expand(*shape, k.shape[-2])
        mask_all = mask_all.reshape(-1, shape[-1], k.shape[-2])
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        keys = k[:, part].mT
        start_at = q.new_zeros(q.shape[0], q.shape[1], keys.shape[-1])
        scores = torch.baddbmm(start_at, q, keys, alpha=q.shape[-1] ** -0.5)
        if mask_all is not None:
            scores = scores.masked_fill(~mask_all[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output.reshape(*shape, v.shape[-1])


def mask_spread_out(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    if mask is None:
        mask = torch.ones((), dtype=torch.bool).expand(q.shape[-2], k.shape[-2])
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        scores = scores.masked_fill(torch.logical_not(mask[..., part]), -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


_ANY_SIZE = (
    Verdict.CONVENTION,
    "Scores and logarithms may lie hundreds above or below zero, and hundreds apart.",
)
_HIDDEN = (
    Verdict.CONVENTION,
    "A hidden key must not matter at all, *however large its score is*.",
)

RIGHT = (
    Right("W14", "minus infinity added", added_infinity),
    Right("W15", "hidden twice: before the best and after", shares_masked_too),
    Right("W15", "bare exponentials, masked afterwards", bare_and_masked, *_ANY_SIZE),
    Right("W16", "shares masked after the best", masked_afterwards, *_HIDDEN),
    Right("W19", "baddbmm with alpha", baddbmm),
    Right("own", "a mask for all keys where there is none", mask_spread_out),
)
