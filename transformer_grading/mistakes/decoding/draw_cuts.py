"""Draws from shares that are reshaped wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def cut_first(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    plain = logits.softmax(dim=-1)
    down, order = plain.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def no_cut(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    edges = shares.cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def cut_after_the_draw(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    edges = shares.cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    found = (edges <= place).sum(dim=-1)
    return torch.where(shares.gather(1, found[:, None])[:, 0] > 0, found, 0)


def crossing_dropped(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) > p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def crossing_dropped_but_one(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) > p
    late[:, 0] = False
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def one_more(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = (down.cumsum(dim=-1) - down).roll(1, dims=-1) >= p
    late[:, 0] = False
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def two_at_least(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    late[:, :2] = False
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "a cut before the temperature",
        "The tail is looked for in the shares of the model, not in the reshaped ones.",
        "Which of the two comes first, and whose shares add up to p?",
        _DRAW,
        (cut_first,),
    ),
    Mistake(
        "a cut that is left out",
        "Every token may be drawn.",
        "Where does your code use `p`?",
        _DRAW,
        (
            no_cut,
            cut_after_the_draw,
        ),
    ),
    Mistake(
        "a cut that drops the token that reaches p",
        "The kept shares add up to less than p.",
        "The best two have 0.64 and 0.24, and p is 0.7. Which of them stay?",
        _DRAW,
        (
            crossing_dropped,
            crossing_dropped_but_one,
        ),
    ),
    Mistake(
        "a cut that keeps one token too many",
        "A token stays although the others already add up to p.",
        "The best two have 0.64 and 0.24, and p is 0.6. Which of them stay?",
        _DRAW,
        (
            one_more,
            two_at_least,
        ),
    ),
)
