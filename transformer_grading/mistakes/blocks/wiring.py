"""Decoder blocks whose roads are wired wrongly."""

from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def as_it_is(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x = norm(x + attend(x, x, w_self, mask))
    x = norm(attend(x, memory, w_cross))
    return norm(x + think(x, w_1, w_2))


def dropped_at_the_first(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def dropped_at_the_network(
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
    return norm(think(asked, w_1, w_2))


def dropped_at_both_attentions(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(attend(x, x, w_self, mask))
    asked = norm(attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def dropped_everywhere(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(attend(x, x, w_self, mask))
    asked = norm(attend(looked, memory, w_cross))
    return norm(think(asked, w_1, w_2))


def old_road(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(x + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def old_road_at_the_end(
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
    return norm(x + think(asked, w_1, w_2))


def road_past_the_question(
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
    return norm(looked + think(asked, w_1, w_2))


def one_road_past_all(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(attend(x, x, w_self, mask))
    asked = norm(attend(looked, memory, w_cross))
    return norm(x + think(asked, w_1, w_2))


def both_roads(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(x + looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


_ROAD = "A road past every layer"

MISTAKES = (
    Mistake(
        "a sublayer without a road past it",
        "What a token was before that sublayer is lost.",
        "Let all matrices be zero: a token should pass, normalised. At which sublayer "
        "does yours stop?",
        _ROAD,
        (
            *(as_it_is, dropped_at_the_first, dropped_at_the_network),
            *(dropped_at_both_attentions, dropped_everywhere),
        ),
        ("D08",),
        "What attention returns is the token, and the next sublayer goes on from it.",
        "It is an average of others: the token itself comes past on the road.",
    ),
    Mistake(
        "a road that begins at another sublayer",
        "A road leads past several sublayers, or back to what was before.",
        "There is a road at each sublayer. Is what you add the same tensor that the "
        "sublayer reads?",
        _ROAD,
        (
            *(old_road, old_road_at_the_end, road_past_the_question),
            *(one_road_past_all, both_roads),
        ),
    ),
)
