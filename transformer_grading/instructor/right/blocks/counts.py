"""Right ways to count."""

from typing import Any

import torch

from transformer_grading.instructor.right.core import Right

Count = tuple[float, float]


def formula(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Count:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    looks = 2 if decoder else 1
    total = layers * (looks * attention + network + (looks + 1) * norm)
    if norm_first:
        total += norm
    return total, layers * network / total


def sublayer_by_sublayer(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Count:
    total = networks = 0
    for _ in range(layers):
        for kind in ("attention", *["attention"] * decoder, "network"):
            shapes = [(d_model, d_model)] * 4
            if kind == "network":
                shapes = [(d_model, d_ff), (d_ff, d_model)]
            size = sum(rows * columns + columns for rows, columns in shapes)
            networks += size if kind == "network" else 0
            total += size + 2 * d_model
    total += 2 * d_model * norm_first
    return total, networks / total


def by_modules(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Count:
    name = "TransformerDecoderLayer" if decoder else "TransformerEncoderLayer"
    block = getattr(torch.nn, name)(d_model, heads, d_ff, device="meta")
    size = sum(p.numel() for p in block.parameters())
    parts = (*block.linear1.parameters(), *block.linear2.parameters())
    total = layers * size + (2 * d_model if norm_first else 0)
    return total, layers * sum(p.numel() for p in parts) / total


def floats(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Count:
    square = float(d_model) ** 2
    network = layers * (2.0 * d_model * d_ff + d_ff + d_model)
    rest = layers * (1 + decoder) * 4.0 * (square + d_model)
    rest += (layers * (2 + decoder) + norm_first) * 2.0 * d_model
    return network + rest, 1 / (1 + rest / network)


def floor(d_model: int, d_ff: int) -> float:
    return 2 * d_ff // 3


def rounded_down(d_model: int, d_ff: int) -> float:
    return int(2 * d_ff / 3)


def parameters(d_model: int, d_ff: int) -> float:
    return (2 * d_model * d_ff) // (3 * d_model)


def searched(d_model: int, d_ff: int) -> float:
    width = 0
    while 3 * d_model * (width + 1) <= 2 * d_model * d_ff:
        width += 1
    return width


def fraction(d_model: int, d_ff: int) -> float:
    from fractions import Fraction

    return float(int(Fraction(2, 3) * d_ff))


def in_tensors(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Count:
    d: Any = torch.tensor(d_model)
    looks = 2 if decoder else 1
    network = d * d_ff * 2 + d_ff + d
    total = layers * (looks * 4 * (d + 1) * d + network + (looks + 1) * 2 * d)
    total = total + 2 * d * norm_first
    return total, layers * network / total


COUNTS = (
    Right("own", "a formula", formula),
    Right("own", "sublayer by sublayer", sublayer_by_sublayer),
    Right("own", "PyTorch's layers, counted", by_modules),
    Right("own", "in floats, the share by the rest", floats),
    Right("own", "in tensors of one number", in_tensors),
)
WIDTHS = (
    Right("own", "whole division", floor),
    Right("own", "rounded down", rounded_down),
    Right("own", "parameters divided", parameters),
    Right("own", "a search", searched),
    Right("own", "a fraction, as a float", fraction),
)
