"""Feed-forward networks that bend the wrong numbers, or not at all."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_bend(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (x @ w_1 + b_1) @ w_2 + b_2


def one_matrix(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return x @ (w_1 @ w_2) + b_1 @ w_2 + b_2


def after_the_second(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    made = (x @ w_1 + b_1) @ w_2 + b_2
    return F.leaky_relu(made, slope)


def after_both(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    return F.leaky_relu(inside @ w_2 + b_2, slope)


def relu_after_both(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    return F.relu(inside @ w_2 + b_2)


def relu_after_the_second(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.relu((x @ w_1 + b_1) @ w_2 + b_2)


def before_the_last_bias(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    made = (x @ w_1 + b_1) @ w_2
    return F.leaky_relu(made, slope) + b_2


def before_the_first(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (F.leaky_relu(x, slope) @ w_1 + b_1) @ w_2 + b_2


def before_and_inside(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x, slope) @ w_1 + b_1
    return F.leaky_relu(inside, slope) @ w_2 + b_2


def always_relu(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.relu(x @ w_1 + b_1) @ w_2 + b_2


def always_a_hundredth(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 + b_1) @ w_2 + b_2


def slope_above_zero(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.where(inside > 0, slope * inside, inside) @ w_2 + b_2


def bent_on_both_sides(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return (slope * inside).clamp(max=0) @ w_2 + b_2


def minimum(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.minimum(inside, slope * inside) @ w_2 + b_2


def slope_for_a_floor(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (x @ w_1 + b_1).clamp(min=slope) @ w_2 + b_2


def slope_for_a_threshold(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.where(inside > slope, inside, 0.0) @ w_2 + b_2


def slope_downwards(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.where(inside > 0, inside, -slope * inside) @ w_2 + b_2


def size_without_sign(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (x @ w_1 + b_1).abs() @ w_2 + b_2


def both_halves_added(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return (inside.relu() + slope * inside) @ w_2 + b_2


def gelu(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.gelu(x @ w_1 + b_1) @ w_2 + b_2


def tanh(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return torch.tanh(x @ w_1 + b_1) @ w_2 + b_2


def sigmoid(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return torch.sigmoid(x @ w_1 + b_1) @ w_2 + b_2


def silu(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.silu(x @ w_1 + b_1) @ w_2 + b_2


def softmax(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (x @ w_1 + b_1).softmax(dim=-1) @ w_2 + b_2


def elu(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.elu(x @ w_1 + b_1, slope) @ w_2 + b_2


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "no bend between the two matrices",
        "Two linear layers in a row are one linear layer.",
        "With slope 1 you are right. What must happen to the numbers inside, so that "
        "the two matrices are not one?",
        _NETWORK,
        (no_bend, one_matrix),
        ("F01",),
        "Two matrices can do more than one.",
        "Their product is one matrix: only the bend between them adds something.",
    ),
    Mistake(
        "a bend after the second matrix",
        "With slope 0 the network can put out nothing below zero.",
        "Look at the signs of what you return. What comes after the second bias in "
        "the equation?",
        _NETWORK,
        (
            *(after_the_second, after_both, relu_after_both),
            *(relu_after_the_second, before_the_last_bias),
        ),
        ("F02",),
        "Every layer ends with its bend.",
        "The last one does not, or the network could add nothing below zero.",
    ),
    Mistake(
        "a bend before the first matrix",
        "What the token holds below zero is lost before anything is made of it.",
        "Which numbers are cut at zero in the equation, those of the token or those "
        "inside?",
        _NETWORK,
        (before_the_first, before_and_inside),
    ),
    Mistake(
        "a slope that is not used",
        "The bend is the same whatever slope says.",
        "One slope comes out right. Where does the argument stand in your code?",
        _NETWORK,
        (always_relu, always_a_hundredth),
        ("F03",),
    ),
    Mistake(
        "a slope for the wrong numbers",
        "Numbers above zero are made small, or kept out.",
        "Follow the numbers 2 and −2 through your bend. Which of the two should the "
        "slope change?",
        _NETWORK,
        (slope_above_zero, bent_on_both_sides, minimum),
    ),
    Mistake(
        "a slope taken for a level",
        "The bend is moved, not tilted.",
        "With slope 0 you are right. Is the slope added, compared or multiplied?",
        _NETWORK,
        (slope_for_a_floor, slope_for_a_threshold),
    ),
    Mistake(
        "a slope of the wrong size or sign",
        "Numbers below zero come out with another factor than the slope.",
        "What should −2 become with slope 0.1, and what does it become with yours?",
        _NETWORK,
        (slope_downwards, size_without_sign, both_halves_added),
    ),
    Mistake(
        "another bend than the one asked for",
        "The network is bent, but along another curve.",
        "Follow the numbers 2 and −2 through your bend, with slope 0. What should come "
        "out of each?",
        _NETWORK,
        (gelu, tanh, sigmoid, silu, softmax, elu),
        (),
        "It does not matter which bend stands between the layers.",
        "Each bend is another network: trained weights fit only their own.",
    ),
)
