"""Recurrent networks that read well and return something else."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def first_output(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), outputs[0]


def first_state(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs, old = [], h
    for x_t in x.unbind(dim=1):
        old = torch.tanh(x_t @ w_x + old @ w_h + b)
        outputs.append(old)
    return torch.stack(outputs, dim=1), h


def last_but_one(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    states = [h]
    for x_t in x.unbind(dim=1):
        states.append(torch.tanh(x_t @ w_x + states[-1] @ w_h + b))
    return torch.stack(states[1:], dim=1), states[-2]


def last_text(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    steps = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        steps.append(h)
    outputs = torch.stack(steps, dim=1)
    return outputs, outputs[-1]


def with_layers(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h[None]


def with_a_step(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    steps = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        steps.append(h)
    outputs = torch.stack(steps, dim=1)
    return outputs, outputs[:, -1:]


def last_alone(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
    return h, h


def last_alone_with_an_axis(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
    return h.unsqueeze(1), h


def all_as_state(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    steps = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        steps.append(h)
    outputs = torch.stack(steps, dim=1)
    return outputs, outputs


def other_order(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return h, torch.stack(outputs, dim=1)


def one_tensor(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    state, outputs = h.clone(), []
    for x_t in x.unbind(dim=1):
        state.copy_(torch.tanh(x_t @ w_x + state @ w_h + b))
        outputs.append(state)
    return torch.stack(outputs, dim=1), state


def repeated(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
    return torch.stack([h] * x.shape[1], dim=1), h


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "the state of another step",
        "The state returned is not the one after the last token.",
        "Your outputs are right. Which of them has read the whole text, and which one "
        "do you return as the state?",
        _READING,
        (first_output, first_state, last_but_one),
    ),
    Mistake(
        "the last text in the place of the last step",
        "The state holds all steps of one text.",
        "Your outputs are right. What does the first axis of outputs count, and so "
        "what is outputs[-1]?",
        _READING,
        (last_text,),
        (),
        "outputs[-1] is the last state.",
        "It is where the steps come first; with the batch first it is the last text.",
    ),
    Mistake(
        "a state with one axis too many",
        "The numbers are right, but the state is no longer (batch, hidden).",
        "Your numbers are right. Of how many axes does the task ask in the state, and "
        "how many has yours?",
        _READING,
        (with_layers, with_a_step),
    ),
    Mistake(
        "the last output in the place of all",
        "The outputs of the earlier steps are lost.",
        "Your last state is right. Where do the states of the other steps go?",
        _READING,
        (last_alone, last_alone_with_an_axis),
    ),
    Mistake(
        "all outputs in the place of the state",
        "The second result holds every step.",
        "Your outputs are right. Which one step does the second result ask for?",
        _READING,
        (all_as_state,),
    ),
    Mistake(
        "results in the wrong order",
        "The state comes first and the outputs second.",
        "Your numbers are right. In which order does the task name the two results?",
        _READING,
        (other_order,),
    ),
    Mistake(
        "the last state in the place of every output",
        "All outputs are the same.",
        "Your last state is right, and all your outputs equal it. How many tensors "
        "are there in your list, and what happens to a tensor that is written over?",
        _READING,
        (one_tensor, repeated),
        (),
        "A list keeps what a tensor was when it was appended.",
        "It keeps the tensor itself, and sees every later change.",
    ),
)
