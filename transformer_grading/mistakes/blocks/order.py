"""Decoder blocks whose sublayers are wired wrongly."""

from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def side_by_side(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = attend(x, x, w_self, mask)
    asked = attend(x, memory, w_cross)
    return norm(x + looked + asked + think(x, w_1, w_2))


def asks_with_the_old(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(x, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def thinks_about_the_old(
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
    return norm(asked + think(looked, w_1, w_2))


def network_before_the_question(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    thought = norm(looked + think(looked, w_1, w_2))
    return norm(thought + attend(thought, memory, w_cross))


def question_first(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    asked = norm(x + attend(x, memory, w_cross))
    looked = norm(asked + attend(asked, asked, w_self, mask))
    return norm(looked + think(looked, w_1, w_2))


def network_first(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    thought = norm(x + think(x, w_1, w_2))
    looked = norm(thought + attend(thought, thought, w_self, mask))
    return norm(looked + attend(looked, memory, w_cross))


def no_question(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    return norm(looked + think(looked, w_1, w_2))


def no_network(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    return norm(looked + attend(looked, memory, w_cross))


def no_look_back(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    asked = norm(x + attend(x, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


_WRITES = "A block that writes"

MISTAKES = (
    Mistake(
        "sublayers that do not hear each other",
        "A sublayer reads what stood before the one below it.",
        "Which tensor holds what the last sublayer has found, and who reads it?",
        _WRITES,
        (side_by_side, asks_with_the_old, thinks_about_the_old),
    ),
    Mistake(
        "sublayers in another order",
        "All three are there, and not in the order of the paper.",
        "Look back, ask, think: what does a token know when it asks, and when it "
        "thinks?",
        _WRITES,
        (network_before_the_question, question_first, network_first),
        ("X04",),
    ),
    Mistake(
        "a sublayer left out",
        "Some of the matrices change nothing.",
        "How many sublayers has a block that writes, and which of them is missing?",
        _WRITES,
        (no_question, no_network, no_look_back),
    ),
)
