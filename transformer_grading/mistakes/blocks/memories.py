"""Decoder blocks that change the memory, or mix up the matrices."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_grading.mistakes.core import Mistake


def memory_for_all(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, memory, w_self))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def joined(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    context = torch.cat([x, memory], dim=-2)
    shown = torch.ones(x.shape[-2], memory.shape[-2], dtype=torch.bool)
    looked = norm(x + attend(x, context, w_self, torch.cat([mask, shown], dim=-1)))
    asked = norm(looked + attend(looked, memory, w_cross))
    return norm(asked + think(asked, w_1, w_2))


def memory_normalised(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, norm(memory), w_cross))
    return norm(asked + think(asked, w_1, w_2))


def one_set_of_matrices(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_self))
    return norm(asked + think(asked, w_1, w_2))


def sets_exchanged(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_cross, mask))
    asked = norm(looked + attend(looked, memory, w_self))
    return norm(asked + think(asked, w_1, w_2))


def keys_and_values_exchanged(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross[[0, 2, 1, 3]]))
    return norm(asked + think(asked, w_1, w_2))


def queries_and_keys_exchanged(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory, w_cross[[1, 0, 2, 3]]))
    return norm(asked + think(asked, w_1, w_2))


def memory_averaged(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    read = memory.mean(dim=-2, keepdim=True) @ w_cross[2] @ w_cross[3]
    asked = norm(looked + read)
    return norm(asked + think(asked, w_1, w_2))


def last_of_the_memory(
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    looked = norm(x + attend(x, x, w_self, mask))
    asked = norm(looked + attend(looked, memory[..., -1:, :], w_cross))
    return norm(asked + think(asked, w_1, w_2))


_WRITES = "A block that writes"

MISTAKES = (
    Mistake(
        "a memory that is read too early",
        "The first sublayer looks at the memory, too.",
        "The first sublayer looks back. At which tokens may it look?",
        _WRITES,
        (memory_for_all, joined),
    ),
    Mistake(
        "another memory than the one handed over",
        "The memory is changed, averaged or cut before it is read.",
        "With some memories you are right. What is done to the memory before keys and "
        "values are made of it?",
        _WRITES,
        (memory_normalised, memory_averaged, last_of_the_memory),
    ),
    Mistake(
        "matrices of another attention or another role",
        "The right tensors meet the wrong matrices.",
        "Which of the two sets belongs to the memory, and in which order does it hold "
        "the matrices of queries, keys and values?",
        _WRITES,
        (
            *(one_set_of_matrices, sets_exchanged),
            *(keys_and_values_exchanged, queries_and_keys_exchanged),
        ),
    ),
)
