"""Draws from shares that are reshaped wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def each_above(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down < p
    late[:, 0] = False
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def each_above_the_rest(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down < 1 - p
    late[:, 0] = False
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def beside_the_best(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down < p * down[:, :1]
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def ascending(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=False)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def turned(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(~out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def p_ruled_out(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) <= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def share_of_vocab(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = torch.arange(down.shape[1]).expand_as(down) >= p * down.shape[1]
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def top_k(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = torch.arange(down.shape[1]).expand_as(down) >= 3
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "a cut by the share of each token",
        "Tokens are kept that have a share of p, or of 1 − p, alone.",
        "Does p belong to one token, or to all that are kept together?",
        _DRAW,
        (
            each_above,
            each_above_the_rest,
            beside_the_best,
        ),
    ),
    Mistake(
        "a cut from the wrong end",
        "The likeliest tokens are ruled out.",
        "Which tokens hold the share p: the likeliest, or the others?",
        _DRAW,
        (
            ascending,
            turned,
            p_ruled_out,
        ),
    ),
    Mistake(
        "a cut at a number of tokens",
        "p is taken for a share of the vocabulary.",
        "Of what is p a share?",
        _DRAW,
        (
            share_of_vocab,
            top_k,
        ),
    ),
)
