"""Layers that keep the wrong things."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def replaced(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys = k
    values = v
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden[:, old:], -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def only_new_returned(
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
    return weights @ values, k, v


def not_kept(
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
    return weights @ values, keys[..., :old, :], values[..., :old, :]


def zeros_kept(
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
    blank = torch.zeros_like(k)
    return (
        weights @ values,
        torch.cat([keys[..., :old, :], blank], -2),
        torch.cat([values[..., :old, :], blank], -2),
    )


def first_lost(
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
    return weights @ values, keys[..., 1:, :], values[..., 1:, :]


def last_written_over(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    old = max(old - 1, 0)
    keys = torch.cat([keys[..., :old, :], k], dim=-2)
    values = torch.cat([values[..., :old, :], v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = torch.ones(new, old + new, dtype=torch.bool).triu(old + 1)
    weights = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
    return weights @ values, keys, values


def first_never_written(
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
    first = torch.arange(old + new)[:, None] == 0
    return weights @ values, keys.masked_fill(first, 0), values.masked_fill(first, 0)


def a_window_of_four(
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
    return weights @ values, keys[..., -4:, :], values[..., -4:, :]


_CACHE = "Remember keys and values: the cache"

MISTAKES = (
    Mistake(
        "new keys that replace the kept ones",
        "After each call only the newest chunk is known.",
        "After the third chunk, how many keys should be kept?",
        _CACHE,
        (
            replaced,
            only_new_returned,
        ),
        ("V06",),
    ),
    Mistake(
        "new keys that are never kept",
        "What comes back does not hold the new ones.",
        "Who will remember the new tokens at the next call?",
        _CACHE,
        (
            not_kept,
            zeros_kept,
        ),
        ("V06",),
    ),
    Mistake(
        "entries that are lost",
        "Kept entries are dropped, or written over.",
        "Count the entries before and after a call. Which are missing?",
        _CACHE,
        (
            first_lost,
            last_written_over,
            first_never_written,
            a_window_of_four,
        ),
        ("V06",),
    ),
)
