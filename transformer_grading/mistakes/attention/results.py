"""Attention that mixes up what is matched, averaged or returned."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def keys_reshaped(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    k = k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    scores = q @ k / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def scores_returned(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return scores.softmax(dim=-1).nan_to_num(0.0) @ v, scores


def wrong_order(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights, weights @ v


def no_softmax(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    return scores @ v, scores


def values_like_keys(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    output = torch.zeros_like(q)
    output += weights @ v
    return output, weights


def output_viewed_like_q(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return (weights @ v).reshape(q.shape), weights


def keys_averaged(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ k, weights


_WEIGHTS = "Scores, weights, average"
_ROLES = "Three roles for one token"

MISTAKES = (
    Mistake(
        "keys reshaped where they should be transposed",
        "The shape fits, but every score mixes several keys.",
        "Follow one key through your code: do its numbers still stand in one column "
        "when the queries meet it?",
        _WEIGHTS,
        (keys_reshaped,),
        (),
        "A reshape to the right shape is a transpose.",
        "A reshape keeps the order in memory, so the numbers of a key are torn apart.",
    ),
    Mistake(
        "scores returned as weights",
        "The output is right; the second result is what goes into the softmax.",
        "Your output is right. Do the rows of what you call weights add up to 1?",
        _WEIGHTS,
        (scores_returned,),
        (),
        "Scores and weights are two words for one thing.",
        "Weights are scores after the softmax: positive, and 1 in total.",
    ),
    Mistake(
        "output and weights in the wrong order",
        "Both results are right, in each other's place.",
        "Which of your two results has a column for each key, and which one is asked "
        "for first?",
        _WEIGHTS,
        (wrong_order,),
    ),
    Mistake(
        "no softmax",
        "Scores weigh the values directly: rows add up to anything.",
        "What turns scores of any sign into shares of a whole?",
        _WEIGHTS,
        (no_softmax,),
        (),
        "Scores are weights already.",
        "Scores can be negative and add up to anything; a softmax makes them shares.",
    ),
    Mistake(
        "an output as wide as the queries",
        "All is well as long as d_v happens to equal d_k.",
        "The output is an average of values. How wide is a value, and which of your "
        "lines takes its width from q?",
        _ROLES,
        (values_like_keys, output_viewed_like_q),
        ("P05",),
        "The output of attention is as wide as its queries.",
        "It is an average of values, so it has their width d_v.",
        ("empty row",),
    ),
    Mistake(
        "keys averaged in place of values",
        "The weights are right; the output is an average of the keys.",
        "Your weights are right. A key says how to find a token: which of the three "
        "roles says what it hands over?",
        _ROLES,
        (keys_averaged,),
        (),
        "The output is an average of the keys that match.",
        "Keys decide the weights; what is averaged are the values.",
    ),
)
