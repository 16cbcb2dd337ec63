"""Attention that runs along the wrong axis."""

import math

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


def over_the_batch_of_three_axes(
    q: Tensor, k: Tensor, v: Tensor, mask: Mask = None
) -> Pair:
    if q.dim() == 3:
        q, k, v = (x.transpose(0, 1) for x in (q, k, v))
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    output = weights @ v
    return (output.transpose(0, 1) if output.dim() == 3 else output), weights


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
        ("empty row",),
    ),
    Mistake(
        "a softmax along the first axis",
        "The weights add up to 1 along axis 0, whatever that axis is.",
        "Your weights add up to 1 along axis 0. What does that axis stand for when "
        "another one is put in front?",
        _WEIGHTS,
        (axis_0,),
        ("A07",),
        beside=("empty row",),
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
        ("empty row",),
    ),
    Mistake(
        "attention across the batch",
        "Examples of one batch look at each other.",
        "An example alone gets another answer than among others. Which of your axes "
        "is matched with itself, the positions or the batch?",
        _WEIGHTS,
        (over_the_batch, over_the_batch_of_three_axes),
        ("A09",),
        "A layer knows by itself which axis is time.",
        "It takes the axis its layout names; a swapped batch is matched silently.",
        ("empty row",),
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
        ("empty row",),
    ),
)
