"""Masks that are ignored, turned round, or empty in a row."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def ignored(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def thrown_away(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def next_to_nothing_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + (~mask) * -1e-9
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def ignored_but_zeroed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights


def turned_round(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def turned_round_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def turned_round_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def turned_round_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + mask * -1e9
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def empty_row_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def empty_row_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def empty_row_spread(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(1 / k.shape[-2])
    return weights @ v, weights


def empty_row_open(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        empty = ~mask.any(dim=-1, keepdim=True)
        scores = scores.masked_fill(~(mask | empty), -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "a mask that changes nothing",
        "The result is the same with a mask and without.",
        "Without a mask all is right. Which of your lines would give another result "
        "if the mask were different, and what becomes of that result?",
        _LOOK,
        (ignored, thrown_away, ignored_but_zeroed, next_to_nothing_added),
        ("A11", "A19"),
        "Calling masked_fill on the scores masks them.",
        "It gives back a new tensor; if that is dropped, nothing is masked.",
        ("empty row",),
    ),
    Mistake(
        "a mask turned round",
        "Queries look exactly where they may not.",
        "You hide one part of the keys and keep the other. What does True mean in "
        "this course: may look, or is hidden?",
        _LOOK,
        (turned_round, turned_round_nan, turned_round_mean, turned_round_added),
        ("A20",),
        "True marks what is hidden, everywhere in PyTorch.",
        "nn.MultiheadAttention hides True, scaled_dot_product_attention shows it.",
        ("empty row",),
    ),
    Mistake(
        "0/0 in an empty row",
        "A query that may look at nothing gets weights that are not numbers.",
        "Every row with something to see is right. What is 0/0, and which row makes "
        "your code calculate it?",
        _LOOK,
        (empty_row_nan,),
        ("A21",),
        "The softmax of a row of −∞ is a row of zeros.",
        "It is 0/0, not a number; the zeros have to be asked for.",
    ),
    Mistake(
        "an empty row shared out among hidden keys",
        "A query that may look at nothing gets an average of what is hidden.",
        "Every row with something to see is right. If all scores of a row are "
        "equally low, what does the softmax make of them?",
        _LOOK,
        (empty_row_mean, empty_row_spread, empty_row_open),
        ("A22",),
        "If every score is −10⁹, every weight is 0.",
        "A softmax sees differences only: equal scores give equal weights.",
    ),
)
