"""Layers with a softmax of their own that goes wrong on large scores."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

T = Tensor
M = Tensor | None


def straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    powers = scores.exp()
    if mask is not None:
        powers = powers * mask
    total = powers.sum(dim=-1, keepdim=True)
    found: Tensor = powers / total.masked_fill(total == 0, 1.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def straight_with_infinity(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    powers = scores.exp()
    total = powers.sum(dim=-1, keepdim=True)
    found: Tensor = powers / total.clamp(min=1e-12) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def highest_of_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    highest = scores.max().clamp(min=-1e30)
    powers = (scores - highest).exp()
    total = powers.sum(dim=-1, keepdim=True)
    found: Tensor = powers / total.masked_fill(total == 0, 1.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def highest_of_all_nan(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    powers = (scores - scores.max()).exp()
    weights = (powers / powers.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def cut_at_fifty(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores.clamp(-50, 50)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "exponentials of raw scores",
        "They overflow, or all vanish, and a row is divided by infinity or by nothing.",
        "Scores of ordinary size are treated rightly. What is the exponential of 1000, "
        "and what may you take away from all scores of a row beforehand?",
        _HEADS,
        (straight, straight_with_infinity),
        ("S01",),
    ),
    Mistake(
        "one highest score for all rows",
        "Rows whose scores are far lower vanish altogether.",
        "You take a number away before the exponential, which is wise. Which rows "
        "have that number among their scores?",
        _HEADS,
        (highest_of_all, highest_of_all_nan),
        ("S02",),
    ),
    Mistake(
        "scores that are cut off",
        "Keys whose scores pass the bound are looked at alike.",
        "Scores of ordinary size are treated rightly. What do the weights of two keys "
        "with scores 100 and 200 become in your code?",
        _HEADS,
        (cut_at_fifty,),
    ),
)
