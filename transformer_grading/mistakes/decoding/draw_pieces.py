"""Draws that find the wrong token."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def rank(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late
    edges = down.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def mask_in_the_wrong_order(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def mask_gathered(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.gather(-1, order)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def one_on(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return ((edges <= place).sum(dim=-1) + 1).clamp(max=logits.shape[1] - 1)


def one_back(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return ((edges <= place).sum(dim=-1) - 1).clamp(min=0)


def nearest(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges - place).abs().argmin(dim=-1)


def not_strict(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges < place).sum(dim=-1)


def searched_left(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return torch.searchsorted(edges, place)[:, 0]


def greedy(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    return shares.argmax(dim=-1)


def first_kept(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    return order[:, 0]


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "a rank in the place of an id",
        "What comes back counts from the likeliest token.",
        "Your number says how far down the sorted list the token stands. Which id is "
        "that?",
        _DRAW,
        (
            rank,
            mask_in_the_wrong_order,
            mask_gathered,
        ),
    ),
    Mistake(
        "a neighbour of the token",
        "The token before or after the right one is drawn.",
        "Where does the piece of id 0 begin, and where does it end?",
        _DRAW,
        (
            one_on,
            one_back,
            nearest,
        ),
    ),
    Mistake(
        "an edge that belongs to both sides",
        "At u = 0 a token is drawn that is impossible.",
        "The first token has the share 0, and u is 0. Is 0 greater than u?",
        _DRAW,
        (
            not_strict,
            searched_left,
        ),
    ),
    Mistake(
        "the likeliest token, whatever is drawn",
        "`uniform` is not used.",
        "Where does your code use `uniform`?",
        _DRAW,
        (
            greedy,
            first_kept,
        ),
    ),
)
