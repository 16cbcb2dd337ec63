"""Steps of an LSTM made of exponentials that overflow."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def gates_over_one_more(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    i, f, o = (z.exp() / (1 + z.exp()) for z in (i, f, o))
    c = f * c + i * g.tanh()
    return o * c.tanh(), c


def everything(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = torch.exp(x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    i, f, o = i / (1 + i), f / (1 + f), o / (1 + o)
    c = f * c + i * (g - 1 / g) / (g + 1 / g)
    return o * c.tanh(), c


def memory_shown(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    up, down = torch.exp(c), torch.exp(-c)
    return torch.sigmoid(o) * (up - down) / (up + down), c


def candidate(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    up, down = torch.exp(g), torch.exp(-g)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * (up - down) / (up + down)
    return torch.sigmoid(o) * torch.tanh(c), c


MISTAKES = (
    Mistake(
        "exponentials that overflow",
        "Moderate sums come out right, large ones as nan.",
        "What is e to the power of 100 in float32? Which of your quotients has it "
        "above the line and below?",
        "Fading",
        (gates_over_one_more, everything, memory_shown, candidate),
        (),
        "A gate lies between 0 and 1, so nothing in it can overflow.",
        "On paper e to the 100 is a number; in float32 it is infinite.",
    ),
)
