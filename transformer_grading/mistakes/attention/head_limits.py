"""Layers with an attention of their own that breaks at high or low scores."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def shared_out_again(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q, k, v = x[:, None] @ w_q, context[:, None] @ w_k, context[:, None] @ w_v
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        total = weights.sum(dim=-1, keepdim=True)
        weights = weights / torch.where(total == 0, 1.0, total)
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o


def ten_thousand(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q, k, v = x[:, None] @ w_q, context[:, None] @ w_k, context[:, None] @ w_v
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o


def hundred(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q, k, v = x[:, None] @ w_q, context[:, None] @ w_k, context[:, None] @ w_v
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o


def bare_exponential(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q, k, v = x[:, None] @ w_q, context[:, None] @ w_k, context[:, None] @ w_v
    weights = torch.exp(q @ k.mT / math.sqrt(q.shape[-1]))
    if mask is not None:
        weights = weights * mask
    weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-30)
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "weights shared out again after the mask",
        "Right on paper, until a hidden score takes the whole row.",
        "With ordinary scores you are right. How much is left to share out when the "
        "hidden score lies 100 above all others?",
        _LOOK,
        (shared_out_again,),
    ),
    Mistake(
        "hidden scores set to a number that scores can pass",
        "Where every score is lower than the number, the hidden key wins.",
        "Ordinary scores are all right. What happens in a row whose visible scores "
        "lie below the number you fill in?",
        _LOOK,
        (ten_thousand, hundred),
        beside=("empty row",),
    ),
    Mistake(
        "a softmax by hand that takes the exponential of bare scores",
        "Large scores give infinity, and infinity times 0 is not a number.",
        "With ordinary scores you are right. From which score on is exp infinite in "
        "float32, and what did you take away from a row in task 1?",
        _LOOK,
        (bare_exponential,),
        ("S01",),
    ),
)
