"""Matrices that move codes by the wrong angles, or with too few digits."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def doubled_twice(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def not_doubled(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(d_model // 2):
        angle = k / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def base_1000(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = k / 1000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def slow_first(k: int, d_model: int) -> Tensor:
    turns = []
    for i in reversed(range(0, d_model, 2)):
        angle = k / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def sign_of_k_lost(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = abs(k) / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def no_step_back(k: int, d_model: int) -> Tensor:
    angles = 1 / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    turns = [
        torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]).double()
        for a in angles.tolist()
    ]
    one, matrix = torch.block_diag(*turns), torch.eye(d_model).double()
    for _ in range(min(k, 1000)):
        matrix = one @ matrix
    return matrix


def one_step_only(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = 1 / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def one_step_times_k(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = 1 / 10000 ** (i / d_model)
        c, s = k * math.cos(angle), k * math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def read_as_degrees(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = math.radians(k / 10000 ** (i / d_model))
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def single(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]]))
    whole: Tensor = torch.block_diag(*turns)
    return whole


def single_angles(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    c, s = angles.cos().double(), angles.sin().double()
    blocks = torch.stack([torch.stack([c, s], -1), torch.stack([-s, c], -1)], dim=-2)
    whole: Tensor = torch.block_diag(*blocks)
    return whole


_TELL = "What the waves tell"
_WAVES = "Waves of many lengths"

MISTAKES = (
    Mistake(
        "an index doubled twice",
        "Each block has the angle of the hand twice as far to the right.",
        "The first block is right. Your index steps by 2: what is 2i for the second "
        "hand?",
        _WAVES,
        (doubled_twice,),
        ("E02",),
        beside=("far away",),
    ),
    Mistake(
        "the 2 of 2i left out",
        "The later hands turn too fast.",
        "The first block is right. What is the exponent of the last hand, and should "
        "it come near 1?",
        _WAVES,
        (not_doubled,),
        beside=("far away",),
    ),
    Mistake(
        "another base than 10000",
        "All blocks but the first have the wrong angle.",
        "The first block is right. Which number is raised to the power 2i/d?",
        _WAVES,
        (base_1000,),
        ("E05",),
        beside=("far away",),
    ),
    Mistake(
        "the slow hands first",
        "The blocks are right, in the opposite order.",
        "All your blocks occur in the right matrix. Which hand owns the first two "
        "columns?",
        _WAVES,
        (slow_first,),
        beside=("far away",),
    ),
    Mistake(
        "a step back treated as none, or as one ahead",
        "Positive k are right, and negative ones are not.",
        "Ahead you are right. What becomes of the sign of k on its way to the sine?",
        _TELL,
        (sign_of_k_lost, no_step_back),
        beside=("far away",),
    ),
    Mistake(
        "one step, whatever k says",
        "The matrix does not know k, or uses it as a factor.",
        "For k = 1 you are right. Where does k enter: as a factor of the angle, or of "
        "the matrix?",
        _TELL,
        (one_step_only, one_step_times_k),
        (),
        "k steps are k times one step.",
        "They are one step done k times: the angle is multiplied, not the matrix.",
    ),
    Mistake(
        "degrees in the place of radians",
        "Sine and cosine get an angle in another unit.",
        "In which unit do sin and cos read their angle?",
        _WAVES,
        (read_as_degrees,),
        beside=("far away",),
    ),
    Mistake(
        "a matrix of float32",
        "The numbers are right, but float64 was asked for.",
        "Which dtype does torch.tensor give to Python's numbers?",
        _WAVES,
        (single,),
    ),
    Mistake(
        "angles with too few digits",
        "For large k the angle has lost its digits before the sine sees it.",
        "Small steps are right. Which of your tensors is not float64 before its sine "
        "is taken?",
        _WAVES,
        (single_angles,),
        ("E16",),
    ),
)
