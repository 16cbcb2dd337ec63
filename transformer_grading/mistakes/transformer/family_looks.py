"""Masks of families in which the wrong words look at each other."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def triangle(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    last = words[:, None, None, None]
    return (key <= query) & (key < last)


def triangle_by_tril(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    past = torch.ones(seq, seq, dtype=torch.bool).tril()
    return past & (place < words[:, None, None, None])


def all_words(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    last = words[:, None, None, None]
    return (key < last) & (query >= 0)


def prefix_alone(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first = prefix[:, None, None, None]
    return (key < first) & (query >= 0)


def exchanged(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < last)) & (key < first)


def both(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (key <= query) & (key < first) & (key < last)


def both_no_words(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first = prefix[:, None, None, None]
    return (key <= query) & (key < first)


def prefix_looks_everywhere(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (query < first)) & (key < last)


def apart(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    inside = (key < first) & (query < first)
    rest = (key >= first) & (query >= first) & (key <= query)
    return (inside | rest) & (key < last)


def rest_is_open(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((query >= first) | (key < first)) & (key < last)


def rest_is_open_to_itself(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    inside = (key < first) & (query < first)
    return (inside | (query >= first)) & (key < last)


_FAMILIES = "Three families of models"

MISTAKES = (
    Mistake(
        "a decoder's mask for all",
        "The prefix is read like the rest, from left to right.",
        "The first word of the prefix: which words may it look at?",
        _FAMILIES,
        (triangle, triangle_by_tril),
        (),
        "A decoder-only model has a triangle, whatever the text is.",
        "The family decides: a prefix may be read both ways.",
    ),
    Mistake(
        "an encoder's mask for all",
        "What is written sees what is not written yet.",
        "The first word behind the prefix: may it look at the second?",
        _FAMILIES,
        (all_words,),
    ),
    Mistake(
        "a rest that cannot see itself",
        "Only the prefix may be looked at.",
        "A word behind the prefix: may it look at itself, and at the one before it?",
        _FAMILIES,
        (prefix_alone, exchanged, both, both_no_words),
    ),
    Mistake(
        "a prefix that sees what follows",
        "Words of the prefix look at words that are written later.",
        "Which words had been written when the prefix was read?",
        _FAMILIES,
        (prefix_looks_everywhere,),
    ),
    Mistake(
        "prefix and rest kept apart",
        "What is written does not see the prefix.",
        "What is a translation written from?",
        _FAMILIES,
        (apart,),
    ),
    Mistake(
        "a rest without an order",
        "Words behind the prefix look at each other both ways.",
        "Which words are there when the first one behind the prefix is written?",
        _FAMILIES,
        (rest_is_open, rest_is_open_to_itself),
    ),
)
