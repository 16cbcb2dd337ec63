"""Right ways to write attention in tiles: how the tiles are joined."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Mask = Tensor | None


def finite_start(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    q = q / math.sqrt(q.shape[-1])
    best = q.new_full((*q.shape[:-1], 1), torch.finfo(q.dtype).min)
    total = output = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = best.maximum(scores.amax(dim=-1, keepdim=True))
        fade, shares = (best - after).exp(), (scores - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        output = fade * output + shares @ v[..., part, :]
        best = after
    return output / total.masked_fill(total == 0, 1.0)


def infinite_start(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = q.new_full(q.shape[:-1], -math.inf)
    total, output = torch.zeros_like(best), q.new_zeros(*q.shape[:-1], v.shape[-1])
    for start in range(0, k.shape[-2], tile):
        stop = min(start + tile, k.shape[-2])
        scores = q @ k[..., start:stop, :].transpose(-2, -1) * q.shape[-1] ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[..., start:stop], -math.inf)
        new = torch.maximum(best, scores.max(dim=-1).values)
        zero = torch.where(new == -math.inf, 0.0, new)
        fade = torch.exp(best - zero)
        shares = torch.exp(scores - zero[..., None])
        total = total * fade + shares.sum(dim=-1)
        output = output * fade[..., None] + shares @ v[..., start:stop, :]
        best = new
    return torch.where(total[..., None] > 0, output / total[..., None].clamp(1e-9), 0.0)


def split_and_zip(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    if mask is None:
        mask = torch.ones(k.shape[-2], dtype=torch.bool)
    best = torch.full_like(q[..., :1], -1e30)
    total, output = torch.zeros_like(best), torch.zeros_like(best)
    tiles = k.split(tile, -2), v.split(tile, -2), mask.split(tile, -1)
    for keys, values, seen in zip(*tiles, strict=True):
        scores = q @ keys.mT / math.sqrt(q.size(-1))
        scores = torch.where(seen, scores, -math.inf)
        before, best = best, torch.maximum(best, scores.amax(-1, keepdim=True))
        shares = torch.exp(scores - best)
        total = total * torch.exp(before - best) + shares.sum(-1, keepdim=True)
        output = output * torch.exp(before - best) + shares @ values
    return torch.nan_to_num(output / total)


def written_into_buffers(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    output = q.new_zeros((*q.shape[:-1], v.shape[-1]))
    total, best = torch.zeros_like(q[..., 0]), torch.full_like(q[..., 0], -1e30)
    for start in range(0, k.shape[-2], tile):
        scores = q @ k[..., start : start + tile, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores.masked_fill_(~mask[..., start : start + tile], -math.inf)
        new = torch.maximum(best, scores.amax(dim=-1)).detach()
        shares, fade = (scores - new[..., None]).exp(), (best - new).exp()
        output *= fade[..., None]
        output += shares @ v[..., start : start + tile, :]
        total *= fade
        total += shares.sum(dim=-1)
        best = new
    return output / total.clamp(min=1e-20)[..., None]


def two_passes(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    def scores(start: int) -> "Tensor":
        found = q @ k[..., start : start + tile, :].mT / math.sqrt(q.shape[-1])
        if mask is None:
            return found
        return found.masked_fill(~mask[..., start : start + tile], -math.inf)

    starts = range(0, k.shape[-2], tile)
    best = torch.full_like(q[..., :1], -1e30)
    for start in starts:
        best = torch.maximum(best, scores(start).amax(dim=-1, keepdim=True))
    total, output = torch.zeros_like(best), torch.zeros_like(best)
    for start in starts:
        shares = torch.exp(scores(start) - best)
        total = total + shares.sum(dim=-1, keepdim=True)
        output = output + shares @ v[..., start : start + tile, :]
    return output / total.masked_fill(total == 0, 1.0)


def parts_merged_last(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    outputs, logs = [], []
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        outputs.append(torch.nan_to_num(scores.softmax(dim=-1)) @ v[..., part, :])
        logs.append(scores.logsumexp(dim=-1))
    shares = torch.nan_to_num(torch.stack(logs).softmax(dim=0))
    parts = zip(shares, outputs, strict=True)
    return torch.stack([share[..., None] * output for share, output in parts]).sum(0)


def logarithm_of_the_total(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    log_total = torch.full_like(q[..., :1], -1e30)
    output = torch.zeros_like(log_total)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = torch.matmul(q, k[..., part, :].mT) / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(mask[..., part].logical_not(), -math.inf)
        both = torch.cat([log_total, scores], dim=-1)
        new = both.logsumexp(dim=-1, keepdim=True)
        output = (
            output * (log_total - new).exp() + (scores - new).exp() @ v[..., part, :]
        )
        log_total = new
    return output


def two_by_two(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    def look(start: int, stop: int) -> "tuple[Tensor, Tensor, Tensor]":
        if stop - start > tile:
            middle = start + tile * (-(-(stop - start) // tile) // 2)
            one, two = look(start, middle), look(middle, stop)
            best = torch.maximum(one[0], two[0])
            fades = (one[0] - best).exp(), (two[0] - best).exp()
            total = fades[0] * one[1] + fades[1] * two[1]
            return best, total, fades[0] * one[2] + fades[1] * two[2]
        scores = q @ k[..., start:stop, :].mT / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., start:stop], -math.inf)
        best = scores.amax(dim=-1, keepdim=True).clamp(min=-1e30)
        shares = (scores - best).exp()
        total = shares.sum(dim=-1, keepdim=True)
        return best, total, shares @ v[..., start:stop, :]

    _, total, output = look(0, k.shape[-2])
    return output / total.clamp(min=1e-12)


def total_first(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    parts = [slice(start, start + tile) for start in range(0, k.shape[-2], tile)]
    log_total, output = torch.full_like(q[..., :1], -math.inf), torch.zeros(())
    for again in (False, True):
        for part in parts:
            scores = q @ k[..., part, :].mT / math.sqrt(q.shape[-1])
            if mask is not None:
                scores = scores.masked_fill(~mask[..., part], -math.inf)
            if again:
                output = output + (scores - log_total).exp() @ v[..., part, :]
            else:
                seen = scores.logsumexp(dim=-1, keepdim=True)
                log_total = torch.logaddexp(log_total, seen)
        log_total = log_total.masked_fill(log_total == -math.inf, 0.0)
    return output


def one_more_feature(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = torch.full_like(q[..., :1], -1e30)
    sums = torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = q @ k[..., part, :].mT * q.shape[-1] ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        values = torch.nn.functional.pad(v[..., part, :], (0, 1), value=1.0)
        here = scores.amax(dim=-1, keepdim=True).clamp(min=-1e30)
        new = torch.maximum(best, here)
        sums = (best - new).exp() * sums + (scores - new).exp() @ values
        best = new
    output, total = sums[..., :-1], sums[..., -1:]
    return torch.where(total > 0, output / total.clamp(min=1e-20), 0.0)


RIGHT = (
    Right("own", "two passes: the logarithm of the total first", total_first),
    Right("own", "the total as one more feature of the values", one_more_feature),
    Right("W06", "q scaled first, a finite best to begin with", finite_start),
    Right("W09", "minus infinity to begin with", infinite_start),
    Right("own", "split and zip", split_and_zip),
    Right("W03", "in place into buffers, the best detached", written_into_buffers),
    Right("own", "two passes: the best first, then the sums", two_passes),
    Right("own", "the results of all tiles, merged last", parts_merged_last),
    Right("W05", "the logarithm of the total carried along", logarithm_of_the_total),
    Right("own", "tiles joined two by two", two_by_two),
)
