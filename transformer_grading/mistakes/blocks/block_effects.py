"""Decoder blocks with the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def in_place(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x += attend(x, x, w_self, mask)
    looked = norm(x)
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def memory_in_place(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    memory.zero_()
    return norm(asked + think(asked, w_1, w_2))


def mask_in_place(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    mask.logical_not_()
    return norm(asked + think(asked, w_1, w_2))


def memory_detached(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory.detach(), w_cross))
    return norm(asked + think(asked, w_1, w_2))


def road_detached(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked.detach() + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def without_a_tape(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    with torch.no_grad():
        looked = norm(x + attend(x, x, w_self, mask))
        asked = norm(looked + attend(looked, memory, w_cross))
        return norm(asked + think(asked, w_1, w_2))


def single(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x, memory, w_self = x.float(), memory.float(), w_self.float()
    w_cross, w_1, w_2 = w_cross.float(), w_1.float(), w_2.float()
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def double(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x, memory, w_self = x.double(), memory.double(), w_self.double()
    w_cross, w_1, w_2 = w_cross.double(), w_1.double(), w_2.double()
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


_WRITES = "A block that writes"
_PLACE = "Before or after"

MISTAKES = (
    Mistake(
        "inputs changed in place",
        "The result is right, and the caller's tensors are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _WRITES,
        (in_place, memory_in_place, mask_in_place),
    ),
    Mistake(
        "a result cut off from some of its inputs",
        "The numbers are right, but one way of the gradient is closed.",
        "Which of your lines forgets where the numbers came from?",
        _WRITES,
        (memory_detached, road_detached, without_a_tape),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _PLACE,
        (single, double),
    ),
)
