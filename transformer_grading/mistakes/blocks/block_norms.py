"""Decoder blocks whose norms stand in the wrong place."""

from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def norm_first(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x = x + attend(norm(x), norm(x), w_self, mask)
    x = x + attend(norm(x), memory, w_cross)
    return x + think(norm(x), w_1, w_2)


def norm_first_and_last(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x = x + attend(norm(x), norm(x), w_self, mask)
    x = x + attend(norm(x), memory, w_cross)
    return norm(x + think(norm(x), w_1, w_2))


def branches_normalised(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = x + norm(attend(x, x, w_self, mask))
    asked = looked + norm(attend(looked, memory, w_cross))
    return asked + norm(think(asked, w_1, w_2))


def branch_normalised(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = looked + norm(attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def no_norm(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = x + attend(x, x, w_self, mask)
    asked = looked + attend(looked, memory, w_cross)
    return asked + think(asked, w_1, w_2)


def no_last_norm(
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
    return asked + think(asked, w_1, w_2)


def no_middle_norm(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = looked + attend(looked, memory, w_cross)
    return norm(asked + think(asked, w_1, w_2))


def no_first_norm(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = x + attend(x, x, w_self, mask)
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


_PLACE = "Before or after"

MISTAKES = (
    Mistake(
        "the norm first",
        "That is the other design; her block normalises the sums.",
        "You keep the road free, as many models do. Where does her block normalise?",
        _PLACE,
        (norm_first, norm_first_and_last),
    ),
    Mistake(
        "a norm on the branch alone",
        "What a sublayer makes is normalised, not the sum.",
        "The road is there. What stands inside the norm: what the sublayer made, or "
        "the sum?",
        _PLACE,
        (branches_normalised, branch_normalised),
        ("D03",),
    ),
    Mistake(
        "a norm left out",
        "Tokens do not keep the size 1 at every sublayer.",
        "How many norms has a block of three sublayers, and how many has yours?",
        _PLACE,
        (no_norm, no_last_norm, no_middle_norm, no_first_norm),
    ),
)
