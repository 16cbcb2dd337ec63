"""Layers that keep the wrong things."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_front(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([k, keys], dim=-2)
    values = torch.cat([v, values], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def keys_in_front(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([k, keys], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def values_in_front(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([v, values], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def swapped_back(
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
    return weights @ values, values, keys


def matrices_swapped(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[2], x @ w[1]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def keys_twice(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[1]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def queries_kept(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[1], x @ w[0], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def kept_alone(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    weights = (q @ keys.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    output = weights @ values
    return output, torch.cat([keys, k], dim=-2), torch.cat([values, v], dim=-2)


def tokens_kept(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x[..., : keys.shape[-1]], x[..., : keys.shape[-1]]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "new entries in front of the old ones",
        "The order of the text is lost.",
        "Which entry belongs to the first token of the text?",
        _CACHE,
        (
            in_front,
            keys_in_front,
            values_in_front,
        ),
        ("V10",),
    ),
    Mistake(
        "keys and values made or kept as something else",
        "Where keys or values belong, another of the three products stands.",
        "Which matrix makes what is matched, and which one what is handed over?",
        _CACHE,
        (
            swapped_back,
            matrices_swapped,
            keys_twice,
            queries_kept,
        ),
    ),
    Mistake(
        "new tokens that are not looked at",
        "Only what was kept is seen.",
        "May a new token look at itself?",
        _CACHE,
        (kept_alone,),
    ),
    Mistake(
        "tokens that are kept before they are keys",
        "The tokens themselves are kept.",
        "What are the next queries compared with?",
        _CACHE,
        (tokens_kept,),
    ),
)
