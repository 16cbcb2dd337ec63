"""Reading both ways with the wrong end of a text."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def one_token_more(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
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


def one_token_less(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths - 1)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def longest_for_all(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths.max()).expand(len(x), 1)
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def shortest_for_all(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths.min()).expand(len(x), 1)
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def first_for_all(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths[0]).expand(len(x), 1)
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def in_reading_order(
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
        halves.append(torch.stack(list(states.values()), dim=1))
    return torch.cat(halves, dim=-1)


def in_reading_order_and_blanked(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    own = (torch.arange(x.shape[1]) < lengths[:, None])[..., None]
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h * alive
        halves.append(torch.stack([*states.values()], dim=1) * own)
    return torch.cat(halves, dim=-1)


def own_reading_order(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    n, place = lengths[:, None], torch.arange(x.shape[1])
    turned = torch.where(place < n, n - 1 - place, place)
    halves = []
    for k, tokens in enumerate((x, x[torch.arange(len(x))[:, None], turned])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), []
        for t, x_t in enumerate(tokens.unbind(dim=1)):
            h = torch.tanh(x_t @ w_x[k] + h @ w_h[k] + b[k])
            states.append(h * (t < n))
        halves.append(torch.stack(states, dim=1))
    return torch.cat(halves, dim=-1)


def turned_around_the_padding(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    n, place = lengths[:, None], torch.arange(x.shape[1])
    turned = torch.where(place < n, n - 1 - place, place)
    halves = []
    for k, tokens in enumerate((x, x[torch.arange(len(x))[:, None], turned])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), []
        for t, x_t in enumerate(tokens.unbind(dim=1)):
            h = torch.tanh(x_t @ w_x[k] + h @ w_h[k] + b[k])
            states.append(h * (t < n))
        halves.append(torch.stack(states[::-1] if k else states, dim=1))
    return torch.cat(halves, dim=-1)


def turned_around_and_blanked(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    n, place = lengths[:, None], torch.arange(x.shape[1])
    turned = torch.where(place < n, n - 1 - place, place)
    halves = []
    for k, tokens in enumerate((x, x[torch.arange(len(x))[:, None], turned])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), []
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x[k] + h @ w_h[k] + b[k])
            states.append(h)
        halves.append(torch.stack(states[::-1] if k else states, dim=1))
    return torch.cat(halves, dim=-1) * (place < n)[..., None]


_BACK = "Looking back"

MISTAKES = (
    Mistake(
        "an end that is one token off",
        "Each text is read a token too far, or not far enough.",
        "Places are counted from 0. At which place does a text of 2 tokens end, and "
        "does your comparison let it in?",
        _BACK,
        (
            one_token_more,
            one_token_less,
        ),
    ),
    Mistake(
        "one length for all texts",
        "Every text ends where one of them ends.",
        "One text alone is right. Whose length do you use for the second text?",
        _BACK,
        (
            longest_for_all,
            shortest_for_all,
            first_for_all,
        ),
    ),
    Mistake(
        "states of the second reader in the order of reading",
        "Its first state stands at the first place, and belongs to the last.",
        "Your second reader reads the right tokens. Its first state belongs to which "
        "place?",
        _BACK,
        (
            in_reading_order,
            in_reading_order_and_blanked,
            own_reading_order,
        ),
    ),
    Mistake(
        "states turned back around the padding",
        "The second reader is right, and its states stand too late by the padding.",
        "Texts without padding are right. You turn a text around its own end to read "
        "it: around which end do you turn its states back?",
        _BACK,
        (turned_around_the_padding, turned_around_and_blanked),
    ),
)
