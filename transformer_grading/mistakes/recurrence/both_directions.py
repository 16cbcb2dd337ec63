"""Reading both ways where the two readers are confused."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def same_direction(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1]))):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def both_backwards(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate([range(x.shape[1])[::-1]] * 2):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def parameters_exchanged(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[1 - k] + h @ w_h[1 - k] + b[1 - k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def first_for_both(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for order in (range(x.shape[1]), range(x.shape[1])[::-1]):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[0] + h @ w_h[0] + b[0])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def second_for_both(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for order in (range(x.shape[1]), range(x.shape[1])[::-1]):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[1] + h @ w_h[1] + b[1])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def first_matrix_for_both(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[0] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def handed_over(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    h, halves = x.new_zeros(len(x), w_h.shape[-1]), []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        states = {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def stacked(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        x = torch.stack([states[t] for t in range(x.shape[1])], dim=1)
        halves.append(x)
    return torch.cat(halves, dim=-1)


_BACK = "Looking back"

MISTAKES = (
    Mistake(
        "two readers in one direction",
        "Both readers begin at the same end.",
        "One token alone is right. Which token does your second reader read first?",
        _BACK,
        (
            same_direction,
            both_backwards,
        ),
    ),
    Mistake(
        "the readers' parameters exchanged",
        "Reader 0 goes back and reader 1 goes forth.",
        "Your readers start at the right ends. Which matrices belong to the one that "
        "starts at the first token?",
        _BACK,
        (parameters_exchanged,),
    ),
    Mistake(
        "parameters shared by both readers",
        "The parameters of one reader are used by both, or some of them.",
        "One half of your features is right. How many matrices does w_h hold, and "
        "which ones do you use?",
        _BACK,
        (
            first_for_both,
            second_for_both,
            first_matrix_for_both,
        ),
    ),
    Mistake(
        "a second reader that begins with the state of the first",
        "It has read the whole text before its first step.",
        "Your first half is right. What has your second reader read when it begins?",
        _BACK,
        (handed_over,),
    ),
    Mistake(
        "a second reader of states",
        "It reads what the first reader made, and not the tokens.",
        "Your first half is right. Both readers read the same thing: what is it?",
        _BACK,
        (stacked,),
        (),
        "The readers stand on top of each other, like layers.",
        "They stand side by side: each reads the tokens.",
    ),
)
