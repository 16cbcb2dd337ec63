"""Causal masks that treat kept keys, or large texts, in a way of their own."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def new_words_apart(query: int, key: int) -> Tensor:
    mask = torch.ones(query, key, dtype=torch.bool)
    mask[:, key - query :] = torch.eye(query, dtype=torch.bool)
    return mask


def new_words_apart_compared(query: int, key: int) -> Tensor:
    own, seen = torch.arange(key - query, key)[:, None], torch.arange(key)
    return (seen < key - query) | (seen == own)


def one_place_at_most(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril(min(1, key - query))


def one_place_if_longer(query: int, key: int) -> Tensor:
    moved = 1 if key > query else 0
    rows = [[j <= i + moved for j in range(key)] for i in range(query)]
    return torch.tensor(rows)


def wide_steps(query: int, key: int) -> Tensor:
    rows = [[j <= i * key // query for j in range(key)] for i in range(query)]
    return torch.tensor(rows)


def wide_steps_to_the_end(query: int, key: int) -> Tensor:
    steps = torch.arange(1, query + 1)[:, None] * key
    return torch.arange(key) * query < steps


def newest_word_alone(query: int, key: int) -> Tensor:
    mask = torch.ones(query, key, dtype=torch.bool).tril()
    mask[-1] = True
    return mask


def sixteen_places(query: int, key: int) -> Tensor:
    table = torch.ones(16, 16, dtype=torch.bool).tril()
    return table[key - query : key, :key]


def sixty_four_places(query: int, key: int) -> Tensor:
    table = torch.tril(torch.ones(64, 64)).bool()
    return table[key - query : key, :key]


def five_hundred_places(query: int, key: int) -> Tensor:
    place = torch.arange(512)
    return (place <= place[:, None])[key - query : key, :key]


_AHEAD = "No looking ahead"
_DIALECTS = "One meaning, many dialects"

MISTAKES = (
    Mistake(
        "new words that do not see each other",
        "A new word sees the kept words and itself, but no new word before it.",
        "What was kept is seen. Which of the new words stand before the second one, "
        "and has it read them?",
        _AHEAD,
        (new_words_apart, new_words_apart_compared),
    ),
    Mistake(
        "a triangle that moves by one place, however many keys were kept",
        "With two kept keys or more, words lose sight of what is next to them.",
        "With one kept key you are right. How many keys may the first new word see "
        "when two were kept?",
        _DIALECTS,
        (one_place_at_most, one_place_if_longer),
    ),
    Mistake(
        "steps that are as wide as there are keys for a query",
        "A new word opens several keys, as if the text were stretched.",
        "As many keys as queries: right. By how many keys may the rows of two words "
        "differ that stand side by side?",
        _DIALECTS,
        (wide_steps, wide_steps_to_the_end),
    ),
    Mistake(
        "a last row that is opened by itself",
        "The newest word sees all words, and the other new ones miss some.",
        "One new word is right. Which kept words may the first of two new ones see?",
        _DIALECTS,
        (newest_word_alone,),
    ),
    Mistake(
        "a table of a fixed size",
        "A longer text does not fit into it.",
        "Short texts are right. Which of your numbers is made of neither `query` nor "
        "`key`?",
        _AHEAD,
        (sixteen_places, sixty_four_places, five_hundred_places),
    ),
)
