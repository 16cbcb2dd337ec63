"""Codes added rightly, with the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_place(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    x += table[start : start + x.shape[1]]
    return x


def in_place_by_method(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x.add_(table[start : start + x.shape[1]])


def in_place_in_loops(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    for place in range(x.shape[1]):
        x[:, place] += table[start + place]
    return x


def promoted(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start : start + x.shape[1]]


def dtype_of_the_table(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x.to(table.dtype) + table[start : start + x.shape[1]]


def single(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return (x + table[start : start + x.shape[1]]).float()


def double(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x.double() + table[start : start + x.shape[1]].double()


def through_single(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    rows = table[start : start + x.shape[1]]
    return (x.float() + rows.float()).to(x.dtype)


def tokens_detached(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x.detach() + table[start : start + x.shape[1]].to(x.dtype)


def without_a_tape(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    with torch.no_grad():
        return x + table[start : start + x.shape[1]].to(x.dtype)


def into_fresh_data(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    out = torch.empty_like(x)
    out.copy_(x.data)
    out += table[start : start + x.shape[1]]
    return out


def through_numpy(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    codes = table[start : start + x.shape[1]].to(x.dtype)
    return torch.from_numpy(x.numpy() + codes.numpy())


def through_lists(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    tokens = torch.tensor(x.tolist(), dtype=x.dtype)
    return tokens + table[start : start + x.shape[1]].to(x.dtype)


_INTO = "Into the token"

MISTAKES = (
    Mistake(
        "codes added inside the tensor that was handed in",
        "The sum is right, and the caller's tokens are gone.",
        "What stands in the caller's x after your function has run? Which of your "
        "operators writes into its left side?",
        _INTO,
        (in_place, in_place_by_method, in_place_in_loops),
    ),
    Mistake(
        "a table that brings its own dtype",
        "The sum gets the dtype of the table, and all layers after it get it too.",
        "With one dtype everything is right. Tokens in float32 meet a table in "
        "float64: which of the two should give way?",
        _INTO,
        (promoted, dtype_of_the_table),
        ("E15",),
        "PyTorch finds the right dtype of a sum by itself.",
        "It takes the longer one; the table has to follow the tokens.",
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
        (
            *(tokens_detached, without_a_tape, into_fresh_data),
            *(through_numpy, through_lists),
        ),
        ("E17",),
        "Nothing is learned where positions are added.",
        "The tokens are: their gradient has to pass through the sum.",
    ),
)
