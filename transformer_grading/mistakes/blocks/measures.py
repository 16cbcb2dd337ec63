"""Towers that are measured wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def deviation(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.std(unbiased=False)]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.std(unbiased=False))
    return torch.stack(found)


def unbiased_deviation(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.std()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.std())
    return torch.stack(found)


def mean_size(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.abs().mean()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.abs().mean())
    return torch.stack(found)


def largest(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.abs().max()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.abs().max())
    return torch.stack(found)


def no_root(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean())
    return torch.stack(found)


def whole_length(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.norm()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.norm())
    return torch.stack(found)


def length_of_a_token(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.norm(dim=-1).mean()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.norm(dim=-1).mean())
    return torch.stack(found)


def mean_of_roots(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean(-1).sqrt().mean()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean(-1).sqrt().mean())
    return torch.stack(found)


def first_token(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.flatten(0, -2)[0].square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.flatten(0, -2)[0].square().mean().sqrt())
    return torch.stack(found)


def for_the_bottom(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found) / found[0]


def bottom_left_out(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = []
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def top_left_out(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = []
    for matrix in w:
        found.append(x.square().mean().sqrt())
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
    return torch.stack(found)


def top_alone(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
    return x.square().mean().sqrt()


def from_the_top(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found[::-1])


def measured_too_early(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        found.append(x.square().mean().sqrt())
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
    return torch.stack(found)


def what_is_added(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        added = (norm(x) if norm_first else x) @ matrix
        found.append(added.square().mean().sqrt())
        x = x + added if norm_first else norm(x + added)
    return torch.stack(found)


def one_layer_short(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for layer in range(len(w) - 1):
        x = x + norm(x) @ w[layer] if norm_first else norm(x + x @ w[layer])
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


_PLACE = "Before or after"
_ROAD = "A road past every layer"
_NORM = "Every token at one size"

MISTAKES = (
    Mistake(
        "spread in place of size",
        "A mean that all features share is not counted.",
        "The tower is right. Is the mean taken away before the squares are averaged, "
        "and by what are they divided?",
        _NORM,
        (deviation, unbiased_deviation),
    ),
    Mistake(
        "another measure of size",
        "The numbers grow as they should, and are other ones.",
        "The tower is right. In which order are the features squared, averaged and "
        "rooted, and over how many of them?",
        _PLACE,
        (
            *(mean_size, largest, no_root, whole_length, length_of_a_token),
            *(mean_of_roots, first_token, for_the_bottom),
        ),
    ),
    Mistake(
        "too few heights",
        "Some heights of the tower are not measured.",
        "A tower of two layers has a bottom, a middle and a top. How many numbers is "
        "that, and how many are yours?",
        _ROAD,
        (bottom_left_out, top_left_out, top_alone, one_layer_short),
    ),
    Mistake(
        "heights that are told in the wrong order, or too early",
        "Each number belongs to another height.",
        "Your first number should be the size of x itself. Which height does each of "
        "the others belong to, and when is it measured?",
        _ROAD,
        (from_the_top, measured_too_early),
    ),
    Mistake(
        "the size of what is added",
        "What each sublayer makes is measured, and not the token on the road.",
        "You measure the branch. What goes on to the next layer?",
        _ROAD,
        (what_is_added,),
    ),
)
