"""Reading both ways with a wrong step."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_squashing(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = x[:, t] @ w_x[k] + h @ w_h[k] + b[k]
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def no_bias(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def first_bias_for_both(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[0])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def never_carried(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = new * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def transposed(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k].T + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def drawn(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = torch.randn(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def ones(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_ones(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def texts_and_steps(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    x = x.transpose(0, 1)
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1).transpose(0, 1)


def texts_as_steps(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[0]), range(x.shape[0])[::-1])):
        h, states = x.new_zeros(x.shape[1], w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[0])]))
    return torch.cat(halves, dim=-1)


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "no squashing",
        "Both recurrences are linear.",
        "Your sums are right. What stands between a sum and a state?",
        _READING,
        (no_squashing,),
    ),
    Mistake(
        "a bias that is left out or shared",
        "A sum lacks the bias of its own reader.",
        "With b = 0 you are right. Which row of b belongs to your second reader?",
        _READING,
        (
            no_bias,
            first_bias_for_both,
        ),
    ),
    Mistake(
        "steps that all begin with zeros",
        "No step knows what the step before it has read.",
        "A text of one token is right. Which state goes into the second step of your "
        "readers?",
        _READING,
        (never_carried,),
    ),
    Mistake(
        "w_h from the wrong side",
        "A state is multiplied by the transpose of w_h.",
        "With one feature you are right. From which side do the matrices of this "
        "exercise multiply?",
        _READING,
        (transposed,),
    ),
    Mistake(
        "another first state than zeros",
        "Each reader begins with something that was not read.",
        "What has a reader read before its first token, and what does yours begin "
        "with?",
        _READING,
        (
            drawn,
            ones,
        ),
        ("R16",),
    ),
    Mistake(
        "texts and steps exchanged",
        "One step reads a whole text, and the next step another one.",
        "It runs only where batch and seq agree. Which axis of x does your loop walk "
        "along?",
        _READING,
        (
            texts_and_steps,
            texts_as_steps,
        ),
        ("R15",),
    ),
)
