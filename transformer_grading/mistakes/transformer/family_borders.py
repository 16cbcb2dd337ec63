"""Masks of families with a border in the wrong place, or the wrong way round."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def one_too_many(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key <= first)) & (key < last)


def one_too_few(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key < first - 1)) & (key < last)


def blind_to_itself(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key < query) | (key < first)) & (key < last)


def one_ahead(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query + 1) | (key < first)) & (key < last)


def later_words(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key >= query) | (key < first)) & (key < last)


def turned(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    seen = ((key <= query) | (key < first)) & (key < last)
    return seen.mT


def hidden(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ~(((key <= query) | (key < first)) & (key < last))


def prefix_from_behind(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key <= query) | (key >= last - first)) & (key < last)


def prefix_hears_itself_alone(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return torch.where(query < first, key == query, key <= query) & (key < last)


def rest_hears_prefix_and_itself(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    key, query = place, place[:, None]
    first, last = prefix[:, None, None, None], words[:, None, None, None]
    return ((key < first) | (key == query)) & (key < last)


_FAMILIES = "Three families of models"

MISTAKES = (
    Mistake(
        "a prefix one word longer or shorter",
        "The border is off by one.",
        "A prefix of 2 words: which places do they have?",
        _FAMILIES,
        (one_too_many, one_too_few),
    ),
    Mistake(
        "a triangle moved by one",
        "Words look one place too far, or not at themselves.",
        "May a word look at itself? And at the next one?",
        _FAMILIES,
        (blind_to_itself, one_ahead),
    ),
    Mistake(
        "rows and columns exchanged",
        "The future is seen and the past is hidden.",
        "Which of the last two axes belongs to the word that looks?",
        _FAMILIES,
        (later_words, turned),
    ),
    Mistake(
        "a mask the wrong way round",
        "It is True where a word may not look.",
        'True means "may look". Where is yours True?',
        _FAMILIES,
        (hidden,),
    ),
    Mistake(
        "a prefix at the end",
        "The last words are taken for the prefix.",
        "With what does a text begin?",
        _FAMILIES,
        (prefix_from_behind,),
    ),
    Mistake(
        "words that do not look at their neighbours",
        "Some words see themselves, but not all that they may see.",
        "Which words may a word of the prefix look at, and which a word behind it?",
        _FAMILIES,
        (prefix_hears_itself_alone, rest_hears_prefix_and_itself),
    ),
)
