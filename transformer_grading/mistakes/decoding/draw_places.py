"""Draws that find the wrong token."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def divided_by_p(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * p
    return (edges <= place).sum(dim=-1)


def not_divided(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None]
    return (edges <= place).sum(dim=-1)


def last_takes_the_rest(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None]
    last = (~out).long().cumsum(dim=-1).argmax(dim=-1)
    return torch.minimum((edges <= place).sum(dim=-1), last)


def softmax_of_shares(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, -torch.inf).softmax(dim=-1).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def softmax_with_zeros(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).softmax(dim=-1).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def alike(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = (~out).to(shares).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def by_size(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late
    edges = down.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    found = (edges <= place).sum(dim=-1, keepdim=True)
    return order.gather(1, found)[:, 0]


def by_size_upwards(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.flip(-1)
    edges = down.flip(-1).masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    found = (edges <= place).sum(dim=-1, keepdim=True)
    return order.flip(-1).gather(1, found)[:, 0]


def from_behind(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = (1 - uniform[:, None]) * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def flipped(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).flip(-1).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return logits.shape[1] - 1 - (edges <= place).sum(dim=-1)


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "shares that are not divided anew",
        "What was ruled out keeps its room, so the draw may miss.",
        "After the cut, what do the kept shares add up to?",
        _DRAW,
        (
            divided_by_p,
            not_divided,
            last_takes_the_rest,
        ),
    ),
    Mistake(
        "a softmax of shares",
        "What is left is divided anew by a softmax, and not by its sum.",
        "Two tokens are left, with 0.6 and 0.3. In which proportion are they drawn?",
        _DRAW,
        (
            softmax_of_shares,
            softmax_with_zeros,
            alike,
        ),
    ),
    Mistake(
        "pieces in the order of their size",
        "The likeliest token lies first, whatever its id.",
        "In which order do the pieces lie, and where does id 0 have its piece?",
        _DRAW,
        (
            by_size,
            by_size_upwards,
        ),
    ),
    Mistake(
        "pieces from the last id to the first",
        "The row of pieces is read from its other end.",
        "At which id does the row of pieces begin?",
        _DRAW,
        (
            from_behind,
            flipped,
        ),
    ),
)
