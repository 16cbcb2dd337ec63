"""Queries and keys turned by the wrong angles, or at the wrong places."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def one_speed(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    angles = positions[:, None, :, None].double()
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def doubled_twice(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    steps = torch.arange(0, x.shape[-1], 2).double()
    angles = positions[:, None, :, None] / base ** (2 * steps / x.shape[-1])
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def not_doubled(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    i = torch.arange(x.shape[-1] // 2).double()
    angles = positions[:, None, :, None] / base ** (i / x.shape[-1])
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def base_fixed(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / 10000**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def multiplied(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] * base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def slow_first(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double().flip(0) / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def from_zero(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = torch.arange(x.shape[-2])[:, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def from_one(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = (positions[:, None, :, None] + 1) / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def shared_row(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[0, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def first_place_and_on(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    places = positions[:, :1] + torch.arange(x.shape[-2])
    angles = places[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def no_axis_for_heads(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[..., None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def axis_on_the_wrong_side(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[None, :, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def turned_along_the_heads(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = torch.arange(x.shape[1])[:, None, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def read_as_degrees(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = torch.deg2rad(positions[:, None, :, None] / base**exponents)
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


_TURN = "Turning instead of adding"
_INTO = "Into the token"

MISTAKES = (
    Mistake(
        "one speed for all pairs",
        "Every pair turns by one radian a place.",
        "The first pair is right. By which power of the base is the angle of the "
        "second pair divided?",
        _TURN,
        (one_speed,),
    ),
    Mistake(
        "an index doubled twice",
        "Each pair turns as the one twice as far to the right should.",
        "The first pair is right. Your index steps by 2: what is 2i for the second "
        "pair?",
        _TURN,
        (doubled_twice,),
        ("E02",),
    ),
    Mistake(
        "the 2 of 2i left out",
        "The later pairs turn too fast.",
        "The first pair is right. What is the exponent of the last pair, and should it "
        "come near 1?",
        _TURN,
        (not_doubled,),
    ),
    Mistake(
        "a base that is not used",
        "Every base turns as 10000 does.",
        "With base 10000 you are right. Where does base enter?",
        _TURN,
        (base_fixed,),
    ),
    Mistake(
        "positions multiplied by the power of the base",
        "The pairs get faster to the right, and not slower.",
        "The first pair is right. Does the power of the base stand above or below the "
        "fraction line?",
        _TURN,
        (multiplied,),
    ),
    Mistake(
        "the slow pairs first",
        "Fast and slow pairs are in each other's place.",
        "Your speeds are right, in the opposite order. Which pair turns by one radian "
        "a place?",
        _TURN,
        (slow_first,),
    ),
    Mistake(
        "positions that are not used",
        "Every sequence is turned as if it began at place 0.",
        "For places 0, 1, 2, … you are right. Where does positions enter?",
        _TURN,
        (from_zero,),
    ),
    Mistake(
        "positions counted from 1",
        "Everything is turned one place too far.",
        "Distances are right, places are one too far on. By how much does place 0 "
        "turn?",
        _TURN,
        (from_one,),
    ),
    Mistake(
        "the positions of the first sequence for all",
        "The other sequences are turned by places that are not theirs.",
        "The first sequence is right. How many rows has positions, and how many of "
        "them do you read?",
        _INTO,
        (shared_row,),
        ("V08",),
        "All sequences of a batch have the same positions.",
        "Padding and caches shift them: each sequence brings its own.",
    ),
    Mistake(
        "places that follow the first one",
        "Gaps between the places are closed.",
        "Sequences without gaps are right. Which of the positions do you read, and "
        "which do you make up?",
        _TURN,
        (first_place_and_on,),
    ),
    Mistake(
        "sequences lined up with heads",
        "Head number 1 gets the places of sequence number 1, or nothing fits.",
        "Line up the shapes from the right: positions has the batch first, x has it "
        "first too. What stands between batch and seq in x?",
        _TURN,
        (no_axis_for_heads, axis_on_the_wrong_side),
        (),
        "Broadcasting lines batch up with batch.",
        "It lines axes up from the right: an axis for the heads has to stand between.",
    ),
    Mistake(
        "places taken along the heads",
        "All tokens of a head are turned alike.",
        "Which axis of x holds the tokens of a sequence?",
        _TURN,
        (turned_along_the_heads,),
        ("E11",),
    ),
    Mistake(
        "degrees in the place of radians",
        "Sine and cosine get an angle in another unit.",
        "Place 0 is right. In which unit do sin and cos read their angle?",
        _TURN,
        (read_as_degrees,),
    ),
)
