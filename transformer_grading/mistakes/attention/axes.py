"""Attention that runs along the wrong axis."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def over_queries(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-2).nan_to_num(0.0)
    return weights @ v, weights


def over_queries_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-2)
    return weights @ v, weights


def over_queries_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-2)
    return weights @ v, weights


def over_queries_added(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + (~mask) * -1e9
    weights = scores.softmax(dim=-2)
    return weights @ v, weights


def axis_0(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=0).nan_to_num(0.0)
    return weights @ v, weights


def axis_1(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=1).nan_to_num(0.0)
    return weights @ v, weights


def axis_2(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=2).nan_to_num(0.0)
    return weights @ v, weights


def axis_1_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=1)
    return weights @ v, weights


def axis_2_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=2)
    return weights @ v, weights


def axis_1_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=1)
    return weights @ v, weights


def axis_2_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=2)
    return weights @ v, weights


def axis_3(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=3).nan_to_num(0.0)
    return weights @ v, weights


def implicit_axis(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = torch.nn.functional.softmax(scores).nan_to_num(0.0)
    return weights @ v, weights


def two_axes_swapped(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def all_axes_swapped(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.T / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def axis_of_length_one(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.unsqueeze(-1).softmax(dim=-1).squeeze(-1).nan_to_num(0.0)
    return weights @ v, weights


def length_one_unmasked(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.unsqueeze(-1).softmax(dim=-1).squeeze(-1)
    return weights @ v, weights


def over_the_batch(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    if q.dim() > 2:
        q, k, v = (x.transpose(0, -2) for x in (q, k, v))
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    output = weights @ v
    return (output.transpose(0, -2) if output.dim() > 2 else output), weights


def whole_table(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.flatten(-2).softmax(dim=-1).reshape(scores.shape)
    return weights @ v, weights


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "a softmax over the queries",
        "Columns add up to 1, rows do not: queries compete for a key.",
        "Your scores are right, and your columns add up to 1. Who has a whole 1 to "
        "share out: a key among queries, or a query among keys?",
        _WEIGHTS,
        (over_queries, over_queries_nan, over_queries_mean, over_queries_added),
        ("A06",),
        "The queries share out each key among them.",
        "Each query shares out its 1 among the keys: rows add up to 1.",
    ),
    Mistake(
        "an axis counted from the front",
        "The answer is right for one number of axes, and wrong or an error for others.",
        "With the number of axes you had in mind all is right. Which of your axis "
        "numbers still means the keys when one more axis stands in front?",
        _WEIGHTS,
        (
            *(axis_0, axis_1, axis_2, axis_3, implicit_axis),
            *(axis_1_nan, axis_2_nan, axis_1_mean, axis_2_mean),
            *(two_axes_swapped, all_axes_swapped),
        ),
        ("A07",),
        "The keys are always on axis 2.",
        "They are always on the last axis; what stands in front may vary.",
    ),
    Mistake(
        "a softmax along an axis of length one",
        "Every weight is exactly 1: the output is a plain sum.",
        "All your weights are 1. How many entries has the axis along which they "
        "should add up to 1?",
        _WEIGHTS,
        (axis_of_length_one, length_one_unmasked),
        ("A08",),
        "Weights of 1 mean that attention is paid fully.",
        "Among several keys they mean that nothing is chosen at all.",
    ),
    Mistake(
        "attention across the batch",
        "Examples of one batch look at each other.",
        "An example alone gets another answer than among others. Which of your axes "
        "is matched with itself, the positions or the batch?",
        _WEIGHTS,
        (over_the_batch,),
        ("A09",),
        "A layer knows by itself which axis is time.",
        "It takes the axis its layout names; a swapped batch is matched silently.",
    ),
    Mistake(
        "one softmax over the whole table",
        "All weights of a table together add up to 1.",
        "Your whole table adds up to 1. How many queries are there, and how much has "
        "each to share out?",
        _WEIGHTS,
        (whole_table,),
        (),
        "The weights of all queries together add up to 1.",
        "Each query has a whole 1: every row adds up to 1.",
    ),
)
