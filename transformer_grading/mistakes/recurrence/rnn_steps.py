"""Recurrent networks that read other tokens, or in another order."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def along_the_batch(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x:
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=0), h


def along_the_batch_turned(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for t in range(x.shape[0]):
        h = torch.tanh(x[t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def steps_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs), h


def reshaped(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs).reshape(x.shape[0], x.shape[1], -1), h


def joined_below(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.cat(outputs, dim=0).view(len(x), -1, h.shape[1]), h


def before(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        outputs.append(h)
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
    return torch.stack(outputs, dim=1), h


def before_to_the_end(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        outputs.append(h)
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
    return torch.stack(outputs, dim=1), outputs[-1]


def one_more(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = [h]
    for x_t in x.unbind(dim=1):
        outputs.append(torch.tanh(x_t @ w_x + outputs[-1] @ w_h + b))
    return torch.stack(outputs, dim=1), outputs[-1]


def backwards(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.flip(1).unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def backwards_in_place(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = x.new_zeros(x.shape[0], x.shape[1], w_h.shape[0])
    for t in reversed(range(x.shape[1])):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs[:, t] = h
    return outputs, h


def without_the_last(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for t in range(x.shape[1] - 1):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def without_the_first(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for t in range(1, x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def as_many_as_texts(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for t in range(len(x)):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def as_many_as_features(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for t in range(x.shape[-1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def always_the_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for _ in range(x.shape[1]):
        h = torch.tanh(x[:, 0] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def always_the_last(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for _ in range(x.shape[1]):
        h = torch.tanh(x[:, -1] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "texts read as if they were steps",
        "One step reads a whole text, and the next step reads another text.",
        "It runs only where batch and seq agree, or one of them is 1. Which axis of x "
        "does your loop walk along, and which one comes first in this course?",
        _READING,
        (along_the_batch, along_the_batch_turned),
        ("R15",),
        "The first axis of a text is its time.",
        "It is in PyTorch's layers by default; here the batch comes first.",
    ),
    Mistake(
        "outputs with the steps first",
        "The numbers are right, in the shape (seq, batch, hidden).",
        "Your numbers are right. Along which axis does your stack put the steps, and "
        "where should they stand?",
        _READING,
        (steps_first,),
    ),
    Mistake(
        "steps and texts exchanged by a reshape",
        "The shape is right, but the rows belong to other texts and steps.",
        "One text alone is right. In which order do your numbers lie in memory before "
        "the reshape: text by text, or step by step?",
        _READING,
        (reshaped, joined_below),
        (),
        "A reshape can exchange two axes.",
        "It counts the same numbers anew; only a transpose exchanges axes.",
    ),
    Mistake(
        "states from before each step",
        "Every output is one step late, and the last state is not among them.",
        "Your states are right. When your loop keeps a state, has it read the token "
        "of that step?",
        _READING,
        (before, before_to_the_end),
    ),
    Mistake(
        "the first state among the outputs",
        "There is one output more than there are tokens.",
        "Count your outputs. Which of them has read no token?",
        _READING,
        (one_more,),
    ),
    Mistake(
        "tokens read from last to first",
        "The network begins at the end of the text.",
        "One token alone is right. Which token does your first step read?",
        _READING,
        (backwards, backwards_in_place),
    ),
    Mistake(
        "a token left out",
        "One token is never read.",
        "Count your outputs. With which t does your loop begin, and with which does "
        "it end?",
        _READING,
        (without_the_last, without_the_first),
    ),
    Mistake(
        "steps counted along another axis",
        "There are as many steps as there are texts, or features.",
        "It works where the sizes agree. Which axis of x do you count, and which one "
        "do you read along?",
        _READING,
        (as_many_as_texts, as_many_as_features),
    ),
    Mistake(
        "the same token at every step",
        "Every step reads one and the same token.",
        "The state is carried. Which token does your second step read?",
        _READING,
        (always_the_first, always_the_last),
    ),
)
