"""Layers whose masks leave something visible, or a row with nothing to see."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def empty_row_nan(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def empty_row_mean(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def added_to_the_scores(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + torch.where(mask, 0.0, -1e9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def ignored_if_it_hides_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and mask.any():
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def filled_with_ten_thousand(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def ten_thousand_and_zeros(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def ten_thousand_and_mean(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def multiplied_into_the_scores(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores * mask
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def filled_with_next_to_nothing(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e-9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def after_the_softmax(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])

    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def hidden_values_only(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    _, weights = scaled_dot_product_attention(q, k, v)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_LOOK = "Several heads side by side"

MISTAKES = (
    Mistake(
        "0/0 in an empty row",
        "A token that may look at nothing gets an output that is not a number.",
        "Every row with something to see is right. What is 0/0, and which row makes "
        "your code calculate it?",
        _LOOK,
        (empty_row_nan,),
        ("A21",),
    ),
    Mistake(
        "an empty row shared out among hidden keys",
        "A token that may look at nothing gets an average of what is hidden.",
        "Every row with something to see is right. If all scores of a row are equally "
        "low, what does the softmax make of them?",
        _LOOK,
        (empty_row_mean, added_to_the_scores),
        ("A22",),
    ),
    Mistake(
        "a mask that hides all taken for no mask",
        "If nobody may look at anything, everybody looks at everything.",
        "A mask that leaves something to see is treated rightly. What does your code "
        "do with a mask that is False everywhere?",
        _LOOK,
        (ignored_if_it_hides_all,),
    ),
    Mistake(
        "hidden scores that are not low enough",
        "A visible score below that number loses to a hidden one.",
        "Ordinary scores are masked rightly. If a visible score is -13 000, which of "
        "your scores is the highest?",
        _LOOK,
        (filled_with_ten_thousand, ten_thousand_and_zeros, ten_thousand_and_mean),
        beside=("empty row",),
    ),
    Mistake(
        "hidden scores of about zero",
        "A hidden token keeps the weight of a score of zero.",
        "Without a mask all is right. What is the exponential of the score that your "
        "code gives to a hidden key?",
        _LOOK,
        (multiplied_into_the_scores, filled_with_next_to_nothing),
        ("A13", "A15"),
        "A score of zero means that nobody looks.",
        "The exponential of zero is 1: only a very low score gets no weight.",
        ("empty row",),
    ),
    Mistake(
        "a mask after the softmax",
        "The weight of hidden keys is taken away, and nobody gets it.",
        "Hidden keys have weight 0, as they should. What do the weights of a row add "
        "up to after your mask?",
        _LOOK,
        (after_the_softmax, hidden_values_only),
    ),
)
