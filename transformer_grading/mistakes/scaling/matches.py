"""Weights that do not belong to a query's own key, or are handled badly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import cut_off, fixed_dtype, overwritten


def largest(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    return (q @ k.mT / divisor).softmax(dim=-1).amax(dim=-1)


def whole_table(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    return (q @ k.mT / divisor).softmax(dim=-1)


def first_key(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    return (q @ k.mT / divisor).softmax(dim=-1)[..., 0]


def last_keys(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights[..., -q.shape[-2] :].diagonal(dim1=-2, dim2=-1)


def next_key(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights.roll(-1, dims=-1).diagonal(dim1=-2, dim2=-1)


def average(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1).mean()


def total(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1).sum(dim=-1)


def over_queries(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-2)
    return weights.diagonal(dim1=-2, dim2=-1)


def over_the_table(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    weights = scores.flatten(-2).softmax(dim=-1).view_as(scores)
    return weights.diagonal(dim1=-2, dim2=-1)


def scores_alone(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    return scores.diagonal(dim1=-2, dim2=-1)


def pairs_alone(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    own = k[..., : q.shape[-2], :]
    return (q * own).sum(dim=-1) / divisor


def softmax_of_own_scores(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    own = (q * k[..., : q.shape[-2], :]).sum(dim=-1)
    return (own / divisor).softmax(dim=-1)


def sigmoid_of_own_scores(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    own = (q * k[..., : q.shape[-2], :]).sum(dim=-1)
    return (own / divisor).sigmoid()


def softmax_of_one_score(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    own = (q * k[..., : q.shape[-2], :]).sum(dim=-1, keepdim=True)
    return (own / divisor).softmax(dim=-1)[..., 0]


def among_own_keys(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    k = k[..., : q.shape[-2], :]
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def square_table(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = (q @ k.mT / divisor)[..., : q.shape[-2]]
    return scores.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def odds(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    own = weights.diagonal(dim1=-2, dim2=-1)
    return own / (1 - own)


def against_the_others(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    own = weights.diagonal(dim1=-2, dim2=-1)
    return own / (weights.sum(dim=-1) - own)


def what_is_left(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return 1 - weights.diagonal(dim1=-2, dim2=-1)


def first_two_axes(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    return torch.diagonal((q @ k.mT / divisor).softmax(dim=-1))


def example_and_key(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    places = torch.arange(q.shape[0])
    return weights[places, places]


def queries_divided_in_place(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    q /= divisor
    return (q @ k.mT).softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def without_a_tape(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    with torch.no_grad():
        weights = (q @ k.mT / divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def as_plain_numbers(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    found = weights.diagonal(dim1=-2, dim2=-1).tolist()
    return torch.tensor(found, dtype=q.dtype)


def single(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    q, k = q.float(), k.float()
    return (q @ k.mT / divisor).softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def double(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    q, k = q.double(), k.double()
    return (q @ k.mT / divisor).softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "the largest weight of each query",
        "Whichever key has most is taken.",
        "Where the own key wins you are right. Which key does query 0 belong to, if "
        "another scores higher?",
        _LARGE,
        (largest,),
    ),
    Mistake(
        "all weights of the table",
        "Each query gives a number for every key.",
        "The table is right. How many numbers should a query give?",
        _LARGE,
        (whole_table,),
    ),
    Mistake(
        "the weight of another key",
        "Keys and queries are paired wrongly.",
        "The weights are right. Which key belongs to query 1, counted from 0, if there "
        "are more keys than queries?",
        _LARGE,
        (first_key, last_keys, next_key),
    ),
    Mistake(
        "one number for all queries",
        "Their weights are averaged or added up.",
        "One query alone is right. How many numbers are asked for, if there are three "
        "queries?",
        _LARGE,
        (average, total),
    ),
    Mistake(
        "a softmax that does not run over the keys of one query",
        "Queries compete for a key, or everything for everything.",
        "Your scores are right. Who has a whole 1 to share out, and among whom?",
        _LARGE,
        (over_queries, over_the_table),
        ("A06",),
    ),
    Mistake(
        "scores in the place of weights",
        "The result says how well the own key fits, not what it gets.",
        "Your pairs are right. What has to happen before a score is a share?",
        _LARGE,
        (scores_alone, pairs_alone),
    ),
    Mistake(
        "own scores that meet no other keys",
        "The share of the own key does not depend on what else there is.",
        "Your pairs are right. Which scores does the softmax of query 0 need?",
        _LARGE,
        (softmax_of_own_scores, sigmoid_of_own_scores, softmax_of_one_score),
        ("A08",),
    ),
    Mistake(
        "keys without a query that are left out",
        "Only as many keys as there are queries share the weight.",
        "With as many keys as queries you are right. Who else wants a share?",
        _LARGE,
        (among_own_keys, square_table),
    ),
    Mistake(
        "odds in the place of a share",
        "The own key is measured against the others, not against all.",
        "Weights of 3/4 come out as 3. By what do you divide: the rest, or the whole?",
        _LARGE,
        (odds, against_the_others),
    ),
    Mistake(
        "what the other keys get",
        "The result is 1 less the weight of the own key.",
        "Your numbers are right for the rest of the row. Whose weight is asked for?",
        _LARGE,
        (what_is_left,),
    ),
    Mistake(
        "the first two axes taken for queries and keys",
        "With leading axes, examples are paired with queries.",
        "Without leading axes you are right. Where do queries and keys stand, counted "
        "from the end?",
        _LARGE,
        (first_two_axes, example_and_key),
        ("A07",),
    ),
    overwritten("q", _LARGE, queries_divided_in_place),
    cut_off(_LARGE, without_a_tape, as_plain_numbers),
    fixed_dtype(_LARGE, single, double),
)
