"""Masks of families with the wrong texts, axes or effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def first_text(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    seen = (key <= query) | (key < prefix[0])
    return (seen & (key < words[0])).expand(len(prefix), 1, seq, seq)


def longest_prefix(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    last = words[:, None, None, None]
    return ((key <= query) | (key < prefix.max())) & (key < last)


def shortest_prefix(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    last = words[:, None, None, None]
    return ((key <= query) | (key < prefix.min())) & (key < last)


def most_words(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first = prefix[:, None, None, None]
    return ((key <= query) | (key < first)) & (key < words.max())


def no_axis_for_heads(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last)).squeeze(1)


def no_batch(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last))[0, 0]


def texts_as_heads(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last)).transpose(0, 1)


def numbers(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last)).long()


def to_be_added(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    seen = ((key <= query) | (key < first)) & (key < last)
    return torch.zeros(seen.shape).masked_fill(~seen, float("-inf"))


def prefix_cut(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    seen = ((key <= query) | (key < first)) & (key < last)
    prefix.clamp_(max=1).sub_(2)
    return seen


def words_changed(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    seen = ((key <= query) | (key < first)) & (key < last)
    words.sub_(prefix)
    return seen


_FAMILIES = "Three families of models"

MISTAKES = (
    Mistake(
        "one text for all",
        "Prefix or length is taken from another text of the batch.",
        "Two texts with different prefixes: whose do you use for the second one?",
        _FAMILIES,
        (first_text, longest_prefix, shortest_prefix, most_words),
    ),
    Mistake(
        "a mask with other axes",
        "It cannot be laid over the scores of several texts and heads.",
        "Which four axes have the scores?",
        _FAMILIES,
        (no_axis_for_heads, no_batch, texts_as_heads),
    ),
    Mistake(
        "a mask that is not boolean",
        "It holds numbers.",
        "Which dtype does the text ask for?",
        _FAMILIES,
        (numbers, to_be_added),
    ),
    Mistake(
        "lengths changed by the call",
        "The mask is right, and the caller's numbers are other ones.",
        "Which of your lines writes into a tensor that was handed in?",
        _FAMILIES,
        (prefix_cut, words_changed),
    ),
)
