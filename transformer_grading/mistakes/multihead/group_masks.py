"""Layers with groups whose masks are ignored, turned round or misplaced."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def mask_ignored(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v)
    return found.transpose(1, 2).flatten(2) @ w_o


def mask_turned_round(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    hidden = None if mask is None else ~mask
    found, _ = scaled_dot_product_attention(q, k, v, hidden)
    return found.transpose(1, 2).flatten(2) @ w_o


def mask_without_heads(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    seen = mask.squeeze(1) if mask is not None and mask.dim() == 4 else mask
    found, _ = scaled_dot_product_attention(q, k, v, seen)
    return found.transpose(1, 2).flatten(2) @ w_o


def mask_that_meets_groups(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    size = n_heads // n_groups
    q = (x @ w_q).unflatten(-1, (n_groups, size, -1)).permute(0, 2, 3, 1, 4)
    k = (x @ w_k).unflatten(-1, (n_groups, 1, -1)).permute(0, 2, 3, 1, 4)
    v = (x @ w_v).unflatten(-1, (n_groups, 1, -1)).permute(0, 2, 3, 1, 4)
    k, v = k.expand(-1, -1, size, -1, -1), v.expand(-1, -1, size, -1, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.flatten(1, 2).transpose(1, 2).flatten(2) @ w_o


def empty_row_nan(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def empty_sequence_nan(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    if mask is not None and mask.dim() == 2:
        weights = weights.nan_to_num(0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def empty_row_mean(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def filled_with_ten_thousand(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        scores = scores.masked_fill(~mask, -1e4)
        weights = scores.softmax(dim=-1).masked_fill(~mask, 0.0)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def hidden_after_the_softmax(
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
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a mask that changes nothing",
        "The result is the same with a mask and without.",
        "Without a mask all is right. Which of your lines hands the mask on?",
        _HEADS,
        (mask_ignored,),
        ("A11",),
    ),
    Mistake(
        "a mask turned round",
        "Queries look exactly where they may not.",
        "You hide one part of the keys and keep the other. What does True mean in this "
        "course: may look, or is hidden?",
        _HEADS,
        (mask_turned_round,),
        ("A20",),
    ),
    Mistake(
        "the mask of a sequence taken for that of a head",
        "The padding of sequence 0 is hidden from head 0, or group 0.",
        "A mask (query, key) is treated rightly. Axes line up from the last: which "
        "axis of your scores does the batch of the mask meet?",
        _HEADS,
        (mask_without_heads, mask_that_meets_groups),
        ("M06",),
    ),
    Mistake(
        "0/0 in an empty row",
        "A token that may look at nothing gets an output that is not a number.",
        "Every row with something to see is right. What is 0/0, and which row makes "
        "your code calculate it?",
        _HEADS,
        (empty_row_nan, empty_sequence_nan),
        ("A21",),
    ),
    Mistake(
        "an empty row shared out among hidden keys",
        "A token that may look at nothing gets an average of what is hidden.",
        "Every row with something to see is right. If all scores of a row are equally "
        "low, what does the softmax make of them?",
        _HEADS,
        (empty_row_mean,),
        ("A22",),
    ),
    Mistake(
        "hidden scores that are not low enough",
        "A visible score below that number loses to a hidden one.",
        "Ordinary scores are masked rightly. If a visible score is -13 000, which of "
        "your scores is the highest?",
        _HEADS,
        (filled_with_ten_thousand,),
    ),
    Mistake(
        "a mask after the softmax",
        "The weight of hidden keys is taken away, and nobody gets it.",
        "Hidden keys have weight 0, as they should. What do the weights of a row add "
        "up to after your mask?",
        _HEADS,
        (hidden_after_the_softmax,),
    ),
)
