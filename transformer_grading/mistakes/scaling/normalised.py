"""Weights that are normalised otherwise, or handled badly."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import cut_off, fixed_dtype, overwritten


def weights_divided(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT).softmax(dim=-1) / math.sqrt(q.shape[-1])


def weights_divided_again(q: Tensor, k: Tensor) -> Tensor:
    root = math.sqrt(q.shape[-1])
    return (q @ k.mT / root).softmax(dim=-1) / root


def left_as_scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.mT / math.sqrt(q.shape[-1])


def left_as_logarithms(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).log_softmax(dim=-1)


def over_queries(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-2)


def over_heads(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=1)


def over_examples(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=0)


def by_their_own_spread(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT
    return (scores / scores.std()).softmax(dim=-1)


def by_the_spread_of_a_row(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT
    spread = scores.std(dim=-1, keepdim=True, correction=0)
    return (scores / spread).softmax(dim=-1)


def cosines(q: Tensor, k: Tensor) -> Tensor:
    q, k = (x / x.norm(dim=-1, keepdim=True) for x in (q, k))
    return (q @ k.mT).softmax(dim=-1)


def cosines_divided(q: Tensor, k: Tensor) -> Tensor:
    q = torch.nn.functional.normalize(q, dim=-1)
    k = torch.nn.functional.normalize(k, dim=-1)
    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


def by_length_of_the_query(q: Tensor, k: Tensor) -> Tensor:
    found: Tensor = (q @ k.mT / q.norm(dim=-1, keepdim=True)).softmax(dim=-1)
    return found


def bare_exponential(q: Tensor, k: Tensor) -> Tensor:
    exponentials = torch.exp(q @ k.mT / math.sqrt(q.shape[-1]))
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def one_maximum(q: Tensor, k: Tensor) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores - scores.max())
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def heads_averaged(q: Tensor, k: Tensor) -> Tensor:
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return weights.mean(dim=1, keepdim=True)


def queries_divided_in_place(q: Tensor, k: Tensor) -> Tensor:
    q /= math.sqrt(q.shape[-1])
    return (q @ k.mT).softmax(dim=-1)


def keys_divided_in_place(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.div_(math.sqrt(k.shape[-1])).mT).softmax(dim=-1)


def without_a_tape(q: Tensor, k: Tensor) -> Tensor:
    with torch.no_grad():
        return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


def queries_detached(q: Tensor, k: Tensor) -> Tensor:
    return (q.detach() @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


def single(q: Tensor, k: Tensor) -> Tensor:
    return (q.float() @ k.float().mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


def double(q: Tensor, k: Tensor) -> Tensor:
    return (q.double() @ k.double().mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


_SIZE = "How large is a dot product?"
_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "weights scaled after the softmax",
        "Rows add up to 1/√d_k.",
        "With one feature you are right; elsewhere your rows do not add up to 1. What "
        "is too large without the root: the weights or the scores?",
        _LARGE,
        (weights_divided, weights_divided_again),
    ),
    Mistake(
        "scores or logarithms in the place of weights",
        "The rows do not add up to 1: a step is missing, or one is taken too many.",
        "The scale is mended. What should a row of your result add up to?",
        _LARGE,
        (left_as_scores, left_as_logarithms),
    ),
    Mistake(
        "a softmax over another axis than the keys",
        "Queries, heads or examples compete for a key.",
        "The scale is mended. Who has a whole 1 to share out, and among whom?",
        _LARGE,
        (over_queries, over_heads, over_examples),
        ("A06", "A07"),
    ),
    Mistake(
        "scores divided by their own spread",
        "The scale is measured anew on every input, so that inputs hold each other up.",
        "Make all queries three times as large. Should the weights become sharper or "
        "stay?",
        _SIZE,
        (by_their_own_spread, by_the_spread_of_a_row),
        (),
        "Dividing by √d_k makes the scores of every input have size 1.",
        "It is a fixed number: large queries keep large scores.",
    ),
    Mistake(
        "vectors brought to length 1",
        "How long a query is has no say any more.",
        "Make all queries three times as large. Should the weights become sharper or "
        "stay?",
        _SIZE,
        (cosines, cosines_divided, by_length_of_the_query),
    ),
    Mistake(
        "the exponential of the bare score",
        "Large scores leave the range of float32.",
        "Small scores are right. How large is exp(500), and what does not change if "
        "you take the same number off every score of a row?",
        _LARGE,
        (bare_exponential,),
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
        "one table of weights for all heads",
        "The heads are averaged.",
        "With one head you are right. How many tables of weights does a layer with "
        "three heads have?",
        _SIZE,
        (heads_averaged,),
    ),
    overwritten("q or k", _SIZE, queries_divided_in_place, keys_divided_in_place),
    cut_off(_SIZE, without_a_tape, queries_detached),
    fixed_dtype(_SIZE, single, double),
)
