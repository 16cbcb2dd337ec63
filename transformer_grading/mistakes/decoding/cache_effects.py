"""Layers with side effects, or cut off from their inputs."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def x_in_place(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x += positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def x_in_place_add(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x.add_(positions[old : old + new])
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def zeroed(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    was = keys, values
    keys, values = keys.clone(), values.clone()
    was[0].zero_(), was[1].zero_()
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def detached(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return (weights @ values).detach(), keys.detach(), values.detach()


def no_tape(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    with torch.no_grad():
        old, new = keys.shape[-2], x.shape[-2]
        x = x + positions[old : old + new]
        q, k, v = x @ w[0], x @ w[1], x @ w[2]
        keys, values = torch.cat([keys, k], dim=-2), torch.cat([values, v], dim=-2)
        scores = q @ keys.mT / math.sqrt(q.shape[-1])
        hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
        weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
        return weights @ values, keys, values


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "inputs that are changed",
        "What was handed in holds other numbers afterwards.",
        "Which of your lines write into a tensor that is not yours?",
        _CACHE,
        (
            x_in_place,
            x_in_place_add,
        ),
    ),
    Mistake(
        "kept tensors that are changed",
        "The keys and values handed in hold other numbers afterwards.",
        "Do you hand back new tensors, or old ones with new numbers?",
        _CACHE,
        (zeroed,),
    ),
    Mistake(
        "a result cut off from the inputs",
        "No gradient flows back.",
        "Does your code leave the tape, by `detach`, `no_grad`, or numpy?",
        _CACHE,
        (
            detached,
            no_tape,
        ),
    ),
)
