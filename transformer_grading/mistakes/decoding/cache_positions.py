"""Layers that give new tokens the wrong places."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def none_added(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def not_for_queries(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = (x - positions[old : old + new]) @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def not_for_keys(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], (x - positions[old : old + new]) @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def not_for_values(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], (x - positions[old : old + new]) @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def placed_again(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys + positions[:old] @ w[1], k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def both_placed_again(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys + positions[:old] @ w[1], k], dim=-2)
    values = torch.cat([values + positions[:old] @ w[2], v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def last_rows(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[len(positions) - new :]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def backwards(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions.flip(0)[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = torch.cat([keys, k], dim=-2)
    values = torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "no positions",
        "Queries, keys or values, one of them or all, are made of tokens as they came.",
        "Which of queries, keys and values know in your code where their token stands?",
        _CACHE,
        (
            none_added,
            not_for_queries,
            not_for_keys,
            not_for_values,
        ),
    ),
    Mistake(
        "kept keys that get their positions again",
        "What was kept has its places already.",
        "At the third call, how often was the position of the first token added to its"
        " key?",
        _CACHE,
        (
            placed_again,
            both_placed_again,
        ),
    ),
    Mistake(
        "places from the end of the table",
        "The table is read from its other end.",
        "Which row of the table belongs to the first token of a text?",
        _CACHE,
        (
            last_rows,
            backwards,
        ),
    ),
)
