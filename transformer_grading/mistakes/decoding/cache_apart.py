"""Layers that differ from the right one in one line."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def positions_detached(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions.detach()[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def weights_detached(
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
    return weights.detach() @ values, keys, values


def one_early(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[max(old - 1, 0) :][:new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def after_the_softmax(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.softmax(dim=-1).masked_fill(hidden, 0.0)
    return weights @ values, keys, values


def no_maximum(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.exp().masked_fill(hidden, 0.0)
    return weights / weights.sum(dim=-1, keepdim=True) @ values, keys, values


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "positions that cannot learn",
        "No gradient reaches the table of positions.",
        "Do gradients flow back to `positions` too?",
        _CACHE,
        (positions_detached,),
    ),
    Mistake(
        "attention weights that are cut off",
        "No gradient passes through the weights of the softmax.",
        "On which way does the gradient reach the queries?",
        _CACHE,
        (weights_detached,),
    ),
    Mistake(
        "a place too early",
        "Behind kept tokens, each new one stands a place before its own.",
        "Four tokens were kept. At which place does the next one stand, if the first "
        "place is 0?",
        _CACHE,
        (one_early,),
    ),
    Mistake(
        "a mask behind the softmax",
        "Hidden keys are struck out when they have had their share already.",
        "What do the weights of a query add up to when the hidden ones are gone?",
        _CACHE,
        (after_the_softmax,),
    ),
    Mistake(
        "an exponential of bare scores",
        "Large scores become infinite, and their shares are no numbers.",
        "What is the exponential of 100 in float32?",
        _CACHE,
        (no_maximum,),
    ),
)
