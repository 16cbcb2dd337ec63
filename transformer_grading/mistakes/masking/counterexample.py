"""Examples on which guessing padding from the numbers goes well, or fails otherwise."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def ordinary() -> Pair:
    table = torch.tensor([[0.0, 0.0], [1.0, 2.0], [3.0, -1.0]])
    return torch.tensor([[1, 2, 0]]), table


def drawn() -> Pair:
    table = torch.rand(5, 4) + 0.1
    table[0] = 0
    return torch.tensor([[3, 1, 4, 0, 0]]), table


def padding_with_numbers() -> Pair:
    table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    return torch.tensor([[1, 0]]), table


def padding_drawn() -> Pair:
    ids = torch.tensor([[2, 1, 0], [1, 0, 0]])
    return ids, torch.rand(3, 4) + 0.1


def word_of_zeros() -> Pair:
    table = torch.zeros(2, 3)
    return torch.tensor([[1, 0]]), table


def one_word_of_zeros() -> Pair:
    table = torch.tensor([[0.0, 0.0], [1.0, 2.0], [0.0, 0.0]])
    return torch.tensor([[2, 1]]), table


def cancels_on_paper() -> Pair:
    third = 1 / 3
    table = torch.tensor([[0.0, 0.0, 0.0, 0.0], [third, 0.1, 0.2, -0.3 - third]])
    table[1, 3] += 1e-6
    return torch.tensor([[1, 0]]), table


def nearly() -> Pair:
    table = torch.tensor([[0.0, 0.0], [1.0, -0.9999]])
    return torch.tensor([[1, 0]]), table


def not_in_the_text() -> Pair:
    table = torch.tensor([[0.0, 0.0], [1.0, -1.0], [2.0, 3.0]])
    return torch.tensor([[2, 0]]), table


def padding_alone() -> Pair:
    ids = torch.zeros(1, 3, dtype=torch.long)
    return ids, torch.tensor([[0.0, 0.0], [5.0, -5.0]])


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "a table in which nothing cancels",
        "Her sum is zero for padding alone, so her mask is right.",
        "Your tensors fit. She adds up the numbers of a word: which word would she "
        "take for padding?",
        _PLACES,
        (ordinary, drawn),
    ),
    Mistake(
        "padding that has numbers of its own",
        "She was promised that row 0 is all zeros.",
        "Her mask is wrong here, but not by her fault. What does the text promise of "
        "row 0?",
        _PLACES,
        (padding_with_numbers, padding_drawn),
    ),
    Mistake(
        "a word that is all zeros",
        "Such a word cannot be told from padding by its numbers at all.",
        "She does hide a word. Can you find one that has numbers, and is hidden all "
        "the same?",
        _PLACES,
        (word_of_zeros, one_word_of_zeros),
    ),
    Mistake(
        "numbers that cancel but for a rest",
        "Her comparison with 0 is exact, and a rest is left.",
        "The idea is right. Which numbers add up to exactly 0 in floating point too?",
        _PLACES,
        (cancels_on_paper, nearly),
    ),
    Mistake(
        "a word that cancels and is not in the text",
        "The table has such a row, and the ids do not ask for it.",
        "The table is right. Which of its rows do your ids pick?",
        _PLACES,
        (not_in_the_text, padding_alone),
    ),
)
