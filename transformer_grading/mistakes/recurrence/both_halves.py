"""Reading both ways where the halves are put together otherwise."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def halves_exchanged(
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
    return torch.cat(halves[::-1], dim=-1)


def halves_added(
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
    return halves[0] + halves[1]


def halves_averaged(
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
    return torch.stack(halves).mean(dim=0)


def one_below_the_other(
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
    return torch.cat(halves, dim=1)


def taking_turns(
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
    return torch.stack(halves, dim=-1).flatten(2)


def before_each(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            states[t] = h * alive
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def before_each_on_the_way_back(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive, old = (t < lengths)[:, None], h
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = (old if k else h) * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


_BACK = "Looking back"

MISTAKES = (
    Mistake(
        "halves exchanged",
        "The second reader stands before the first.",
        "Your numbers are right. Whose state fills the first half of the features?",
        _BACK,
        (halves_exchanged,),
    ),
    Mistake(
        "halves that are mixed",
        "What was read from the left and from the right is no longer told apart.",
        "Both of your readers are right. How many features should an output have, and "
        "how many has yours?",
        _BACK,
        (
            halves_added,
            halves_averaged,
        ),
        (),
        "The states of both readers are added.",
        "They are put side by side, so that the next layer can tell them apart.",
    ),
    Mistake(
        "one half below the other",
        "The halves are joined along the steps.",
        "Both of your readers are right. Which axis should become longer: the steps, "
        "or the features?",
        _BACK,
        (one_below_the_other,),
    ),
    Mistake(
        "features of two readers that take turns",
        "The features of both readers alternate.",
        "With one feature you are right. With two: where should the second feature of "
        "the first reader stand?",
        _BACK,
        (taking_turns,),
    ),
    Mistake(
        "states from before each step",
        "An output lacks its own token.",
        "Your readers are right. When a state is kept for a place, has it read the "
        "token there?",
        _BACK,
        (
            before_each,
            before_each_on_the_way_back,
        ),
        (),
        "Each place counts once, so the second reader leaves it out.",
        "Both states at a place have read the token there.",
    ),
)
