"""Draws that find the wrong token."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def drawn_anew(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = torch.rand_like(uniform)[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def multinomial(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    return shares.masked_fill(out, 0.0).multinomial(1)[:, 0]


def first_number(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:1, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def mean_number(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform.mean() * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def numbers_turned(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform.flip(0)[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def first_row(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits[:1].expand_as(logits) / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def over_the_batch(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=0)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def an_axis_more(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1, keepdim=True)


def as_floats(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).to(logits.dtype).sum(dim=-1)


def as_int32(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1).int()


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "numbers drawn anew",
        "The draw does not depend on `uniform`.",
        "Who has drawn the number already?",
        _DRAW,
        (
            drawn_anew,
            multinomial,
        ),
    ),
    Mistake(
        "one number for all rows",
        "Every row is drawn with the number of the first, or with the mean.",
        "Which number decides about row 3?",
        _DRAW,
        (
            first_number,
            mean_number,
            numbers_turned,
        ),
    ),
    Mistake(
        "one row for all",
        "The shares of the first row decide for the whole batch.",
        "Whose shares does row 3 draw from?",
        _DRAW,
        (
            first_row,
            over_the_batch,
        ),
    ),
    Mistake(
        "a result with another shape or dtype",
        "Ids come back as another kind of number, or with an axis more.",
        "Which axes and which dtype does the text ask for?",
        _DRAW,
        (
            an_axis_more,
            as_floats,
            as_int32,
        ),
    ),
)
