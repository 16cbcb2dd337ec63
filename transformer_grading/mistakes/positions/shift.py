"""Matrices that move codes by blocks that are no turns, or not the right ones."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def turned_back(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i, angle in enumerate(angles.tolist()):
        c, s = math.cos(angle), math.sin(angle)
        block = torch.tensor([[c, -s], [s, c]], dtype=torch.float64)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block
    return matrix


def turned_back_by_transposing(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    turns = [
        torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]).double()
        for a in angles.tolist()
    ]
    whole: Tensor = torch.block_diag(*turns).T.contiguous()
    return whole


def both_signs_plus(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    matrix[even, even] = matrix[even + 1, even + 1] = angles.cos()
    matrix[even, even + 1] = matrix[even + 1, even] = angles.sin()
    return matrix


def mirrored(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    matrix[even, even], matrix[even + 1, even + 1] = angles.cos(), -angles.cos()
    matrix[even, even + 1] = matrix[even + 1, even] = angles.sin()
    return matrix


def sine_and_cosine_swapped(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i, angle in enumerate(angles.tolist()):
        c, s = math.cos(angle), math.sin(angle)
        matrix[2 * i, 2 * i], matrix[2 * i, 2 * i + 1] = s, c
        matrix[2 * i + 1, 2 * i], matrix[2 * i + 1, 2 * i + 1] = -c, s
    return matrix


def cosines_alone(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.diag(angles.cos().repeat_interleave(2))


def in_halves(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    cosines, sines = torch.diag(angles.cos()), torch.diag(angles.sin())
    top = torch.cat([cosines, sines], dim=1)
    return torch.cat([top, torch.cat([-sines, cosines], dim=1)])


def one_turn_for_all(k: int, d_model: int) -> Tensor:
    c, s = math.cos(k), math.sin(k)
    block = torch.tensor([[c, s], [-s, c]], dtype=torch.float64)
    whole: Tensor = torch.block_diag(*[block] * (d_model // 2))
    return whole


def one_turn_by_kron(k: int, d_model: int) -> Tensor:
    block = torch.tensor([[math.cos(k), math.sin(k)], [-math.sin(k), math.cos(k)]])
    whole: Tensor = torch.kron(torch.eye(d_model // 2).double(), block.double())
    return whole


def blocks_in_a_stack(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    c, s = angles.cos(), angles.sin()
    return torch.stack([torch.stack([c, s], -1), torch.stack([-s, c], -1)], dim=-2)


_TELL = "What the waves tell"

MISTAKES = (
    Mistake(
        "a turn the other way round",
        "The matrix moves every code back by k, not on.",
        "Your blocks are turns by the right angles. Multiply one of them with the code "
        "of position 0, which is (0, 1): do you get (sin, cos) or (−sin, cos)?",
        _TELL,
        (turned_back, turned_back_by_transposing),
        (),
        "A turn by θ always has its minus sign in the upper right corner.",
        "Here the sine stands first in a code, so the minus sign stands below.",
    ),
    Mistake(
        "two signs alike in each block",
        "The blocks are no turns: lengths change, or a code is mirrored.",
        "Cosines and sines are in place. What do the addition theorems say about the "
        "signs, and how many minus signs has a block?",
        _TELL,
        (both_signs_plus, mirrored),
        beside=("far away",),
    ),
    Mistake(
        "sine and cosine in each other's place",
        "With k = 0 the matrix moves something, where it should do nothing.",
        "Your angles are right. What should the matrix be for k = 0, and which of "
        "sine and cosine is 1 there?",
        _TELL,
        (sine_and_cosine_swapped,),
    ),
    Mistake(
        "a diagonal of cosines",
        "Each column is only made smaller; sines and cosines do not mix.",
        "The diagonal is right. What does sin(a + b) need besides sin(a)?",
        _TELL,
        (cosines_alone,),
    ),
    Mistake(
        "blocks for sines before cosines",
        "The matrix fits tables whose first half are sines.",
        "All your numbers are right. Which two columns of a code does one hand own in "
        "this exercise?",
        _TELL,
        (in_halves,),
    ),
    Mistake(
        "one turn for all pairs",
        "Every hand turns as fast as the first one.",
        "The first block is right. By which angle does the second hand turn in k "
        "steps?",
        _TELL,
        (one_turn_for_all, one_turn_by_kron),
        beside=("far away",),
    ),
    Mistake(
        "blocks in a stack",
        "The blocks are right, and the matrix around them is missing.",
        "All blocks are right. What shape must a matrix have that multiplies a whole "
        "code?",
        _TELL,
        (blocks_in_a_stack,),
        beside=("far away",),
    ),
)
