"""Masks whose hidden scores are low, but not low enough."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def ten_thousand(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def ten_thousand_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + (~mask) * -1e4
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def ten_thousand_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def hundred(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e2)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def thousand(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e3)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def hundred_thousand(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e5)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def million(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e6)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "hidden scores set to a number that scores can pass",
        "Where every score is lower than the number, the hidden key wins.",
        "Ordinary scores are all right. What happens in a row whose visible scores "
        "lie below the number you fill in?",
        _LOOK,
        (
            *(ten_thousand, ten_thousand_added, ten_thousand_mean),
            *(hundred, thousand, hundred_thousand, million),
        ),
        (),
        "Any large negative constant hides a key for good.",
        "Scores can be lower than the constant; nothing is lower than −∞.",
        ("empty row",),
    ),
)
