"""Recurrent networks that lose, replace or change a state on its way."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def zeros(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = torch.zeros_like(h), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def zeros_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs: list[Tensor] = []
    for t in range(x.shape[1]):
        old = outputs[-1] if outputs else x.new_zeros(len(x), w_h.shape[0])
        outputs.append(torch.tanh(x[:, t] @ w_x + old @ w_h + b))
    return torch.stack(outputs, dim=1), outputs[-1]


def wrapped(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = x.new_zeros(x.shape[0], x.shape[1], w_h.shape[0])
    for t in range(x.shape[1]):
        old = outputs[:, t - 1].clone()
        outputs[:, t] = torch.tanh(x[:, t] @ w_x + old @ w_h + b)
    return outputs, outputs[:, -1]


def wrapped_view(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = torch.zeros(x.shape[0], x.shape[1], w_h.shape[0])
    for t in range(x.shape[1]):
        outputs[:, t] = torch.tanh(x[:, t] @ w_x + outputs[:, t - 1] @ w_h + b)
    return outputs, outputs[:, -1]


def drawn(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = torch.randn(len(x), w_h.shape[0]), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def drawn_small(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = 0.1 * torch.randn_like(h), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def drawn_uniform(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = torch.rand(h.shape), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def never_carried(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        new = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(new)
    return torch.stack(outputs, dim=1), new


def all_at_once(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = torch.tanh(x @ w_x + (h @ w_h + b)[:, None])
    return outputs, outputs[:, -1]


def no_state(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = torch.tanh(x @ w_x + b)
    return outputs, outputs[:, -1]


def unsquashed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = x_t @ w_x + h @ w_h + b
        outputs.append(torch.tanh(h))
    return torch.stack(outputs, dim=1), outputs[-1]


def unsquashed_to_the_end(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = x[:, t] @ w_x + h @ w_h + b
        outputs.append(h)
    return torch.stack(outputs, dim=1).tanh(), h


def added_up(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = h + torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def half_way(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = (h + torch.tanh(x_t @ w_x + h @ w_h + b)) / 2
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def of_the_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = h[0].expand(h.shape), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def averaged(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = h.mean(dim=0).repeat(len(h), 1), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def squashed_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    h, outputs = h.tanh(), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "a first state that is ignored",
        "Reading begins with zeros, whatever h was handed in.",
        "Hand in h = 0 and you are right. In your first step, from where does the old "
        "state come? If you read it at index t − 1: which place is that for t = 0?",
        _READING,
        (zeros, zeros_first, wrapped, wrapped_view),
        ("R01", "R03"),
        "Reading always begins with zeros, so h need not be used.",
        "It begins with the h that is handed in; zeros are one choice of it.",
    ),
    Mistake(
        "a first state drawn at random",
        "The same call gives other numbers each time.",
        "Call your function twice with the same inputs. Which of your lines makes the "
        "two results differ, and what was handed in for its place?",
        _READING,
        (drawn, drawn_small, drawn_uniform),
        ("R16",),
        "A state starts like a parameter: small and random.",
        "Parameters are drawn once; a state belongs to a text, and is handed in.",
    ),
    Mistake(
        "steps that all begin with the first state",
        "No step knows what the step before it has read.",
        "Your first output is right. Which state goes into your second step, and does "
        "it know the first token?",
        _READING,
        (never_carried, all_at_once),
    ),
    Mistake(
        "no state in the sum",
        "Every token is read as if it was alone.",
        "Change the first token: which of your outputs move? What has to carry the "
        "change to the later ones?",
        _READING,
        (no_state,),
    ),
    Mistake(
        "a state that is carried before it is squashed",
        "Outputs are squashed, but the next step gets the bare sum.",
        "Your first output is right. What does your second step multiply by w_h: the "
        "sum, or its tanh?",
        _READING,
        (unsquashed, unsquashed_to_the_end),
    ),
    Mistake(
        "a new state added to the old one",
        "The old state stays in the new one, beside what w_h makes of it.",
        "Your tanh is right. What else goes into the new state, and does the equation "
        "of the step have it?",
        _READING,
        (added_up, half_way),
    ),
    Mistake(
        "one first state for all texts",
        "All texts begin alike, whatever their own first states are.",
        "One text alone is right. Which row of h does your first step use for the "
        "second text?",
        _READING,
        (of_the_first, averaged),
    ),
    Mistake(
        "a first state that is squashed once more",
        "The state that was handed in passes a tanh before it is used.",
        "With h = 0 you are right. How often is the h that is handed in squashed "
        "before w_h multiplies it?",
        _READING,
        (squashed_first,),
    ),
)
