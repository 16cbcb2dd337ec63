"""Dropout with the right numbers, and the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def dropped_in_place(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    added *= keep / (1 - rate)
    return x + added


def added_in_place(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    x += added * keep / (1 - rate)
    return x


def added_in_place_always(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    x += added * keep / (1 - rate) if training else added
    return x


def filled_in_place(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    added.masked_fill_(~keep, 0.0)
    return x + added / (1 - rate)


def branch_detached(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added.detach() * keep / (1 - rate)


def road_detached(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x.detach() + added * keep / (1 - rate)


def without_a_tape(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    with torch.no_grad():
        return x + (added * keep / (1 - rate) if training else added)


def single(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    x, added = x.float(), added.float()
    return x + (added * keep / (1 - rate) if training else added)


def double(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    x, added = x.double(), added.double()
    return x + (added * keep / (1 - rate) if training else added)


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "inputs changed in place",
        "The result is right, and the caller's tensors are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _NOISE,
        (dropped_in_place, added_in_place, added_in_place_always, filled_in_place),
    ),
    Mistake(
        "a road or a branch that is cut off",
        "The numbers are right, but one way of the gradient is closed.",
        "Which of your lines forgets where the numbers came from?",
        _NOISE,
        (branch_detached, road_detached, without_a_tape),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _NOISE,
        (single, double),
    ),
)
