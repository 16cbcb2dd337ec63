"""Layers whose masks are ignored, turned round, or empty in a row."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def mask_ignored(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def mask_turned_round(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    hidden = None if mask is None else ~mask
    found, _ = scaled_dot_product_attention(q, k, v, hidden)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def turned_round_mean(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -1e9)
    weights = scores.softmax(dim=-1)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def turned_round_nan(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = scores.softmax(dim=-1)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def first_head_masked(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    if mask is not None:
        scores = (x.shape[0], w_q.shape[0], x.shape[1], context.shape[1])
        mask = mask.expand(scores).clone()
        mask[:, 1:] = True
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def extra_axis_for_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    if mask is not None and mask.dim() == 3:
        mask = mask.unsqueeze(1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def empty_row_nan(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def empty_row_mean(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def ignored_if_it_hides_all(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and mask.any():
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "an axis added to a mask that has one",
        "A mask by heads is taken for a mask by sequences.",
        "Masks with two and with four axes work. Against which axes does a mask "
        "(heads, query, key) line up as it stands?",
        _LOOK,
        (extra_axis_for_heads,),
        (),
        "A mask with three axes is a mask by sequences.",
        "Axes line up from the last: the first of three meets the heads.",
    ),
    Mistake(
        "a mask that changes nothing",
        "The result is the same with a mask and without.",
        "Without a mask all is right. Which of your lines hands the mask on?",
        _LOOK,
        (mask_ignored,),
        ("A11",),
        beside=("empty row",),
    ),
    Mistake(
        "a mask turned round",
        "Queries look exactly where they may not.",
        "You hide one part of the keys and keep the other. What does True mean in "
        "this course: may look, or is hidden?",
        _LOOK,
        (mask_turned_round, turned_round_mean, turned_round_nan),
        ("A20",),
        beside=("empty row",),
    ),
    Mistake(
        "a mask for the first head only",
        "Every further head sees what is hidden.",
        "The first head is masked rightly. For how many heads does the mask hold?",
        _LOOK,
        (first_head_masked,),
    ),
    Mistake(
        "0/0 in an empty row",
        "A position that may look at nothing gets an output that is not a number.",
        "Every row with something to see is right. What is 0/0, and which row makes "
        "your code calculate it?",
        _LOOK,
        (empty_row_nan,),
        ("A21",),
    ),
    Mistake(
        "an empty row shared out among hidden keys",
        "A position that may look at nothing gets an average of what is hidden.",
        "Every row with something to see is right. If all scores of a row are "
        "equally low, what does the softmax make of them?",
        _LOOK,
        (empty_row_mean,),
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
)
