"""Tables of waves with too few digits, or with the wrong dtype."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def half_places(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).half()[:, None]
    rates = 10000 ** (-torch.arange(0, d_model, 2).float() / d_model)
    angles = (places * rates.half()).double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def half_angles(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq)[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    angles = angles.half().double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def bfloat16_places(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq, dtype=torch.bfloat16)[:, None]
    exponents = torch.arange(0, d_model, 2, dtype=torch.bfloat16) / d_model
    angles = (places / 10000**exponents).double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def bfloat16_angles(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq)[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    angles = angles.bfloat16().double()
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def single_powers(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq)[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]
    return table.double()


def single_rates(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).float()[:, None]
    rates = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(places * rates)
    table[:, 1::2] = torch.cos(places * rates)[:, : d_model // 2]
    return table


def single_exponents(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def single_rates_of_double_places(seq: int, d_model: int, start: int = 0) -> Tensor:
    rates = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def quarter_turn_in_single(seq: int, d_model: int, start: int = 0) -> Tensor:
    columns = torch.arange(d_model)
    rates = 10000 ** (-(columns - columns % 2).double() / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    return torch.sin(angles + columns % 2 * (math.pi / 2))


def rounded_at_the_end(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]
    return table.float()


def single(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq)[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def buffer_of_float32(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.zeros(seq, d_model)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()[:, : d_model // 2]
    return table


_WAVES = "Waves of many lengths"

MISTAKES = (
    Mistake(
        "angles with too few digits",
        "The table is float64, but it was made of numbers that were rounded before.",
        "Near position 0 you are right or nearly so. Which of your tensors is not "
        "float64, and which positions can it tell apart?",
        _WAVES,
        (
            *(half_places, half_angles, bfloat16_places, bfloat16_angles),
            *(single_powers, single_rates),
            *(single_exponents, single_rates_of_double_places),
            quarter_turn_in_single,
        ),
        ("E16",),
        "Digits can be added at the end.",
        "What an angle has lost in rounding no later dtype brings back.",
    ),
    Mistake(
        "a table in float32",
        "The numbers are right near position 0, but float64 was asked for.",
        "Which dtype does PyTorch give a quotient of whole numbers, or zeros without a "
        "dtype?",
        _WAVES,
        (rounded_at_the_end, single, buffer_of_float32),
        beside=("odd width", "far away"),
    ),
)
