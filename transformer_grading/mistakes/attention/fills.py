"""Masks whose hidden scores are filled with the wrong thing."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def times_mask(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores * mask
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def tiny_fill(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def tiny_negative_fill(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = torch.where(mask, scores, -1e-20)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def fill_times_mask(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores * mask + -1e9 * mask * ~mask
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def zero_fill_then_zero(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights


def zero_fill_zeroed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def small_fill(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.e)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def small_fill_of_one(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1.0)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def plus_infinity(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def plus_infinity_cleared(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def plus_infinity_zeroed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, math.inf)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def large_positive(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def mask_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + mask
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def mask_added_zeroed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + mask
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    return weights @ v, weights


def hidden_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores - (~mask).float()
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def turned_mask_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + (~mask)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def small_fill_of_ten(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -10.0)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "hidden scores set to about zero",
        "A hidden key keeps the weight of a key with score 0.",
        "You do reach the hidden scores, but exp(0) is 1, not 0. Which score has the "
        "exponential 0?",
        _LOOK,
        (
            *(times_mask, tiny_fill, tiny_negative_fill, fill_times_mask),
            *(zero_fill_then_zero, zero_fill_zeroed),
        ),
        ("A13", "A15", "A16"),
        "A hidden score of 0, or a tiny one such as 1e-9, hides the key.",
        "exp(0) is 1: the key keeps an ordinary share. Only exp(−∞) is 0.",
        ("empty row",),
    ),
    Mistake(
        "hidden scores set to a small negative number",
        "A hidden key keeps a part of its weight, or gains some.",
        "Hidden scores are low now. Can an ordinary score be lower than your number?",
        _LOOK,
        (small_fill, small_fill_of_one, small_fill_of_ten),
        ("A15",),
        "A hidden score only has to be negative.",
        "exp of a small negative number is a sizeable weight.",
        ("empty row",),
    ),
    Mistake(
        "hidden scores set to plus infinity or close to it",
        "Hidden keys take the whole weight, or the row is not a number.",
        "You reach the right scores. How many minus signs has your number, and which "
        "of exp(∞) and exp(−∞) is 0?",
        _LOOK,
        (plus_infinity, plus_infinity_cleared, plus_infinity_zeroed, large_positive),
        ("A17",),
        "An infinite score takes a key out of the race.",
        "Plus infinity wins it, with a result that is not a number; minus loses it.",
        ("empty row",),
    ),
    Mistake(
        "the mask added to the scores",
        "Some scores move by 1, which is next to nothing.",
        "A mask of True and False counts as 1 and 0. By how much does adding it lower "
        "the score of a hidden key?",
        _LOOK,
        (mask_added, mask_added_zeroed, hidden_added, turned_mask_added),
        ("A14",),
        "A mask is added to the scores, whatever numbers it holds.",
        "Adding hides only if the mask holds 0 and −∞, not 1 and 0.",
        ("empty row",),
    ),
)
