"""Recurrent networks with right numbers, and a wrong gradient, dtype or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def cut_in_the_sum(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h.detach() @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def cut_after_keeping(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
        h = h.detach()
    return torch.stack(outputs, dim=1), outputs[-1]


def cut_to_the_end(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
        h = h.data
    return torch.stack(outputs, dim=1), h


def old_state_off_the_tape(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        with torch.no_grad():
            old = h @ w_h
        h = torch.tanh(x_t @ w_x + old + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def without_a_tape(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    with torch.no_grad():
        for x_t in x.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h


def cut_off_at_the_end(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1).detach(), h.detach()


def state_cut_off(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def outputs_cut_off(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h.detach())
    return torch.stack(outputs, dim=1), h


def tokens_cut_off(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.detach().unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def first_state_cut_off(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    h, outputs = h.detach(), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def matrix_cut_off(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h.detach() + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def written_over(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h.copy_(torch.tanh(x_t @ w_x + h @ w_h + b))
        outputs.append(h.clone())
    return torch.stack(outputs, dim=1), h


def written_over_once(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs, state = [], h
    for x_t in x.unbind(dim=1):
        state = torch.tanh(x_t @ w_x + state @ w_h + b)
        outputs.append(state)
    h[:] = state
    return torch.stack(outputs, dim=1), state


def single(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    x, h, w_x, w_h, b = (given.float() for given in (x, h, w_x, w_h, b))
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def single_buffer(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    shape = (x.shape[0], x.shape[1], w_h.shape[0])
    outputs = torch.zeros(shape, dtype=torch.float32)
    for t in range(shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs[:, t] = h
    return outputs, h


def double(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    x, h, w_x, w_h, b = (given.double() for given in (x, h, w_x, w_h, b))
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


_READING, _FADING = "Reading with a memory", "Fading"

MISTAKES = (
    Mistake(
        "each step cut off from the one before",
        "The numbers are right, but an output can only teach its own token.",
        "Your outputs are right, and the gradient of the first token is too small. "
        "Along which path should the last output reach it, and which of your lines "
        "closes that path?",
        _FADING,
        (cut_in_the_sum, cut_after_keeping, cut_to_the_end, old_state_off_the_tape),
        ("R05",),
        "A state that is carried on should be detached at every step.",
        "Then nothing is learned across steps; it is cut at edges of windows alone.",
    ),
    Mistake(
        "results cut off from the inputs",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _FADING,
        (without_a_tape, cut_off_at_the_end),
    ),
    Mistake(
        "one of the two results cut off",
        "One result can teach the network, the other cannot.",
        "Take the gradient of the sum of each result by itself. Which of the two gives "
        "none?",
        _FADING,
        (state_cut_off, outputs_cut_off),
    ),
    Mistake(
        "an input cut off",
        "One of the inputs gets no gradient.",
        "All gradients but one are right. Where does the path to that input end?",
        _FADING,
        (tokens_cut_off, first_state_cut_off, matrix_cut_off),
    ),
    Mistake(
        "the first state written over",
        "The results are right, and the caller's h is changed.",
        "Which of your lines writes into the tensor that was handed in?",
        _READING,
        (written_over, written_over_once),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _READING,
        (single, single_buffer, double),
    ),
)
