"""Queries that are said to decide between two labels, and do not, or the reverse."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def all_queries(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = torch.ones(one.shape[:2], dtype=torch.bool)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    return decides, (first > second).sum((0, 2)), (second > first).sum((0, 2))


def both_named(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def either_named(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = (one | other).any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def different_rows(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = (one != other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def different_and_named(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = (one != other).any(-1) & one.any(-1) & other.any(-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def no_common_key(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def first_named(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def agreement(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = (one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def first_keys_differ(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    named = one.any(dim=-1) & other.any(dim=-1)
    decides = named & (one.int().argmax(dim=-1) != other.int().argmax(dim=-1))
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def keys_that_decide(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    one, other = one.mT, other.mT
    decides = one.any(-1) & other.any(-1) & ~(one & other).any(-1)
    first = (weights.mT * one[:, None]).sum(dim=-1)
    second = (weights.mT * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def counted(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides.sum(), wins, losses


def per_sentence(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides.any(dim=-1), wins, losses


def as_numbers(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides.long(), wins, losses


def labels_narrowed(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    one &= decides[..., None]
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * (other & decides[..., None])[:, None]).sum(dim=-1)
    return decides, (first > second).sum((0, 2)), (second > first).sum((0, 2))


def weights_blanked(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    weights.masked_fill_(~decides[:, None, :, None], 0)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    return decides, (first > second).sum((0, 2)), (second > first).sum((0, 2))


def one_key_alone(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    single = (one.sum(dim=-1) == 1) & (other.sum(dim=-1) == 1)
    decides = single & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def an_axis_for_heads(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides[:, None], wins, losses


_OTHERS = "What the others do"

MISTAKES = (
    Mistake(
        "every query",
        "Queries about which the labels say the same, or nothing, count as well.",
        "Where both labels name the same key, which of them can win?",
        _OTHERS,
        (all_queries,),
    ),
    Mistake(
        "queries for which both labels name a key",
        "The labels may name the same one.",
        "Both labels name the next token. Can the head tell them apart there?",
        _OTHERS,
        (both_named,),
    ),
    Mistake(
        "queries for which one label is enough",
        "The other label says nothing there, and cannot win.",
        "One label names no key at all. What would a win of the other one mean?",
        _OTHERS,
        (either_named, first_named),
    ),
    Mistake(
        "queries for which a label need not name anything",
        "Where both are silent, nothing is in common either.",
        "Neither label names a key. Does your code let the query decide?",
        _OTHERS,
        (no_common_key,),
    ),
    Mistake(
        "rows that differ somewhere",
        "Two labels may differ and still have a key in common.",
        "One label names the keys 1 and 2, the other 2 and 3. What if all the weight "
        "lies on 2?",
        _OTHERS,
        (different_rows, different_and_named),
    ),
    Mistake(
        "first keys compared, and no others",
        "Where the first keys differ, labels may still have a later key in common.",
        "One label names the keys 0 and 2, the other 1 and 2. Which keys do you "
        "compare?",
        _OTHERS,
        (first_keys_differ,),
    ),
    Mistake(
        "queries on which the labels agree",
        "Where a key is in common, nothing is decided.",
        "Which queries tell two labels apart: where they say the same, or where not?",
        _OTHERS,
        (agreement,),
    ),
    Mistake(
        "keys that decide",
        "Rows and columns of the labels are exchanged.",
        "Which axis of a label is the token that looks?",
        _OTHERS,
        (keys_that_decide,),
    ),
    Mistake(
        "decisions in another form",
        "They are counted, put together or turned into numbers.",
        "Which axes and which dtype has decides?",
        _OTHERS,
        (counted, per_sentence, as_numbers, an_axis_for_heads),
    ),
    Mistake(
        "labels or weights changed by the call",
        "The counts are right, and what was handed in is no longer what it was.",
        "Which of your lines writes into a tensor that was handed in?",
        _OTHERS,
        (labels_narrowed, weights_blanked),
    ),
    Mistake(
        "labels that may name one key alone",
        "Where a label names several, the query is left out.",
        "One label names two keys, the other a third. Do they differ?",
        _OTHERS,
        (one_key_alone,),
    ),
)
