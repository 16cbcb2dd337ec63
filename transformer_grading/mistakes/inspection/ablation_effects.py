"""Layers without some heads, with side effects or without gradients."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.inspection.parts import joined, split


def matrix_blanked(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    rows = gone.repeat_interleave(x.shape[-1] // len(gone))
    with torch.no_grad():
        w[3][rows] = 0
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def values_blanked(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    columns = gone.repeat_interleave(x.shape[-1] // len(gone))
    with torch.no_grad():
        w[2][:, columns] = 0
        b[2][columns] = 0
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def marks_turned(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = gone.logical_not_()
    q, k, v = (split(x @ w[i] + b[i], len(kept)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * kept[:, None, None]) @ w[3] + b[3]


def no_tape(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    with torch.no_grad():
        q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
        weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
        return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def detached(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v).detach() * ~gone[:, None, None]
    return joined(found) @ w[3] + b[3]


def looks_detached(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1).detach()
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def taken_off_again(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    lost = found.detach() * gone[:, None, None]
    return joined(found - lost) @ w[3] + b[3]


def single(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    x, w, b = x.float(), w.float(), b.float()
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def softmax_in_single(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    weights = scores.float().softmax(dim=-1).to(x.dtype)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def rounded_root(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    root = torch.tensor(float(q.shape[-1]), dtype=torch.float32).sqrt()
    weights = (q @ k.mT / root.item()).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "a layer that has lost its head for good",
        "What was handed in is changed, so the next call lacks the head as well.",
        "After your call, can the head be put back?",
        _USING,
        (matrix_blanked, values_blanked),
    ),
    Mistake(
        "marks changed by the call",
        "The output is right, and gone says something else afterwards.",
        "Which of your lines writes into a tensor that was handed in?",
        _USING,
        (marks_turned,),
    ),
    Mistake(
        "no gradient for those that are there",
        "The output is right, and nothing before it can learn or be asked.",
        "Through which of your lines can no gradient pass?",
        _USING,
        (no_tape, detached, looks_detached),
    ),
    Mistake(
        "a gradient for heads that are gone",
        "What is taken off at the end still counts for the gradient.",
        "The head is added and taken off again. Which of the two does a gradient see?",
        _USING,
        (taken_off_again,),
    ),
    Mistake(
        "a layer in float32 on the way",
        "From float64 half the digits are lost.",
        "Which of your lines names a dtype?",
        _USING,
        (single, softmax_in_single, rounded_root),
    ),
)
