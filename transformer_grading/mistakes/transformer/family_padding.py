"""Masks of families with the wrong padding."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_padding(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first = prefix[:, None, None, None]
    return (key <= query) | (key < first)


def padding_hidden_in_the_prefix(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (key <= query) | ((key < first) & (key < last))


def rows_too(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < first)) & (key < last) & (query < last)


def rows_instead(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < first)) & (query < last)


def one_word_more(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < first)) & (key <= last)


def one_word_less(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < first)) & (key < last - 1)


def padding_sees_itself(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last)) | (key == query)


def padding_sees_all(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return (((key <= query) | (key < first)) & (key < last)) | (query >= last)


_FAMILIES = "Three families of models"

MISTAKES = (
    Mistake(
        "padding that may be looked at",
        "Places behind the words are seen.",
        "A word behind the padding: does your mask hide the padding from it?",
        _FAMILIES,
        (no_padding, padding_hidden_in_the_prefix),
    ),
    Mistake(
        "padding that may not ask",
        "Rows of padding are closed.",
        "What does the text say about places behind the words as queries?",
        _FAMILIES,
        (rows_too, rows_instead),
    ),
    Mistake(
        "a text one word longer or shorter",
        "The border of the padding is off by one.",
        "A text has 3 words: which places do they have?",
        _FAMILIES,
        (one_word_more, one_word_less),
    ),
    Mistake(
        "padding that looks at padding",
        "Rows of padding see more than words.",
        "Which keys may a query at a place of padding look at?",
        _FAMILIES,
        (padding_sees_itself, padding_sees_all),
    ),
)
