"""Heads that are cut out so that others change."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.inspection.parts import joined, split


def bias_too(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    return joined(found) @ w[3] + (0 if gone.any() else b[3])


def bias_never(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined((weights @ v) * ~gone[:, None, None]) @ w[3]


def bias_in_part(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    part = (~gone).to(x.dtype).mean()
    return joined(found) @ w[3] + part * b[3]


def bias_for_each(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    rows, output = w[3].chunk(len(gone)), torch.zeros_like(x)
    for h in range(len(gone)):
        if not gone[h]:
            output = output + found[:, h] @ rows[h] + b[3]
    return output


def moved_up(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    left = joined((weights @ v)[:, ~gone])
    return left @ w[3][: left.shape[-1]] + b[3]


def filled_behind(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    empty = torch.zeros_like(found[:, gone])
    return joined(torch.cat([found[:, ~gone], empty], dim=1)) @ w[3] + b[3]


def fewer_and_wider(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    d_k = x.shape[-1] // len(gone)
    kept = (~gone).repeat_interleave(d_k)
    heads = max(1, int((~gone).sum()) - int(gone.any()))
    if kept.sum() % heads:
        heads = 1
    q, k, v = (split((x @ w[i] + b[i])[..., kept], heads) for i in range(3))
    weights = (q @ k.mT / math.sqrt(max(1, q.shape[-1]))).softmax(dim=-1)
    return joined(weights @ v) @ w[3][kept] + b[3]


def interleaved(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    kept = (~gone).repeat(x.shape[-1] // len(gone))
    return (joined(weights @ v) * kept) @ w[3] + b[3]


def one_feature(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = joined((q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v)
    kept = torch.ones(x.shape[-1], dtype=x.dtype)
    kept[: len(gone)] = (~gone).to(x.dtype)
    return (found * kept) @ w[3] + b[3]


def split_by_view(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    shape = (len(x), len(gone), x.shape[1], -1)
    q, k, v = ((x @ w[i] + b[i]).reshape(shape) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    return found.reshape(x.shape) @ w[3] + b[3]


def not_joined_back(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    return found.reshape(x.shape) @ w[3] + b[3]


def first_alone(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    first = gone & (gone.cumsum(dim=0) == 1)
    return joined(found.masked_fill(first[:, None, None], 0)) @ w[3] + b[3]


def last_alone(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    output = found
    for h in range(len(gone)):
        if gone[h]:
            output = found.clone()
            output[:, h] = 0
    return joined(output) @ w[3] + b[3]


def one_later(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    found = found.masked_fill(gone.roll(1)[:, None, None], 0.0)
    return joined(found) @ w[3] + b[3]


def from_the_end(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    found = found.masked_fill(gone.flip(0)[:, None, None], 0.0)
    return joined(found) @ w[3] + b[3]


def as_many_heads(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    found[:, : int(gone.sum())] = 0
    return joined(found) @ w[3] + b[3]


def as_indices(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    found = found.clone()
    found[:, gone.long() % len(gone)] = 0
    return joined(found) @ w[3] + b[3]


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "the last bias taken away as well",
        "It belongs to no head.",
        "What is left of the sum over heads if all of them are gone?",
        _USING,
        (bias_too, bias_never, bias_in_part),
    ),
    Mistake(
        "a bias for each head",
        "The last bias is added as often as there are heads.",
        "How often does the last bias stand in the sum over heads?",
        _USING,
        (bias_for_each,),
    ),
    Mistake(
        "heads that move up",
        "What is left meets rows of the last matrix that belong to others.",
        "The first of three heads is gone. Which rows of the last matrix does the "
        "second one meet?",
        _USING,
        (moved_up, filled_behind),
    ),
    Mistake(
        "fewer heads of another width",
        "Features that are left are shared out anew, so every head is another one.",
        "How many features has a head before and after one of them is gone?",
        _USING,
        (fewer_and_wider,),
    ),
    Mistake(
        "features of other heads",
        "Every so-many-th feature is blanked, or one feature for each head.",
        "After joining, which features belong to head 1?",
        _USING,
        (interleaved, one_feature),
    ),
    Mistake(
        "heads that mix tokens",
        "Axes are taken for each other when heads are split or joined.",
        "After splitting, which two axes change places, and do they change back?",
        _USING,
        (split_by_view, not_joined_back),
    ),
    Mistake(
        "one head of several",
        "The others stay.",
        "Two heads are gone. How many does your code blank?",
        _USING,
        (first_alone, last_alone),
    ),
    Mistake(
        "other heads than those that are marked",
        "The right number of heads is gone, and not the right ones.",
        "gone is (True, False, False). Which head is blanked in your code?",
        _USING,
        (one_later, from_the_end, as_many_heads, as_indices),
    ),
)
