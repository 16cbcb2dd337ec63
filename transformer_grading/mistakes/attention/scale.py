"""Attention whose scores are scaled wrongly."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def unscaled(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def unscaled_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def unscaled_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def by_d_k(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_d_k_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def by_d_k_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def times_root(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) * math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_keys(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_queries(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-2])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_d_v(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(v.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_heads(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    heads = q.shape[-3] if q.dim() > 2 else 1
    scores = q @ k.transpose(-2, -1) / math.sqrt(heads)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def by_heads_of_four_axes(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    heads = q.shape[1] if q.dim() > 3 else 1
    scores = q @ k.transpose(-2, -1) / math.sqrt(heads)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def scaled_weights(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0) / math.sqrt(q.shape[-1])
    return weights @ v, weights


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "scores that are not scaled",
        "Weights are sharper than they should be, and more so as d_k grows.",
        "Your weights are a softmax of something. How large is a typical dot product "
        "of d_k terms, and what brings it back to the size of one term?",
        _WEIGHTS,
        (unscaled, unscaled_nan, unscaled_mean),
        ("A01",),
        "The scores go into the softmax as they are.",
        "They are divided by √d_k first, or the softmax saturates as d_k grows.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by d_k, not by its root",
        "Weights are flatter than they should be, and more so as d_k grows.",
        "You do scale, but too much. The variance of a dot product grows like d_k: "
        "how does its typical size grow?",
        _WEIGHTS,
        (by_d_k, by_d_k_nan, by_d_k_mean),
        (),
        "A dot product of d_k terms is d_k times as large as one term.",
        "Its mean stays 0 and its variance is d_k, so its typical size is √d_k.",
        ("empty row",),
    ),
    Mistake(
        "scores multiplied by √d_k",
        "The scale goes the wrong way: weights are far too sharp.",
        "Should a longer key make the scores larger or keep them the same size?",
        _WEIGHTS,
        (times_root,),
        (),
        "Multiplying by √d_k strengthens the scores of long keys.",
        "Scores are too large already: they are divided by √d_k.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by the root of the number of keys",
        "The answer is right only where there are as many keys as features.",
        "How many terms does one dot product of a query with a key add up?",
        _WEIGHTS,
        (by_keys,),
        (),
        "The scale balances the number of keys.",
        "It balances the d_k terms of one dot product, however many keys there are.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by the root of the number of queries",
        "The answer is right only where there are as many queries as features.",
        "How many terms does one dot product of a query with a key add up?",
        _WEIGHTS,
        (by_queries,),
        (),
        "The scale balances the number of queries.",
        "It balances the d_k terms of one dot product; queries do not meet.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by √d_v",
        "The answer is right only where values are as long as keys.",
        "Do the values take part in a score at all?",
        _WEIGHTS,
        (by_d_v,),
        (),
        "Values and keys have one width, so either will do.",
        "Scores come from queries and keys: their width d_k sets the scale.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by the root of the number of heads",
        "The scale forgets how long a key is.",
        "Your scores are scaled by the number of heads, if at all. How many terms does "
        "one dot product of a query with a key add up?",
        _WEIGHTS,
        (by_heads, by_heads_of_four_axes),
        ("A05",),
        beside=("empty row",),
    ),
    Mistake(
        "weights scaled after the softmax",
        "Rows add up to 1/√d_k.",
        "Your rows no longer add up to 1. Is it the weights that grow with d_k, or "
        "what you make them from?",
        _WEIGHTS,
        (scaled_weights,),
        (),
        "It does not matter whether the root comes before or after the softmax.",
        "After it, the rows no longer add up to 1 and are as sharp as before.",
        ("empty row",),
    ),
)
