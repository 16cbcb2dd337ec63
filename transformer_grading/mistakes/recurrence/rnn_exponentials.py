"""Recurrent networks whose tanh is made of exponentials that overflow."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def up_and_down(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        z = x_t @ w_x + h @ w_h + b
        h = (torch.exp(z) - torch.exp(-z)) / (torch.exp(z) + torch.exp(-z))
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def up_and_its_inverse(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        up = torch.exp(x_t @ w_x + h @ w_h + b)
        h = (up - 1 / up) / (up + 1 / up)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def up_twice(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        up = (2 * (x_t @ w_x + h @ w_h + b)).exp()
        h = (up - 1) / (up + 1)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def down_twice(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        down = torch.exp(-2 * (x_t @ w_x + h @ w_h + b))
        h = (1 - down) / (1 + down)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


MISTAKES = (
    Mistake(
        "a tanh made of exponentials that overflow",
        "Moderate sums come out right, large ones as nan.",
        "What is e to the power of 100 in float32, and what is left of your quotient "
        "then?",
        "Reading with a memory",
        (up_and_down, up_and_its_inverse, up_twice, down_twice),
        (),
        "A formula that is right on paper is right in float32.",
        "On paper e to the 100 is a number; in float32 it is infinite.",
    ),
)
