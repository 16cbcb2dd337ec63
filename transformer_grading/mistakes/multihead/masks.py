"""Layers whose masks are ignored or turned round."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def mask_ignored(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v)
    return found.transpose(1, 2).flatten(2) @ w_o


def fill_thrown_away(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def turned_round(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    hidden = None if mask is None else ~mask
    found, _ = scaled_dot_product_attention(q, k, v, hidden)
    return found.transpose(1, 2).flatten(2) @ w_o


def turned_round_mean(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -1e9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def turned_round_nan(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def mask_asked_whether_true(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask if mask else None)
    return found.transpose(1, 2).flatten(2) @ w_o


def added_as_it_is(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + mask
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def silent_if_hidden(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    output = found.transpose(1, 2).flatten(2) @ w_o
    if context is None and mask is not None and mask.shape[-2] == 1:
        output = output * mask[:, 0, 0, :, None]
    return output


def hidden_on_both_sides(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if context is None and mask is not None and mask.shape[-2] == 1:
        mask = mask & mask.mT
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a mask that changes nothing",
        "The result is the same with a mask and without.",
        "Without a mask all is right. Which of your lines hands the mask on, and what "
        "becomes of its result?",
        _HEADS,
        (mask_ignored, fill_thrown_away),
        ("A11", "A19"),
        beside=("empty row",),
    ),
    Mistake(
        "a mask turned round",
        "Queries look exactly where they may not.",
        "You hide one part of the keys and keep the other. What does True mean in this "
        "course: may look, or is hidden?",
        _HEADS,
        (turned_round, turned_round_mean, turned_round_nan),
        ("A20",),
        beside=("empty row",),
    ),
    Mistake(
        "hidden tokens that may not look",
        "A token that nobody sees gets output 0 itself.",
        "Nobody sees a hidden token, as it should be. Does the mask say anything about "
        "where that token may look?",
        _HEADS,
        (silent_if_hidden, hidden_on_both_sides),
        (),
        "Padding has to be hidden as a query too.",
        "Only as a key; what comes out for padding is dropped later, by the loss.",
    ),
    Mistake(
        "a mask asked whether it is true",
        "Python wants one answer from many booleans, and raises an error.",
        "Without a mask you are right. Which question do you mean: whether a mask is "
        "there, or whether it is True?",
        _HEADS,
        (mask_asked_whether_true,),
    ),
    Mistake(
        "a mask added as ones and zeros",
        "Visible scores are one higher than hidden ones, which is next to nothing.",
        "Without a mask all is right. By how much must a hidden score lie below the "
        "others, and by how much does yours?",
        _HEADS,
        (added_as_it_is,),
        ("A14",),
        beside=("empty row",),
    ),
)
