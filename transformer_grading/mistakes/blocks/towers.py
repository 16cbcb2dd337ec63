"""Towers that are built wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def always_first(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else x + norm(x) @ matrix
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def always_last(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = norm(x + x @ matrix) if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def exchanged(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = norm(x + x @ matrix) if norm_first else x + norm(x) @ matrix
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def no_road(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = norm(x) @ matrix if norm_first else norm(x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def no_norm(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + x @ matrix if norm_first else x + x @ matrix
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def no_norm_first(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + x @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def road_through_the_norm(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = norm(x) + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def branch_normalised(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x @ matrix) if norm_first else x + norm(x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def branch_normalised_first(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x @ matrix) if norm_first else norm(x + x @ matrix)
        found.append(x.square().mean().sqrt())
    return torch.stack(found)


def last_norm(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append((norm(x) if norm_first else x).square().mean().sqrt())
    return torch.stack(found)


_PLACE = "Before or after"
_ROAD = "A road past every layer"

MISTAKES = (
    Mistake(
        "one tower for both designs",
        "The sizes are the same whatever norm_first says.",
        "One of the two towers is right. Which of your lines asks for norm_first?",
        _PLACE,
        (always_first, always_last),
    ),
    Mistake(
        "the two towers in each other's place",
        "The norm-last tower grows, and the norm-first tower does not.",
        "Both towers are there. In which of them is the norm the first thing that "
        "happens to a token?",
        _PLACE,
        (exchanged,),
    ),
    Mistake(
        "a tower without a road",
        "Each layer replaces the tokens.",
        "Let all matrices be zero: what should be left of the tokens at the top?",
        _ROAD,
        (no_road,),
    ),
    Mistake(
        "a tower without a norm where it belongs",
        "Loud tokens make the next sublayer add more, and the sizes explode.",
        "The road is there. What does a sublayer read, and where does the norm stand?",
        _PLACE,
        (no_norm, no_norm_first),
    ),
    Mistake(
        "a road that passes the norm",
        "With the norm first the tokens are brought back to size 1 at every layer.",
        "With the norm first, what is added to: the token as it is, or the normalised "
        "token?",
        _PLACE,
        (road_through_the_norm, last_norm),
        ("D01",),
    ),
    Mistake(
        "a norm on the branch alone",
        "What a sublayer makes is normalised, not what it reads and not the sum.",
        "There are two designs, and this is a third. What goes into the norm in each?",
        _PLACE,
        (branch_normalised, branch_normalised_first),
        ("D03",),
    ),
)
