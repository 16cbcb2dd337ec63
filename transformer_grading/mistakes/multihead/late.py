"""Layers whose mask comes after the softmax, and whose rows are then normalised."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

T = Tensor
M = Tensor | None


def renormalised(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def renormalised_nan_cleared(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = (weights / weights.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def highest_of_hidden_and_seen(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    powers = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    if mask is not None:
        powers = powers.masked_fill(~mask, 0.0)
    found: Tensor = powers / powers.sum(dim=-1, keepdim=True).clamp(min=1e-30) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def grouped_renormalised(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def grouped_nan_cleared(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = (weights / weights.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def grouped_highest_of_all(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    powers = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    if mask is not None:
        powers = powers.masked_fill(~mask, 0.0)
    found: Tensor = powers / powers.sum(dim=-1, keepdim=True).clamp(min=1e-30) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_LOOK = "Several heads side by side"

MISTAKES = (
    Mistake(
        "weights shared out again after the mask",
        "Right on paper, until a hidden score takes the whole row.",
        "For ordinary scores this is right. What is left to share out when a hidden "
        "score lies 1000 above all others?",
        _LOOK,
        (renormalised, renormalised_nan_cleared, highest_of_hidden_and_seen),
        beside=("empty row",),
    ),
)
GROUPED = (
    Mistake(
        "weights shared out again after the mask",
        "Right on paper, until a hidden score takes the whole row.",
        "For ordinary scores this is right. What is left to share out when a hidden "
        "score lies 1000 above all others?",
        _LOOK,
        (grouped_renormalised, grouped_nan_cleared, grouped_highest_of_all),
    ),
)
