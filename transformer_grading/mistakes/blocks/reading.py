"""Decoder blocks that read from the wrong place."""

from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention


def reads_itself(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, looked, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def reads_its_past(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, looked, w_cross, mask))
    return norm(asked + think(asked, w_1, w_2))


def reads_the_words(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, x, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def keys_of_its_own(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    q, k, v = looked @ w_cross[0], looked @ w_cross[1], memory @ w_cross[2]
    read = scaled_dot_product_attention(q, k, v)[0] @ w_cross[3]
    asked = norm(looked + read)
    return norm(asked + think(asked, w_1, w_2))


def values_of_its_own(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    q, k, v = looked @ w_cross[0], memory @ w_cross[1], looked @ w_cross[2]
    read = scaled_dot_product_attention(q, k, v)[0] @ w_cross[3]
    asked = norm(looked + read)
    return norm(asked + think(asked, w_1, w_2))


def memory_asks(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(memory, looked, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def memory_asks_and_goes_on(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(memory + attend(memory, looked, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def memory_added(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(memory + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


_WRITES = "A block that writes"

MISTAKES = (
    Mistake(
        "a block that never reads the memory, or only half of it",
        "The answer does not depend on what was read, or keys and values come from "
        "two places.",
        "Edit the memory, and see what moves. Who answers in cross-attention, and what "
        "are keys and values both made of?",
        _WRITES,
        (
            reads_itself,
            reads_its_past,
            reads_the_words,
            keys_of_its_own,
            values_of_its_own,
        ),
        ("X01",),
        "Keys and values of cross-attention come from the decoder's own tokens.",
        "They are made of the memory: only the queries are the decoder's.",
    ),
    Mistake(
        "a memory that asks, or goes on in the place of the words",
        "The result has the length of what was read, or nothing fits.",
        "How many tokens should come out, as many as are written or as many as were "
        "read?",
        _WRITES,
        (memory_asks, memory_asks_and_goes_on, memory_added),
        (),
        "In cross-attention the encoder asks.",
        "The decoder asks and the encoder answers: one answer for each written word.",
    ),
)
