"""Tables of waves whose wavelengths are wrong."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def column_for_pair(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (2 * torch.arange(d_model).double() / d_model)
    angles[:, 0::2], angles[:, 1::2] = angles[:, 0::2].sin(), angles[:, 1::2].cos()
    return angles


def column_for_pair_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(d_model):
            angle = (start + row) / 10000 ** (2 * i / d_model)
            table[row, i] = math.cos(angle) if i % 2 else math.sin(angle)
    return table


def doubled_twice(seq: int, d_model: int, start: int = 0) -> Tensor:
    i = torch.arange(0, d_model, 2).double()
    places = torch.arange(start, start + seq).double()
    angles = torch.outer(places, 10000 ** (-2 * i / d_model))
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def doubled_twice_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(0, d_model, 2):
            angle = (row + start) / (10000 ** ((2 * i) / d_model))
            table[row, i] = math.sin(angle)
            if i + 1 < d_model:
                table[row, i + 1] = math.cos(angle)
    return table


def next_pair_for_the_cosine(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(0, d_model, 2):
            place = start + row
            table[row, i] = math.sin(place / 10000 ** (i / d_model))
            if i + 1 < d_model:
                table[row, i + 1] = math.cos(place / 10000 ** ((i + 2) / d_model))
    return table


def next_pair_at_once(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    exponents = torch.arange(0, d_model + 2, 2).double() / d_model
    sines = torch.sin(places / 10000 ** exponents[:-1])
    cosines = torch.cos(places / 10000 ** exponents[1:])
    n = min(sines.shape[1], cosines.shape[1])
    pairs = torch.stack([sines[:, :n], cosines[:, :n]], dim=2)
    return pairs.flatten(1)[:, :d_model]


def own_exponent(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()
    columns = torch.arange(d_model).double() / d_model
    angles = places[:, None] / 10000**columns
    even = torch.arange(d_model) % 2 == 0
    return torch.where(even, angles.sin(), angles.cos())


def own_exponent_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    rows = []
    for place in range(start, start + seq):
        angles = [place / 10000 ** (j / d_model) for j in range(d_model)]
        row = [math.cos(a) if j % 2 else math.sin(a) for j, a in enumerate(angles)]
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float64)


def base_1000(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 1000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def base_of_the_width(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / d_model ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def base_100000(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 100000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def floored_exponent(seq: int, d_model: int, start: int = 0) -> Tensor:
    i = torch.arange((d_model + 1) // 2)
    divisors = 10000.0 ** (2 * i // d_model)
    angles = torch.arange(start, start + seq).double()[:, None] / divisors
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def floored_logarithm(seq: int, d_model: int, start: int = 0) -> Tensor:
    steps = torch.arange(0, d_model, 2).double()
    rates = torch.exp(steps * (-math.log(10000.0) / d_model // 2))
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def root_of_the_exponent(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = torch.arange(0, d_model, 2).double() / d_model
    angles = torch.arange(start, start + seq).double()[:, None] * exponents**1e-4
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def power_of_the_exponent(seq: int, d_model: int, start: int = 0) -> Tensor:
    exponents = torch.arange(0, d_model, 2).double() / d_model
    angles = torch.arange(start, start + seq).double()[:, None] * exponents**10000
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


_WAVES = "Waves of many lengths"
_BESIDE = ("odd width", "far away")

MISTAKES = (
    Mistake(
        "the number of the column in the place of i",
        "The sine and the cosine of one hand turn at different speeds.",
        "The first column is right. In 10000^(2i/d), does i number the columns or the "
        "hands, and which i belongs to column 3?",
        _WAVES,
        (column_for_pair, column_for_pair_in_loops),
        ("E01",),
        "In 2i/d, i is the number of the column.",
        "It numbers the hands: columns 2i and 2i + 1 share one frequency.",
        _BESIDE,
    ),
    Mistake(
        "an index doubled twice",
        "Each hand is as slow as the hand twice as far to the right should be.",
        "Each pair keeps together, and the first is right. Your index already goes up "
        "in steps of 2: what is its double divided by d?",
        _WAVES,
        (doubled_twice, doubled_twice_in_loops),
        ("E02",),
        "The formula says 2i, so the index is doubled whatever it counts.",
        "An index that steps by 2 is 2i already.",
        _BESIDE,
    ),
    Mistake(
        "a cosine with the speed of the next hand",
        "The cosines are one hand ahead of their sines.",
        "The sines are right. Which hand does the cosine beside a sine belong to?",
        _WAVES,
        (next_pair_for_the_cosine, next_pair_at_once),
        ("E03",),
        "A cosine column has the next exponent.",
        "Sine and cosine of one hand share its exponent.",
        _BESIDE,
    ),
    Mistake(
        "an exponent of its own for each cosine",
        "The cosines are a little too slow for their sines.",
        "The sines are right. For column 2i + 1, does the formula have 2i or 2i + 1 "
        "above the d?",
        _WAVES,
        (own_exponent, own_exponent_in_loops),
        ("E04",),
        "Every column has an exponent of its own, its number divided by d.",
        "Two columns share an exponent: both of a hand have 2i/d.",
        _BESIDE,
    ),
    Mistake(
        "another base than 10000",
        "All hands but the first have the wrong speed.",
        "The first pair is right, and so is the shape of everything. Which number is "
        "raised to the power 2i/d?",
        _WAVES,
        (base_1000, base_of_the_width, base_100000),
        ("E05",),
        beside=_BESIDE,
    ),
    Mistake(
        "a division rounded down",
        "The exponents are whole numbers, so the hands have hardly any speeds.",
        "The first pair is right. How large is 2i/d for the second pair, and what does "
        "// make of such a number?",
        _WAVES,
        (floored_exponent, floored_logarithm),
        ("E06",),
        "// and / do the same for such a formula.",
        "2i/d lies between 0 and 1, and // rounds it down to 0.",
        _BESIDE,
    ),
    Mistake(
        "base and exponent in each other's place",
        "Nearly all hands have the same speed, or none at all.",
        "Which of the two numbers changes from hand to hand: the one that is raised, "
        "or the one it is raised to?",
        _WAVES,
        (root_of_the_exponent, power_of_the_exponent),
        ("E07",),
        beside=_BESIDE,
    ),
)
