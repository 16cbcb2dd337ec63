"""Decoder blocks whose mask goes wrong."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def no_mask(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def mask_turned_round(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, ~mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def mask_transposed(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask.transpose(-2, -1)))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def always_a_triangle(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    seq = x.shape[-2]
    triangle = torch.ones(seq, seq, dtype=torch.bool).tril()
    looked = norm(x + attend(x, x, w_self, triangle))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def mask_on_both(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross, mask))
    return norm(asked + think(asked, w_1, w_2))


def mask_on_the_memory(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self))
    asked = norm(looked + attend(looked, memory, w_cross, mask))
    return norm(asked + think(asked, w_1, w_2))


def triangle_on_the_memory(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    shape = (x.shape[-2], memory.shape[-2])
    triangle = torch.ones(shape, dtype=torch.bool).tril()
    asked = norm(looked + attend(looked, memory, w_cross, triangle))
    return norm(asked + think(asked, w_1, w_2))


_WRITES = "A block that writes"

MISTAKES = (
    Mistake(
        "a look back without its mask, or with another",
        "A word hears other words than its mask allows.",
        "Edit the last word: which outputs move? Who uses the mask, and is it the one "
        "that was handed over?",
        _WRITES,
        (no_mask, mask_turned_round, mask_transposed, always_a_triangle),
    ),
    Mistake(
        "a mask on the memory",
        "Early words hear only the beginning of what was read.",
        "All of the memory was read before the first word was written. Which of the "
        "two attentions needs a mask?",
        _WRITES,
        (mask_on_both, mask_on_the_memory, triangle_on_the_memory),
        (),
        "A decoder masks whatever it looks at.",
        "It masks what is written; the memory is known from the first word on.",
    ),
)
