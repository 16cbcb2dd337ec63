"""Right examples of two pictures with one output."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Tensor, Tensor, Tensor]


def the_one_between() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def four_corners() -> Three:
    one = torch.tensor([0.5, 0.5, 0.0, 0.0])
    v = torch.tensor([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    return one, one.flip(0), v


def in_double() -> Three:
    v = torch.tensor([[-4.0, 2.0], [8.0, -1.0], [0.0, 1.0]], dtype=torch.float64)
    other = torch.tensor([2 / 3, 1 / 3, 0], dtype=torch.float64)
    return torch.tensor([0.0, 0.0, 1.0], dtype=torch.float64), other, v


def with_a_rest() -> Three:
    one = torch.tensor([0.1, 0.8, 0.05, 0.05])
    other = torch.tensor([0.1, 0.0, 0.45, 0.45])
    return one, other, torch.tensor([[9.0], [3.0], [1.0], [5.0]])


def not_in_float() -> Three:
    one, other = torch.zeros(5), torch.zeros(5)
    one[2], other[0], other[4] = 1.0, 0.7, 0.3
    v = torch.tensor([[1.0], [7.0], [2.2], [8.0], [5.0]])
    return one, other, v


def at_most_a_tenth() -> Three:
    one, other = torch.tensor([0.1, 0.8, 0.1]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[1.0], [2.0], [3.0]])


def a_tenth_stays() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.45, 0.1, 0.45])
    return one, other, torch.tensor([[1.0], [2.0], [3.0]])


def half_apart() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.3], [0.8], [1.3]])


def half_apart_from_below_zero() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[-0.1], [0.4], [0.9]])


def what_is_left_of_one() -> Three:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.0, 0.0, 0.0])
    other[0], other[1] = 0.4, 0.1
    other[2] = 1 - other[0] - other[1]
    return one, other, torch.tensor([[0.0], [5.0], [9.0]])


RIGHT = (
    Right("own", "a value between two others", the_one_between),
    Right("own", "the corners of a square", four_corners),
    Right("own", "in float64", in_double),
    Right("own", "with a resting place that stays", with_a_rest),
    Right("own", "numbers that floats can't hold", not_in_float),
    Right("own", "one leader keeps a tenth, and so do the others", at_most_a_tenth),
    Right("own", "a tenth stays on the leader", a_tenth_stays),
    Right("own", "values half apart", half_apart),
    Right("own", "values half apart, from below zero", half_apart_from_below_zero),
    Right("own", "a last weight that is what is left", what_is_left_of_one),
)
