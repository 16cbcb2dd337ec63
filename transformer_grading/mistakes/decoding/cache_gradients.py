"""Layers with side effects, or cut off from their inputs."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def kept_detached(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    keys, values = keys.detach(), values.detach()
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def new_detached(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], (x @ w[1]).detach(), (x @ w[2]).detach()
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def single_scores(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).float().softmax(dim=-1).to(x.dtype)
    return weights @ values, keys, values


def single_keys(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys.float(), k.float()], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "keys and values that cannot learn",
        "The gradient stops at keys and values, those that were kept or the new ones.",
        "Do gradients flow back through all keys and values, kept and new?",
        _CACHE,
        (
            kept_detached,
            new_detached,
        ),
    ),
    Mistake(
        "a dtype fixed in the code",
        "float64 in, float32 on the way.",
        "Does your code name a dtype of floating-point numbers?",
        _CACHE,
        (
            single_scores,
            single_keys,
        ),
    ),
)
