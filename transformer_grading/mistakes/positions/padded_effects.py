"""Codes for padded batches with the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_place(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    x += table[(mask.cumsum(dim=1) - 1).clamp(min=0)]
    return x


def mask_turned_in_place(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    padding = mask.logical_not_().sum(dim=1, keepdim=True)
    positions = (torch.arange(x.shape[1]) - padding).clamp(min=0)
    return x + table[positions].to(x.dtype)


def promoted(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return x + table[(mask.cumsum(dim=1) - 1).clamp(min=0)]


def single(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return (x + table[(mask.cumsum(dim=1) - 1).clamp(min=0)]).float()


def double(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return (x + table[(mask.cumsum(dim=1) - 1).clamp(min=0)]).double()


def through_single(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    codes = table.float()[(mask.cumsum(dim=1) - 1).clamp(min=0)]
    return (x.float() + codes).to(x.dtype)


def tokens_detached(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return x.detach() + table[(mask.cumsum(dim=1) - 1).clamp(min=0)].to(x.dtype)


def without_a_tape(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    with torch.no_grad():
        return x + table[(mask.cumsum(dim=1) - 1).clamp(min=0)].to(x.dtype)


def filled_in_loops(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    out = torch.zeros(x.shape, dtype=x.dtype)
    for row in range(len(x)):
        real = x[row][mask[row]]
        out[row, mask[row]] = (real + table[: len(real)]).to(x.dtype).detach()
    return out


_INTO = "Into the token"

MISTAKES = (
    Mistake(
        "codes written into the caller's tokens",
        "The sum is right, and the x that was handed in is gone.",
        "Which of your operators writes into its left side, and whose tensor is that?",
        _INTO,
        (in_place,),
    ),
    Mistake(
        "a mask turned round in place",
        "The sum is right, and the caller's mask now says the opposite.",
        "What does the mask say after your function has run? Which method ends in an "
        "underscore?",
        _INTO,
        (mask_turned_in_place,),
    ),
    Mistake(
        "a table that brings its own dtype",
        "The sum gets the dtype of the table, and all layers after it get it too.",
        "With one dtype everything is right. Tokens in float32 meet a table in "
        "float64: which of the two should give way?",
        _INTO,
        (promoted,),
        ("E15",),
    ),
    Mistake(
        "a sum of fixed dtype",
        "The numbers are right, but their dtype is not that of x.",
        "Which of your lines decides on float32 or float64 by itself?",
        _INTO,
        (single, double),
    ),
    Mistake(
        "digits lost on the way",
        "Tokens in float64 come back with the digits of float32.",
        "The dtype is right in the end. Through which dtype do the tokens go before?",
        _INTO,
        (through_single,),
    ),
    Mistake(
        "tokens cut off from the gradient",
        "The sum is right, but what made the tokens can never learn.",
        "Positions are fixed, tokens are not. Which of your lines forgets where x came "
        "from?",
        _INTO,
        (tokens_detached, without_a_tape, filled_in_loops),
        ("E17",),
    ),
)
