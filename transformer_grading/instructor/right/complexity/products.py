"""Right ways to write attention in tiles: how the products are made."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Mask = Tensor | None


def key_by_key_inside(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = torch.full_like(q[..., 0], -1e30)
    total, output = torch.zeros_like(best), torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        for j in range(start, min(start + tile, k.shape[-2])):
            score = (q * k[..., j, None, :]).sum(dim=-1) / math.sqrt(q.shape[-1])
            if mask is not None:
                score = score.masked_fill(~mask[..., j], -math.inf)
            new = torch.maximum(best, score)
            share, fade = (score - new).exp(), (best - new).exp()
            total = total * fade + share
            output = output * fade[..., None] + share[..., None] * v[..., j, None, :]
            best = new
    return output / total.masked_fill(total == 0, 1.0)[..., None]


def summed_inside(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    best = torch.full_like(q[..., 0], -1e30)
    total, output = torch.zeros_like(best), torch.zeros_like(q[..., :1])
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = (q[..., :, None, :] * k[..., None, part, :]).sum(dim=-1)
        scores = scores / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        new = torch.maximum(best, scores.amax(dim=-1))
        shares, fade = (scores - new[..., None]).exp(), (best - new).exp()
        total = total * fade + shares.sum(dim=-1)
        weighed = shares[..., None] * v[..., None, part, :]
        output = output * fade[..., None] + weighed.sum(dim=-2)
        best = new
    return output / total.masked_fill(total == 0, 1.0)[..., None]


def by_einsum(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    best = torch.full_like(q[..., :1], -1e30)
    total, output = torch.zeros_like(best), torch.zeros_like(best)
    for start in range(0, k.shape[-2], tile):
        part = slice(start, start + tile)
        scores = torch.einsum("...qd,...kd->...qk", q, k[..., part, :])
        scores = scores / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask[..., part], -math.inf)
        after = torch.maximum(best, scores.amax(dim=-1, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=-1, keepdim=True)
        seen = torch.einsum("...qk,...kd->...qd", shares, v[..., part, :])
        output, best = fade * output + seen, after
    return output / total.masked_fill(total == 0, 1.0)


def flattened(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    lead = q.shape[:-2]
    if mask is not None:
        mask = mask.expand(*q.shape[:-1], k.shape[-2])
        mask = mask.reshape(-1, *mask.shape[-2:])
    q, k, v = (x.reshape(-1, *x.shape[-2:]) for x in (q, k, v))
    best = torch.full_like(q[..., :1], -1e30)
    total, output = torch.zeros_like(best), torch.zeros_like(best)
    for start in range(0, k.shape[1], tile):
        scores = torch.bmm(q, k[:, start : start + tile].mT) * q.shape[2] ** -0.5
        if mask is not None:
            seen = mask[:, :, start : start + tile]
            scores = scores.masked_fill(~seen, -math.inf)
        after = torch.maximum(best, scores.amax(dim=2, keepdim=True))
        shares, fade = (scores - after).exp(), (best - after).exp()
        total = fade * total + shares.sum(dim=2, keepdim=True)
        output = fade * output + torch.bmm(shares, v[:, start : start + tile])
        best = after
    output = output / total.masked_fill(total == 0, 1.0)
    return output.reshape(*lead, *output.shape[-2:])


def ready_made(q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None) -> Tensor:
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def from_the_library(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    from transformer_lib.complexity.tiled import tiled_attention

    return tiled_attention(q, k, v, mask, tile=tile)


def plain_from_the_library(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Mask = None
) -> Tensor:
    from transformer_lib.attention import scaled_dot_product_attention

    return scaled_dot_product_attention(q, k, v, mask)[0]


RIGHT = (
    Right("W20", "products summed", summed_inside),
    Right(
        *("W20", "products summed, key by key", key_by_key_inside),
        Verdict.CONVENTION,
        "All keys of a tile are looked at together",
    ),
    Right("W17", "einsum", by_einsum),
    Right("W18", "bmm on flattened axes", flattened),
    Right(
        *("W21", "F.scaled_dot_product_attention", ready_made),
        Verdict.SEALED,
        "scaled_dot_product_attention is what this task asks you to write",
    ),
    Right(
        *("W21", "the course's own in tiles", from_the_library),
        Verdict.SEALED,
        "tiled_attention is what this task asks you to write",
    ),
    Right(
        *("W21", "the course's own, plain", plain_from_the_library),
        Verdict.SEALED,
        "scaled_dot_product_attention is what this task asks you to write",
    ),
)
