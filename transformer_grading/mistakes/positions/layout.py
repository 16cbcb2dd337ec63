"""Tables of waves whose columns stand in the wrong place, or have the wrong number."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def cosine_first(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.cos(), angles.sin()], dim=-1).flatten(1)[:, :d_model]


def cosine_first_in_slices(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.cos(angles)
    table[:, 1::2] = torch.sin(angles)[:, : d_model // 2]
    return table


def halves(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.cat([angles.sin(), angles.cos()], dim=-1)[:, :d_model]


def halves_in_slices(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table, half = torch.empty(seq, d_model).double(), angles.shape[1]
    table[:, :half], table[:, half:] = angles.sin(), angles.cos()[:, : d_model - half]
    return table


def halves_of_the_cosine_first(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.cat([angles.cos(), angles.sin()], dim=-1)[:, :d_model]


def sines_everywhere(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    columns = torch.arange(d_model)
    exponents = (columns - columns % 2).double() / d_model
    return torch.sin(places / 10000**exponents)


def sines_in_loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for j in range(d_model):
            table[row, j] = math.sin((start + row) / 10000 ** (2 * (j // 2) / d_model))
    return table


def cosine_fits_even_widths(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles)
    return table


def sine_fits_even_widths(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (2 * torch.arange(d_model // 2).double() / d_model)
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles)
    return table


def loop_in_twos(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(0, d_model, 2):
            angle = (start + row) / 10000 ** (i / d_model)
            table[row, i] = math.sin(angle)
            table[row, i + 1] = math.cos(angle)
    return table


def viewed(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).view(seq, d_model)


def last_column_empty(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(d_model // 2):
            angle = (start + row) / 10000 ** (2 * i / d_model)
            table[row, 2 * i] = math.sin(angle)
            table[row, 2 * i + 1] = math.cos(angle)
    return table


def last_column_padded(seq: int, d_model: int, start: int = 0) -> Tensor:
    even = d_model - d_model % 2
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, even, 2).double() / d_model)
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    return torch.nn.functional.pad(pairs, (0, d_model - even))


def one_column_more(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def one_column_less(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (2 * torch.arange(d_model // 2).double() / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def rounded_up_to_even(seq: int, d_model: int, start: int = 0) -> Tensor:
    width = d_model + d_model % 2
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, width, 2).double() / width)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def rounded_down_to_even(seq: int, d_model: int, start: int = 0) -> Tensor:
    even = max(d_model - d_model % 2, 1)
    places = torch.arange(start, start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / even)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]


def whole_into_a_slice(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()[:, None]
    columns = torch.arange(d_model)
    angles = places / 10000 ** ((columns - columns % 2).double() / d_model)
    angles[:, 0::2] = torch.sin(angles)
    angles[:, 1::2] = torch.cos(angles)
    return angles


_WAVES = "Waves of many lengths"

MISTAKES = (
    Mistake(
        "sine and cosine in each other's place",
        "Every pair of columns is swapped.",
        "Your angles are right. At position 0, should the first column be 0 or 1?",
        _WAVES,
        (cosine_first, cosine_first_in_slices),
        beside=("odd width", "far away"),
    ),
    Mistake(
        "all sines before all cosines",
        "The numbers are right, and stand in the columns of another convention.",
        "Your waves are right, and other libraries lay them out as you do. Which two "
        "columns belong to hand 1 in this exercise?",
        _WAVES,
        (halves, halves_in_slices, halves_of_the_cosine_first),
        (),
        "The first half of the columns are sines, the second half cosines.",
        "That is another design; here the two columns of a hand are neighbours.",
        ("odd width", "far away"),
    ),
    Mistake(
        "a sine in every column",
        "Both columns of a hand say the same.",
        "The even columns are right. A hand has two coordinates: which function gives "
        "the other one?",
        _WAVES,
        (sines_everywhere, sines_in_loops),
        beside=("odd width", "far away"),
    ),
    Mistake(
        "a width taken for even",
        "Even widths are right, odd ones stop with an error.",
        "How many sines has a table with seven columns, and how many cosines?",
        _WAVES,
        (cosine_fits_even_widths, sine_fits_even_widths, loop_in_twos, viewed),
        ("E09",),
        "There are as many cosines as sines.",
        "At an odd width the last sine has no cosine.",
    ),
    Mistake(
        "an odd column left empty",
        "Even widths are right; at odd ones the last column is 0 everywhere.",
        "With seven columns, how many hands have at least a sine, and how many does "
        "d // 2 count?",
        _WAVES,
        (last_column_empty, last_column_padded),
    ),
    Mistake(
        "a column too many or too few",
        "Even widths are right; at odd ones the table is not as wide as it should be.",
        "With seven columns, how many numbers do your pairs have together?",
        _WAVES,
        (one_column_more, one_column_less),
    ),
    Mistake(
        "an odd width rounded in the exponent",
        "Even widths are right; at odd ones all hands but the first are off.",
        "Even widths are right. At width 7, which number does the text put below 2i?",
        _WAVES,
        (rounded_up_to_even, rounded_down_to_even),
    ),
    Mistake(
        "all columns put into half of them",
        "The shapes do not fit: every second column has room for half of the angles.",
        "How many columns has your tensor of angles, and how many the slice you write "
        "it to?",
        _WAVES,
        (whole_into_a_slice,),
        ("E20",),
    ),
)
