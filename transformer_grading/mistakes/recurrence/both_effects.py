"""Reading both ways with a wrong gradient, dtype or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def each_step_cut_off(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h.detach() @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def each_state_cut_off(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = new * alive
            h = torch.where(alive, new, h).detach()
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def way_back_cut_off(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in sorted(states)], dim=1))
    return torch.cat([halves[0], halves[1].detach()], dim=-1)


def all_cut_off(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1).detach()


def blanked_in_place(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    x[torch.arange(x.shape[1]) >= lengths[:, None]] = 0.0
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def lengths_lowered(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    lengths -= 1
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t <= lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def single(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    x, w_x, w_h, b = x.float(), w_x.float(), w_h.float(), b.float()
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def double(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    x, w_x, w_h, b = x.double(), w_x.double(), w_h.double(), b.double()
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def longest_first(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    order = lengths.argsort(descending=True, stable=True)
    x, lengths = x[order], lengths[order]
    halves = []
    for k, places in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in places:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


_READING, _FADING, _BACK = "Reading with a memory", "Fading", "Looking back"

MISTAKES = (
    Mistake(
        "each step cut off from the one before",
        "The numbers are right, but an output can only teach its own token.",
        "Your outputs are right, and the gradients of the tokens are too small. Along "
        "which path should an output reach the tokens around its own?",
        _FADING,
        (
            each_step_cut_off,
            each_state_cut_off,
        ),
        ("R05",),
    ),
    Mistake(
        "results cut off from the inputs",
        "The numbers are right, but one reader or both can never learn.",
        "Which of your lines forgets where the numbers came from?",
        _FADING,
        (
            way_back_cut_off,
            all_cut_off,
        ),
    ),
    Mistake(
        "an input written over",
        "The outputs are right, and the caller's tensors are changed.",
        "Which of your operators writes into a tensor that was handed in?",
        _READING,
        (
            blanked_in_place,
            lengths_lowered,
        ),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _READING,
        (
            single,
            double,
        ),
    ),
    Mistake(
        "texts sorted by length and not put back",
        "Each row belongs to another text.",
        "Every one of your rows is right, for some text. In which order do they come "
        "out?",
        _BACK,
        (longest_first,),
    ),
)
