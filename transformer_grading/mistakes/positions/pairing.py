"""Queries and keys whose pairs are not turned as pairs."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def clockwise(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c + b * s, b * c - a * s], dim=-1).flatten(-2)


def both_signs_plus(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c + b * s, a * s + b * c], dim=-1).flatten(-2)


def both_signs_minus(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s - b * c], dim=-1).flatten(-2)


def sine_and_cosine_swapped(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.sin().to(x.dtype), angles.cos().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def halves(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * c - b * s, a * s + b * c], dim=-1)


def halves_rotated(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = (positions[:, None, :, None] / base**exponents).repeat(1, 1, 1, 2)
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    return x * angles.cos().to(x.dtype) + turned * angles.sin().to(x.dtype)


def halves_with_neighbours_angles(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = (positions[:, None, :, None] / base**exponents).repeat_interleave(2, -1)
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    return x * angles.cos().to(x.dtype) + turned * angles.sin().to(x.dtype)


def neighbours_with_halves_angles(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = (positions[:, None, :, None] / base**exponents).repeat(1, 1, 1, 2)
    turned = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
    return x * angles.cos().to(x.dtype) + turned * angles.sin().to(x.dtype)


def left_in_halves(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat([a * c - b * s, a * s + b * c], dim=-1)


def changed_half_used(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    out = x.clone()
    out[..., 0::2] = out[..., 0::2] * c - out[..., 1::2] * s
    out[..., 1::2] = out[..., 0::2] * s + out[..., 1::2] * c
    return out


def changed_half_named(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    a = a * c - b * s
    b = a * s + b * c
    return torch.stack([a, b], dim=-1).flatten(-2)


def added(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    codes = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)
    return x + codes.to(x.dtype)


def cosines_alone(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    return x * angles.cos().repeat_interleave(2, dim=-1).to(x.dtype)


def still_in_pairs(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1)


_TURN = "Turning instead of adding"

MISTAKES = (
    Mistake(
        "a turn the other way round",
        "Everything is turned clockwise.",
        "Lengths and distances are right. Where does (1, 0) go when it turns "
        "counter-clockwise by a small angle: up or down?",
        _TURN,
        (clockwise,),
    ),
    Mistake(
        "two signs alike",
        "The pairs are not turned: lengths change, or a pair is mirrored.",
        "Sines and cosines are in place. Which of the four products carries the only "
        "minus sign of a turn?",
        _TURN,
        (both_signs_plus, both_signs_minus),
    ),
    Mistake(
        "sine and cosine in each other's place",
        "Place 0 is turned by a quarter, where it should stay.",
        "Distances are right. What should place 0 do to x, and what are the sine and "
        "the cosine of 0?",
        _TURN,
        (sine_and_cosine_swapped,),
    ),
    Mistake(
        "features paired across the halves",
        "A good rotary code, with the pairing of other libraries.",
        "Distances are right, and many libraries pair features as you do. Which two "
        "features are the first pair in this exercise?",
        _TURN,
        (halves, halves_rotated),
        (),
        "A rotary code always pairs feature i with feature i + d/2.",
        "Both pairings are in use; here neighbours are paired.",
    ),
    Mistake(
        "two pairings mixed",
        "Features are paired one way and their angles the other, so nothing is a turn.",
        "Look at features 0 and 1 of your result. Are both turned by one angle, and "
        "with each other?",
        _TURN,
        (halves_with_neighbours_angles, neighbours_with_halves_angles),
    ),
    Mistake(
        "pairs that are not put back in their places",
        "The numbers are right, and stand in the columns of another layout.",
        "All your numbers are right. Where did the second feature of a pair stand "
        "before you took the pairs apart?",
        _TURN,
        (left_in_halves,),
    ),
    Mistake(
        "a second coordinate made from the changed first",
        "The first features are right, and the second ones see them after the turn.",
        "The even features are right. Which value of the first coordinate does the "
        "line for the second one read: the old or the new?",
        _TURN,
        (changed_half_used, changed_half_named),
        (),
        "Two coordinates may be overwritten one after the other.",
        "Both new coordinates are made of both old ones.",
    ),
    Mistake(
        "codes added, not pairs turned",
        "The waves are added to queries and keys.",
        "Your angles are right. Does a rotary code add anything to a query?",
        _TURN,
        (added,),
    ),
    Mistake(
        "pairs that are only made shorter",
        "Each feature is multiplied by a cosine, and pairs do not mix.",
        "Your angles are right. What does a turn add to the first coordinate besides "
        "its own share?",
        _TURN,
        (cosines_alone,),
    ),
    Mistake(
        "pairs left in an axis of their own",
        "The numbers are right, in a tensor with one axis too many.",
        "All your numbers are right. How many axes had x?",
        _TURN,
        (still_in_pairs,),
    ),
)
