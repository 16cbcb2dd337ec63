"""Pictures that are not different, or do not do the same."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def values_alike() -> Three:
    one, other = torch.tensor([0.9, 0.1]), torch.tensor([0.1, 0.9])
    return one, other, torch.tensor([[2.0, 3.0], [2.0, 3.0]])


def two_values_alike() -> Three:
    one, other = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 1.0, 0.0])
    return one, other, torch.tensor([[4.0], [4.0], [7.0]])


def values_of_zero() -> Three:
    one, other = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 0.5, 0.5])
    return one, other, torch.zeros(3, 2)


def values_nearly_alike() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0], [0.1], [0.2]])


def same_picture() -> Three:
    one = torch.tensor([0.2, 0.5, 0.3])
    return one, one.clone(), torch.tensor([[0.0], [1.0], [2.0]])


def same_leader() -> Three:
    one, other = torch.tensor([0.2, 0.6, 0.2]), torch.tensor([0.1, 0.8, 0.1])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def a_little_shift() -> Three:
    one, other = torch.tensor([0.3, 0.4, 0.3]), torch.tensor([0.35, 0.3, 0.35])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def leader_stays_large() -> Three:
    one, other = torch.tensor([0.2, 0.6, 0.2]), torch.tensor([0.4, 0.2, 0.4])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def no_shares() -> Three:
    one, other = torch.tensor([0.0, 2.0, 0.0]), torch.tensor([1.0, 0.0, 1.0])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def too_little_in_all() -> Three:
    one, other = torch.tensor([0.0, 0.5, 0.0]), torch.tensor([0.25, 0.0, 0.25])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def scores() -> Three:
    one, other = torch.tensor([0.0, 3.0, 0.0]), torch.tensor([2.0, 0.0, 2.0])
    return one, other, torch.tensor([[-1.0], [0.0], [1.0]])


def below_zero() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([2.0, 0.0, -1.0])
    return one, other, torch.tensor([[2.0], [3.0], [1.0]])


def taken_away() -> Three:
    one, other = torch.tensor([1.5, -0.5, 0.0]), torch.tensor([0.0, 0.0, 1.0])
    return one, other, torch.tensor([[1.0], [-1.0], [2.0]])


def outputs_differ() -> Three:
    one, other = torch.tensor([0.9, 0.1]), torch.tensor([0.1, 0.9])
    return one, other, torch.tensor([[1.0], [2.0]])


def same_mean_only() -> Three:
    one, other = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
    return one, other, torch.tensor([[1.0, 3.0], [3.0, 1.0]])


def same_length_only() -> Three:
    one, other = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
    return one, other, torch.tensor([[3.0, 4.0], [4.0, -3.0]])


def same_first_feature() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0, 1.0], [1.0, 5.0], [2.0, 1.0]])


def nearly_the_same_output() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0], [1.001], [2.0]])


def values_a_little_too_near() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0], [0.499], [0.998]])


def leader_a_little_too_large() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.449, 0.102, 0.449])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def three_digits() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0, 0.0]), torch.tensor([1, 0, 1, 1]) * 0.333
    return one, other, torch.tensor([[-1.0], [0.0], [2.0], [-1.0]])


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "values that are alike",
        "Where tokens hold the same, it is no wonder that looks do not matter.",
        "Your pictures differ. Do the two tokens that lead them hold different things?",
        _USING,
        (
            *(values_alike, two_values_alike, values_of_zero),
            *(values_nearly_alike, values_a_little_too_near),
        ),
    ),
    Mistake(
        "pictures that name the same token",
        "Whoever reads the largest weight reads the same thing in both.",
        "Which token would you call important in your first picture, and which in the "
        "second?",
        _USING,
        (same_picture, same_leader),
    ),
    Mistake(
        "a leader that is still seen in the other picture",
        "The pictures differ, and not by much.",
        "How much weight has the leader of the first picture in the second one?",
        _USING,
        (a_little_shift, leader_stays_large, leader_a_little_too_large),
    ),
    Mistake(
        "numbers that are no shares",
        "They do not add up to 1, or are larger than 1.",
        "What does a softmax make sure of, and does it hold for your weights?",
        _USING,
        (no_shares, scores),
    ),
    Mistake(
        "weights that add up to less than 1",
        "No softmax gives such a row.",
        "What do the weights of each picture add up to?",
        _USING,
        (too_little_in_all, three_digits),
    ),
    Mistake(
        "weights below zero",
        "No softmax takes a value away.",
        "What is the smallest weight that a softmax can give?",
        _USING,
        (below_zero, taken_away),
    ),
    Mistake(
        "outputs that differ",
        "The pictures show two different things that happened.",
        "Multiply each weight by its value and add up, for both pictures. What do you "
        "get?",
        _USING,
        (
            *(outputs_differ, same_mean_only, same_length_only),
            *(same_first_feature, nearly_the_same_output),
        ),
    ),
)
