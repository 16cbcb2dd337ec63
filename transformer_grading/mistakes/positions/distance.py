"""Scores lowered for a distance that is not that of query and key."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def raised(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores + (slopes[:, None, None] * distance).to(scores.dtype)


def sign_kept(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    behind = places - torch.arange(key)
    return scores - (slopes[:, None, None] * behind).to(scores.dtype)


def sign_kept_the_other_way(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    ahead = torch.arange(key) - places
    return scores - (slopes[:, None, None] * ahead).to(scores.dtype)


def free_ahead(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    behind = (places - torch.arange(key)).clamp(min=0)
    return scores - (slopes[:, None, None] * behind).to(scores.dtype)


def hidden_ahead(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    behind = torch.arange(key - query, key)[:, None] - torch.arange(key)
    lowered = scores - (slopes[:, None, None] * behind).to(scores.dtype)
    return lowered.masked_fill(behind < 0, -math.inf)


def queries_first(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    distance = (torch.arange(query)[:, None] - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def square_alone(scores: Tensor) -> Tensor:
    heads, _, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    distance = (torch.arange(key)[:, None] - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def squared(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)) ** 2
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def from_one(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs() + 1
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def from_the_end(scores: Tensor) -> Tensor:
    heads, _, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    distance = torch.arange(key - 1, -1, -1)
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def multiplied(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores * (-slopes[:, None, None] * distance).to(scores.dtype)


def faded(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores * torch.exp(-slopes[:, None, None] * distance).to(scores.dtype)


def amount_alone(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return -(slopes[:, None, None] * distance).to(scores.dtype)


def amount_alone_for_all(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    amount = (slopes[:, None, None] * distance).to(scores.dtype)
    return -amount.expand(scores.shape).clone()


def already_weights(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    lowered = scores - (slopes[:, None, None] * distance).to(scores.dtype)
    return lowered.softmax(dim=-1)


_FAR = "How far does it carry?"

MISTAKES = (
    Mistake(
        "scores that rise with the distance",
        "Far keys are favoured, and near ones are not.",
        "Your amounts are right. Should a far key be heard more than a near one?",
        _FAR,
        (raised,),
    ),
    Mistake(
        "a distance with a sign",
        "Keys on one side of the query gain what those on the other lose.",
        "On one side of the query you are right. Can a distance be negative?",
        _FAR,
        (sign_kept, sign_kept_the_other_way),
    ),
    Mistake(
        "no loss for keys ahead",
        "Keys that stand after the query are as near as the query itself.",
        "Behind the query you are right. How far is a key three places ahead?",
        _FAR,
        (free_ahead,),
    ),
    Mistake(
        "keys ahead hidden as well",
        "A mask is applied that nobody asked for here.",
        "Behind the query you are right. Who hides keys in this task: the distance, or "
        "a mask that comes later?",
        _FAR,
        (hidden_ahead,),
        (),
        "A penalty for the distance hides what lies ahead.",
        "It knows how far, not in which direction; a mask hides.",
    ),
    Mistake(
        "queries lined up with the first keys",
        "With more keys than queries, every query is taken to stand too far to the "
        "left.",
        "With as many keys as queries you are right. At which place stands the last "
        "query, when two queries meet five keys?",
        _FAR,
        (queries_first, square_alone),
        (),
        "Query 0 always stands at place 0.",
        "With a cache the queries are the last places, so the offset counts.",
    ),
    Mistake(
        "another function of the distance",
        "The loss does not grow with the distance in equal steps from 0.",
        "Your slopes are right. What is the loss at distance 0, 1 and 2?",
        _FAR,
        (squared, from_one),
    ),
    Mistake(
        "the distance from the last key",
        "All queries are treated as if they stood at the end.",
        "The last query is right. From where to where does a distance go?",
        _FAR,
        (from_the_end,),
    ),
    Mistake(
        "scores multiplied, not lowered",
        "What a key loses depends on its score, and negative scores gain.",
        "Your slopes and distances are right. Which operation brings them into the "
        "scores?",
        _FAR,
        (multiplied, faded),
    ),
    Mistake(
        "the loss without the scores",
        "The scores are gone.",
        "The amounts are right. What becomes of scores?",
        _FAR,
        (amount_alone, amount_alone_for_all),
    ),
    Mistake(
        "weights in the place of scores",
        "A softmax has been applied that comes later.",
        "Your rows sum to 1. Were scores asked for, or weights?",
        _FAR,
        (already_weights,),
    ),
)
