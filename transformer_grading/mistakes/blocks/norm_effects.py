"""Layer norms with the right numbers, and the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_place(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    x -= x.mean(dim=-1, keepdim=True)
    return gain * x / torch.sqrt(x.square().mean(-1, keepdim=True) + eps) + bias


def in_place_to_the_end(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    variance, mean = torch.var_mean(x.clone(), dim=-1, correction=0, keepdim=True)
    x.copy_((x - mean) / torch.sqrt(variance + eps))
    return gain * x + bias


def variance_detached(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    variance = x.var(dim=-1, unbiased=False, keepdim=True).detach()
    return gain * (x - x.mean(-1, keepdim=True)) / torch.sqrt(variance + eps) + bias


def mean_detached(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(-1, keepdim=True).detach()
    variance = x.var(dim=-1, unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def both_detached(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    with torch.no_grad():
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def without_a_tape(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    with torch.no_grad():
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def token_detached(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    x = x.detach()
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def parameters_detached(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain.data * (x - mean) / torch.sqrt(variance + eps) + bias.data


def overwritten(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    centred /= torch.sqrt(variance + eps)
    return gain * centred + bias


def half_squares(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return gain * centred / torch.sqrt(variance + eps) + bias


def half_variance(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance = x.var(dim=-1, unbiased=False, keepdim=True)
    return gain * (x - x.mean(-1, keepdim=True)) * torch.rsqrt(variance + eps) + bias


def half_deviation(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    deviation = x.std(dim=-1, correction=0, keepdim=True)
    centred = x - x.mean(-1, keepdim=True)
    return gain * centred / torch.sqrt(deviation**2 + eps) + bias


def half_sum(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.sum(dim=-1, keepdim=True) / x.shape[-1]
    wide = centred.to(torch.promote_types(x.dtype, torch.float32))
    variance = wide.square().mean(dim=-1, keepdim=True)
    return (gain * wide / torch.sqrt(variance + eps) + bias).to(x.dtype)


def narrowed_too_early(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    variance = wide.var(dim=-1, unbiased=False, keepdim=True).to(x.dtype)
    return gain * (x - x.mean(-1, keepdim=True)) / torch.sqrt(variance + eps) + bias


def widened_too_late(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    wide = torch.promote_types(x.dtype, torch.float32)
    variance = centred.square().to(wide).mean(dim=-1, keepdim=True)
    normalised = centred.to(wide) / torch.sqrt(variance + eps)
    return (gain * normalised + bias).to(x.dtype)


def always_float32(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    x, gain, bias = x.float(), gain.float(), bias.float()
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def always_float64(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    x, gain, bias = x.double(), gain.double(), bias.double()
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def stays_wide(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    wide = torch.promote_types(x.dtype, torch.float32)
    variance, mean = torch.var_mean(x.to(wide), dim=-1, correction=0, keepdim=True)
    return gain * ((x.to(wide) - mean) / torch.sqrt(variance + eps)) + bias


_NORM = "Every token at one size"
_HALF = ("half precision",)

MISTAKES = (
    Mistake(
        "tokens changed in place",
        "The result is right, and the caller's tokens are gone.",
        "Which of your operators writes into the tensor that was handed in?",
        _NORM,
        (in_place, in_place_to_the_end),
        (),
        "A norm may write into the token it was given.",
        "The road past the sublayer still needs the token as it was.",
        _HALF,
    ),
    Mistake(
        "mean or variance cut off from the token",
        "The numbers are right, and the gradient takes the statistics for constants.",
        "Values are right, gradients are not. When a feature moves, which of your "
        "numbers should move with it?",
        _NORM,
        (variance_detached, mean_detached, both_detached),
        (),
        "Mean and variance are constants for the gradient.",
        "They are made of the token, so each feature's gradient passes them, too.",
        _HALF,
    ),
    Mistake(
        "a result cut off from its inputs",
        "The numbers are right, but nothing can be learned through some of them.",
        "Which of your lines forgets where the numbers came from?",
        _NORM,
        (without_a_tape, token_detached, parameters_detached),
        beside=_HALF,
    ),
    Mistake(
        "numbers overwritten that the gradient still needs",
        "The result is right, and the backward pass stops with an error.",
        "You spare the caller's tokens. Which of your lines writes over a number that "
        "an earlier line was calculated from?",
        _NORM,
        (overwritten,),
        beside=_HALF,
    ),
    Mistake(
        "sums or squares kept in float16",
        "The square of a loud feature, or the sum of many, is beyond float16, so the "
        "token is lost in infinity.",
        "In float32 all is right. What are the square of 300 and the sum of 400 such "
        "features, and what is the largest number of float16?",
        _NORM,
        (
            *(half_squares, half_variance, half_deviation, widened_too_late),
            *(half_sum, narrowed_too_early),
        ),
        ("L09",),
        "A norm can be calculated in the dtype of its tokens, whatever that is.",
        "Squares of float16 overflow from 256 on: they are made in float32.",
    ),
    Mistake(
        "a result that keeps another dtype than its tokens",
        "The numbers are right, but their dtype is not that of the inputs.",
        "A wider dtype inside is fine. In which dtype does the caller expect the "
        "result?",
        _NORM,
        (always_float32, always_float64, stays_wide),
        ("L09",),
    ),
)
