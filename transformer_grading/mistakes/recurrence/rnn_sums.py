"""Recurrent networks whose step adds, multiplies or squashes otherwise."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def state_outside(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + b) + h @ w_h
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def bias_outside(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h) + b
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def only_token_inside(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x) + h @ w_h + b
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def token_outside(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(h @ w_h + b) + x_t @ w_x
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def one_by_one(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x) + torch.tanh(h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def token_with_bias(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + b) + torch.tanh(h @ w_h)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def no_bias(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def two_biases(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh((x_t @ w_x + b) + (h @ w_h + b))
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def sigmoid(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.sigmoid(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def relu(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.relu(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def linear(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = x_t @ w_x + h @ w_h + b
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def squashed_twice(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(torch.tanh(x_t @ w_x + h @ w_h + b))
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def transposed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h.T + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def token_transposed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x.T + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def both_transposed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs, linear = [], torch.nn.functional.linear
    for x_t in x.unbind(dim=1):
        h = torch.tanh(linear(x_t, w_x) + linear(h, w_h) + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def exchanged(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_h + h @ w_x + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def not_mixed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h * w_h.diagonal() + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "a tanh over part of the sum",
        "A term is added outside the tanh, so a state can leave the range −1 to 1.",
        "Look at your largest output: can a tanh be that large? Which terms of the "
        "equation stand inside its bracket?",
        _READING,
        (
            *(state_outside, bias_outside, only_token_inside, token_outside),
            *(one_by_one, token_with_bias),
        ),
        ("R12",),
        "Token and state may be squashed one after the other and then added.",
        "tanh of a sum is not a sum: all terms are added first.",
    ),
    Mistake(
        "a bias left out",
        "Every sum lacks b.",
        "With b = 0 you are right. Which term of the equation does your sum lack?",
        _READING,
        (no_bias,),
    ),
    Mistake(
        "a bias added twice",
        "Every sum holds 2 · b.",
        "With b = 0 you are right. The chapter has two biases: how many of them are "
        "handed in here, and how often do you add each?",
        _READING,
        (two_biases,),
        (),
        "Each matrix has a bias, so b is added to both products.",
        "Only the sum of the two biases counts: here b is that sum, added once.",
    ),
    Mistake(
        "another function than tanh",
        "The sum is right, and squashed by something else.",
        "Your sum is right. Which numbers can your states never reach, and which does "
        "the chapter's squashing reach?",
        _READING,
        (sigmoid, relu),
    ),
    Mistake(
        "no squashing",
        "The recurrence is linear, and states can grow without limit.",
        "Your sum is right. How large can a state of the chapter's network become, "
        "and what keeps it there?",
        _READING,
        (linear,),
    ),
    Mistake(
        "a tanh taken twice",
        "Every state is squashed once too often.",
        "Your sum is right, and your states are a little too small. How many functions "
        "stand between the sum and the state?",
        _READING,
        (squashed_twice,),
    ),
    Mistake(
        "w_h from the wrong side",
        "The state is multiplied by the transpose of w_h.",
        "With one feature you are right. In h @ w_h, is a feature of the old state a "
        "row of w_h, or a column?",
        _READING,
        (transposed,),
        (),
        "A recurrent matrix is square, so it does not matter from which side.",
        "It fits from both sides, and gives other numbers.",
    ),
    Mistake(
        "w_x from the wrong side",
        "The token meets the transpose of w_x, which fits only where sizes agree.",
        "With one feature you are right. What is the shape of w_x here, and how does "
        "the layer that you have in mind keep its matrix?",
        _READING,
        (token_transposed, both_transposed),
    ),
    Mistake(
        "the two matrices exchanged",
        "The token is multiplied by w_h and the state by w_x.",
        "It even fits where d_model is hidden. Which of your two matrices is made for "
        "a token?",
        _READING,
        (exchanged,),
    ),
    Mistake(
        "a state whose features do not mix",
        "Each feature of the state hears of its own past alone.",
        "With one feature you are right. Which entries of w_h do your states depend "
        "on?",
        _READING,
        (not_mixed,),
    ),
)
