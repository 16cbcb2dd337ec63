"""Residuals whose sum or whose sublayer goes wrong."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def halved(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return (x + norm(x, gain, bias) @ w) / 2
    return norm((x + x @ w) / 2, gain, bias)


def halved_under_the_norm(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm((x + x @ w) / 2, gain, bias)


def divided_by_root_two(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return (x + norm(x, gain, bias) @ w) / 2**0.5
    return norm((x + x @ w) / 2**0.5, gain, bias)


def subtracted(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x - norm(x, gain, bias) @ w
    return norm(x - x @ w, gain, bias)


def multiplied(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x * (norm(x, gain, bias) @ w)
    return norm(x * (x @ w), gain, bias)


def token_added_twice(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return 2 * x + norm(x, gain, bias) @ w
    return norm(2 * x + x @ w, gain, bias)


def added_twice(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + 2 * (norm(x, gain, bias) @ w)
    return norm(x + 2 * (x @ w), gain, bias)


def transposed(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w.T
    return norm(x + x @ w.T, gain, bias)


def applied_twice(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w @ w
    return norm(x + x @ w @ w, gain, bias)


def bent(x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool) -> Tensor:
    if norm_first:
        return x + (norm(x, gain, bias) @ w).relu()
    return norm(x + (x @ w).relu(), gain, bias)


def whole_sequence(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    size = x.shape[-2:] if x.dim() > 1 else x.shape[-1:]
    if norm_first:
        return x + (gain * torch.layer_norm(x, size) + bias) @ w
    return gain * torch.layer_norm(x + x @ w, size) + bias


_PLACE = "Before or after"
_ROAD = "A road past every layer"
_NORM = "Every token at one size"

MISTAKES = (
    Mistake(
        "a road that is made wider or narrower",
        "A norm on the sum hides it in part; with the norm first it is seen.",
        "How often is the token added, and how often what the sublayer made? Is the "
        "sum divided by anything?",
        _ROAD,
        (
            *(halved, divided_by_root_two, token_added_twice, added_twice),
            halved_under_the_norm,
        ),
    ),
    Mistake(
        "another operation than a sum",
        "A sublayer that gives zero no longer leaves the token as it was.",
        "Let the matrix be zero: what should be left of the token, and what is?",
        _ROAD,
        (subtracted, multiplied),
    ),
    Mistake(
        "another sublayer than the matrix",
        "The token is multiplied otherwise than asked, or bent.",
        "The sublayer is one matrix here. From which side does it multiply, how often, "
        "and does anything else happen?",
        _PLACE,
        (transposed, applied_twice, bent),
    ),
    Mistake(
        "a norm over several tokens",
        "Editing one token moves another.",
        "A token alone is right. Over which axes does your norm take its mean?",
        _NORM,
        (whole_sequence,),
    ),
)
