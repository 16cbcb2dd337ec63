"""Ways back that end in the wrong place, or leave something behind."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import fixed_dtype, overwritten

Pair = tuple[Tensor, Tensor]


def exchanged(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back.mT @ q, back @ k


def table_not_turned(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back @ q


def table_turned_twice(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back.mT @ k, back.mT @ q


def queries_for_queries(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back.sum(dim=-1, keepdim=True) * q, back.sum(dim=-2)[..., None] * k


def other_side_of_the_product(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ q, back.mT @ k


def left_at_the_scores(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back, back.mT


def bare_exponential(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    exponentials = torch.exp(q @ k.mT / root)
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def infinities_repaired(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    exponentials = torch.exp(q @ k.mT / root)
    weights = (exponentials / exponentials.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def one_maximum(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores - scores.max())
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    back = back / math.sqrt(q.shape[-1])
    return back @ k, back.mT @ q


def last_example(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    to_k = back.mT @ q
    while to_k.dim() > 2:
        to_k = to_k.sum(dim=0)
    return back @ k, to_k.expand(k.shape)


def upstream_in_place(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    upstream -= (weights * upstream).sum(dim=-1, keepdim=True)
    back = weights * upstream / root
    return back @ k, back.mT @ q


def upstream_weighted_in_place(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    upstream *= weights
    back = (upstream - weights * upstream.sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def queries_in_place(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    q /= root
    weights = (q @ k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k / root, back.mT @ q


def single(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    q, k, upstream = q.float(), k.float(), upstream.float()
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def double(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    q, k, upstream = q.double(), k.double(), upstream.double()
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "results in the other order",
        "What belongs to the keys comes first, and what belongs to the queries second.",
        "Both of your results are there. What shape must the gradient of q have, and "
        "which of them has it?",
        _LARGE,
        (exchanged,),
    ),
    Mistake(
        "a table that is not turned for the keys, or turned for the queries",
        "Rows and columns of the table of scores are confused in one product.",
        "One of your products is right. A row of the table belongs to a query: what "
        "does a key have to add up?",
        _LARGE,
        (table_not_turned, table_turned_twice),
    ),
    Mistake(
        "slopes multiplied with the vector they belong to",
        "A query gets multiples of itself, and a key of itself.",
        "Your slopes by the scores are right. The score is q · k: what is its slope by "
        "q?",
        _LARGE,
        (queries_for_queries, other_side_of_the_product),
        (),
        "The slope of q · k by q is q.",
        "It is k: each factor's slope is the other one.",
    ),
    Mistake(
        "a way back that ends at the scores",
        "The slopes by the products q · k are returned, and not those by q and k.",
        "You came as far as the scores. What have these been made from, and how?",
        _LARGE,
        (left_at_the_scores,),
    ),
    Mistake(
        "the exponential of the bare score",
        "Large scores leave the range of float32.",
        "Small scores are right. How large is exp(1000), and what does not change if "
        "you take the same number off every score of a row?",
        _LARGE,
        (bare_exponential, infinities_repaired),
        ("S01",),
    ),
    Mistake(
        "one maximum for the whole tensor",
        "A query far below the largest score of all becomes 0/0.",
        "One query alone is right, and one with large scores spoils its neighbour. "
        "Over which entries should the maximum be taken?",
        _LARGE,
        (one_maximum,),
        ("S02",),
    ),
    Mistake(
        "keys that collect from other examples",
        "What the examples of a batch send to their keys is added up.",
        "One example alone is right. Do the keys of one example see the queries of "
        "another?",
        _LARGE,
        (last_example,),
    ),
    overwritten(
        *("an input", _LARGE),
        *(upstream_in_place, upstream_weighted_in_place, queries_in_place),
    ),
    fixed_dtype(_LARGE, single, double),
)
