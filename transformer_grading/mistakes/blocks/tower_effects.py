"""Towers that mix up their layers, or have other effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def bottom_read_again(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    read = norm(x) if norm_first else x
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + read @ matrix if norm_first else norm(x + read @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def bottom_added_again(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    bottom = x
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = bottom + norm(x) @ matrix if norm_first else norm(bottom + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def transposed(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix.T if norm_first else norm(x + x @ matrix.T)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def backwards(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w.flip(0):
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def first_matrix_for_all(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for _ in w:
        x = x + norm(x) @ w[0] if norm_first else norm(x + x @ w[0])
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def in_place(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x += norm(x) @ matrix if norm_first else x @ matrix
        x = x if norm_first else norm(x)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def copied_in_place(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x.copy_(x + norm(x) @ matrix if norm_first else norm(x + x @ matrix))
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def through_numbers(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt().item()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt().item())
    return torch.tensor(found, dtype=x.dtype)


def without_a_tape(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    with torch.no_grad():
        found = [x.square().mean().sqrt()]
        for matrix in w:
            x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
            found.append(x.square().mean().sqrt())
        return torch.stack(found)


def road_detached(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = (
            x.detach() + norm(x) @ matrix
            if norm_first
            else norm(x.detach() + x @ matrix)
        )
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def single(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    x, w = x.float(), w.float()
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def double(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    x, w = x.double(), w.double()
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


_PLACE = "Before or after"
_ROAD = "A road past every layer"

MISTAKES = (
    Mistake(
        "the bottom read or added at every height",
        "Layers do not build on each other.",
        "What does layer 2 read in your code: the tokens at the bottom, or what layer "
        "1 has left of them?",
        _ROAD,
        (bottom_read_again, bottom_added_again),
    ),
    Mistake(
        "the wrong matrix for a layer",
        "The tower is right where all layers are alike.",
        "Which matrix belongs to the first layer above the bottom, and from which side "
        "does it multiply?",
        _ROAD,
        (transposed, backwards, first_matrix_for_all),
    ),
    Mistake(
        "tokens changed in place",
        "The sizes are right, and the caller's tokens are gone.",
        "Which of your operators writes into the tensor that was handed in?",
        _ROAD,
        (in_place, copied_in_place),
    ),
    Mistake(
        "sizes cut off from the tokens",
        "The numbers are right, but no gradient flows through some of the ways.",
        "Which of your lines forgets where the numbers came from?",
        _ROAD,
        (through_numbers, without_a_tape, road_detached),
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
