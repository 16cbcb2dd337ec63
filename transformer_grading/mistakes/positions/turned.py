"""Queries and keys turned rightly, with wrong digits, dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def angles_as_short_as_x(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2, dtype=x.dtype) / x.shape[-1]
    angles = positions[:, None, :, None].to(x.dtype) / base**exponents
    a, b = x[..., 0::2], x[..., 1::2]
    c, s = angles.cos(), angles.sin()
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def places_as_short_as_x(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None].to(x.dtype) / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def rates_as_short_as_x(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] * (base**-exponents).to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    c, s = angles.cos(), angles.sin()
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2).to(x.dtype)


def angles_in_half(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2) / x.shape[-1]
    angles = (positions[:, None, :, None] / base**exponents).half().double()
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def angles_in_bfloat16(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2) / x.shape[-1]
    angles = (positions[:, None, :, None] / base**exponents).bfloat16().double()
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def promoted_to_double(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    a, b, c, s = x[..., 0::2], x[..., 1::2], angles.cos(), angles.sin()
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def promoted_to_single(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).float() / x.shape[-1]
    angles = positions[:, None, :, None].float() / base**exponents
    a, b, c, s = x[..., 0::2], x[..., 1::2], angles.cos(), angles.sin()
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def always_single(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).float() / x.shape[-1]
    angles = positions[:, None, :, None].float() / base**exponents
    a, b, c, s = x[..., 0::2], x[..., 1::2], angles.cos(), angles.sin()
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2).float()


def in_place(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2].clone(), x[..., 1::2].clone()
    x[..., 0::2], x[..., 1::2] = a * c - b * s, a * s + b * c
    return x


def in_place_and_changed(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    x[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    x[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return x


def without_a_tape(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    with torch.no_grad():
        a, b = x.double()[..., 0::2], x.double()[..., 1::2]
        first = a * angles.cos() - b * angles.sin()
        second = a * angles.sin() + b * angles.cos()
        return torch.stack([first, second], dim=-1).flatten(-2).to(x.dtype)


def detached(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.data[..., 0::2], x.data[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


_TURN = "Turning instead of adding"

MISTAKES = (
    Mistake(
        "angles with as few digits as x",
        "Far along the text, a short dtype cannot tell one place from the next.",
        "In float32 and float64 you are right. Which whole numbers near 900 does "
        "bfloat16 have?",
        _TURN,
        (angles_as_short_as_x, places_as_short_as_x, rates_as_short_as_x),
        ("E16",),
        "Angles need no more digits than the features they turn.",
        "An angle of 900 radians needs them before the point, too.",
    ),
    Mistake(
        "angles rounded to 16 bits",
        "The angles are off by more the further along the text they are.",
        "Small angles are right or nearly so. Which of your tensors has 16 bits while "
        "x has more?",
        _TURN,
        (angles_in_half, angles_in_bfloat16),
        ("E16",),
    ),
    Mistake(
        "a result with the dtype of the angles",
        "The numbers are right, and everything after them gets another dtype.",
        "Your angles have their digits. Which dtype should leave the function: theirs, "
        "or that of x?",
        _TURN,
        (promoted_to_double, promoted_to_single, always_single),
        ("E15",),
    ),
    Mistake(
        "pairs turned inside the tensor that was handed in",
        "The caller's queries are turned as well, and the next call turns them again.",
        "What stands in the caller's x after your function has run?",
        _TURN,
        (in_place, in_place_and_changed),
    ),
    Mistake(
        "a result cut off from x",
        "The numbers are right, and what made the queries can never learn.",
        "Which of your lines forgets where x came from?",
        _TURN,
        (without_a_tape, detached),
        ("E17",),
    ),
)
