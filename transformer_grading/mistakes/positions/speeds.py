"""Tables of waves whose speeds are wrong in a regular way."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def width_less_one(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = torch.arange(0, d_model, 2).double() / (d_model - 1)
    angles = torch.arange(start, start + seq).double()[:, None] / 10000**exponents
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def pairs_less_one(seq: int, d_model: int, start: int = 0) -> Tensor:
    pairs = (d_model + 1) // 2
    rates = torch.exp(
        -math.log(10000) * torch.arange(pairs).double() / max(pairs - 1, 1)
    )
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def pairs_less_one_bare(seq: int, d_model: int, start: int = 0) -> Tensor:
    i = torch.arange((d_model + 1) // 2).double()
    angles = torch.arange(start, start + seq).double()[:, None]
    angles = angles / 10000 ** (i / (d_model / 2 - 1))
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def not_doubled(seq: int, d_model: int, start: int = 0) -> Tensor:
    i = torch.arange((d_model + 1) // 2).double()
    angles = torch.arange(start, start + seq).double()[:, None]
    angles = angles / 10000 ** (i / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def decimal_logarithm(seq: int, d_model: int, start: int = 0) -> Tensor:
    steps = torch.arange(0, d_model, 2).double()
    rates = torch.exp(-steps * math.log10(10000) / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def multiplied(seq: int, d_model: int, start: int = 0) -> Tensor:
    powers = 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] * powers
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def slow_first(seq: int, d_model: int, start: int = 0) -> Tensor:
    powers = 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] / powers.flip(0)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def slow_first_from_one(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = 1 - torch.arange(0, d_model, 2).double() / d_model
    angles = torch.arange(start, start + seq).double()[:, None] / 10000**exponents
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def read_as_degrees(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = torch.arange(0, d_model, 2).double() / d_model
    angles = torch.arange(start, start + seq).double()[:, None] / 10000**exponents
    angles = torch.deg2rad(angles)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def turned_into_degrees(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = torch.arange(0, d_model, 2).double() / d_model
    angles = torch.arange(start, start + seq).double()[:, None] / 10000**exponents
    angles = torch.rad2deg(angles)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def whole_turns(seq: int, d_model: int, start: int = 0) -> Tensor:
    waves = 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    angles = 2 * math.pi * torch.arange(start, start + seq).double()[:, None] / waves
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def share_of_the_length(seq: int, d_model: int, start: int = 0) -> Tensor:
    shares = torch.arange(start, start + seq).double() / seq
    angles = shares[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model).double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def evenly_spread(seq: int, d_model: int, start: int = 0) -> Tensor:
    shares = torch.linspace(0, 1, seq).double() + start
    angles = shares[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model).double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


_WAVES = "Waves of many lengths"
_BESIDE = ("odd width", "far away")

MISTAKES = (
    Mistake(
        "another denominator than d",
        "The last hand is too slow, and the middle ones a little.",
        "The first pair is right. Below the 2i of the text, is there d, or one less, "
        "so that the last exponent would be 1?",
        _WAVES,
        (width_less_one, pairs_less_one, pairs_less_one_bare),
        ("E21",),
        "The slowest hand turns once in 2π · 10000 positions.",
        "Its exponent is (d − 2)/d, so it is faster than that.",
        _BESIDE,
    ),
    Mistake(
        "the 2 of 2i left out",
        "The exponents stop at one half, so no hand is slower than 100 to 1.",
        "The first pair is right. Your i numbers the hands: what is the exponent of "
        "the last one, and should it come near 1?",
        _WAVES,
        (not_doubled,),
        beside=_BESIDE,
    ),
    Mistake(
        "the logarithm to base 10",
        "The hands slow down too little: exp undoes another logarithm.",
        "The first pair is right. Which logarithm does exp undo?",
        _WAVES,
        (decimal_logarithm,),
        beside=_BESIDE,
    ),
    Mistake(
        "positions multiplied by the power of 10000",
        "The hands get faster from pair to pair, and not slower.",
        "The first pair is right. Does 10000^(2i/d) stand above or below the fraction "
        "line?",
        _WAVES,
        (multiplied,),
        (),
        "A larger exponent makes the angle larger.",
        "It stands below the fraction line: the angle becomes smaller.",
        _BESIDE,
    ),
    Mistake(
        "the slow hands first",
        "Fast and slow columns are in each other's place.",
        "Your speeds are right or nearly so, in another order. What is 10000^(2i/d) "
        "for the first hand?",
        _WAVES,
        (slow_first, slow_first_from_one),
        (),
        "The early columns are the slow waves.",
        "The first hand turns once in 2π positions; the last is the slowest.",
        _BESIDE,
    ),
    Mistake(
        "degrees in the place of radians",
        "Sine and cosine get an angle in another unit.",
        "Position 0 is right. In which unit do sin and cos read their angle, and in "
        "which does the formula give it?",
        _WAVES,
        (read_as_degrees, turned_into_degrees),
        beside=_BESIDE,
    ),
    Mistake(
        "a factor of 2π in the angle",
        "The first hand makes a whole turn at every step and stands still.",
        "Position 0 is right. If the first hand turned by 2π a step, could it tell two "
        "neighbours apart?",
        _WAVES,
        (whole_turns,),
        (),
        "10000^(2i/d) is the wavelength.",
        "The wavelength is 2π times that: the formula has no 2π.",
        _BESIDE,
    ),
    Mistake(
        "a position divided by the length",
        "One step means something else in every text.",
        "Position 0 is right. May the code of place 1 change as the text grows?",
        _WAVES,
        (share_of_the_length, evenly_spread),
        beside=_BESIDE,
    ),
)
