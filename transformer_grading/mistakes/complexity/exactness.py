"""Tiles that are right for most tensors, but not as exact or as general as asked."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def single_inside(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    dtype, q, k, v = q.dtype, q.float(), k.float(), v.float()
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
    return (output / total.masked_fill(total == 0, 1.0)).to(dtype)


def a_millionth_added(
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
    return output / (total + 1e-6)


def a_millionth_for_each_tile(
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
        total = fade * total + shares.sum(dim=-1, keepdim=True) + 1e-6
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / (total + 1e-12)


def flattened_as_a_view(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    lead = q.shape[:-1]
    if mask is not None:
        mask = mask.expand(*lead, k.shape[-2]).reshape(-1, lead[-1], k.shape[-2])
    q, k, v = (x.view(-1, *x.shape[-2:]) for x in (q, k, v))
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
    output = output / total.masked_fill(total == 0, 1.0)
    return output.view(*lead, v.shape[-1])


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "float32 on the way",
        "The dtype is right, but the numbers are no more exact than float32 is.",
        "The output has the right dtype. Which of your lines rounds numbers to "
        "float32 before they are used?",
        _TABLE,
        (single_inside,),
    ),
    Mistake(
        "a little added to the total",
        "Every output is a little too small.",
        "An empty row is right. What does the little that you add do to the rows that "
        "are not empty?",
        _TABLE,
        (a_millionth_added, a_millionth_for_each_tile),
    ),
    Mistake(
        "a view of tensors that do not lie in one piece",
        "It fails where the axes of q, k or v were exchanged.",
        "Tensors in one piece are right. Which of your calls needs its numbers to lie "
        "side by side in memory, and which other call copies where it has to?",
        _TABLE,
        (flattened_as_a_view,),
    ),
)
