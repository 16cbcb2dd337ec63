"""Layer norms with the mean or the variance of something else."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def unbiased_variance(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    return gain * centred / (x.var(dim=-1, keepdim=True) + eps).sqrt() + bias


def unbiased_deviation(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    deviation = x.std(dim=-1, keepdim=True)
    normalised = (x - x.mean(dim=-1, keepdim=True)) / torch.sqrt(deviation**2 + eps)
    return gain * normalised + bias


def unbiased_by_hand(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    d_model = x.shape[-1]
    centred = x - x.sum(dim=-1, keepdim=True) / d_model
    variance = (centred * centred).sum(dim=-1, keepdim=True) / (d_model - 1)
    return gain * (centred * torch.rsqrt(variance + eps)) + bias


def unbiased_and_outside(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True)
    return gain * (x - mean) / (std + eps) + bias


def unbiased_root_and_outside(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, keepdim=True)
    return (x - mean) / (variance.sqrt() + eps) * gain + bias


def tokens_and_features(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    mean = x.mean(dim=(-2, -1), keepdim=True)
    variance = x.var(dim=(-2, -1), unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def all_but_the_batch(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    axes = tuple(range(1, x.dim()))
    mean = x.mean(dim=axes, keepdim=True)
    variance = (x - mean).square().mean(dim=axes, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def everything(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    normalised = (x - x.mean()) / torch.sqrt(x.var(unbiased=False) + eps)
    return gain * normalised + bias


def over_tokens(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=-2, keepdim=True)
    variance = x.var(dim=-2, unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def over_the_batch(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=0, keepdim=True)
    variance = x.var(dim=0, unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def over_the_second(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=1, keepdim=True)
    variance = x.var(dim=1, unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def third_axis(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=2, keepdim=True)
    variance = x.var(dim=2, unbiased=False, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def axis_dropped(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean, variance = x.mean(dim=-1), x.var(dim=-1, unbiased=False)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def not_centred(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance = x.var(dim=-1, unbiased=False, keepdim=True)
    return gain * x / torch.sqrt(variance + eps) + bias


def root_mean_square(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    return gain * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) + bias


def size_from_zero(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    square = x.square().mean(dim=-1, keepdim=True)
    centred = x - x.mean(dim=-1, keepdim=True)
    return gain * centred / torch.sqrt(square + eps) + bias


def mean_distance(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    return gain * centred / (centred.abs().mean(-1, keepdim=True) + eps) + bias


def mean_distance_squared(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    distance = centred.abs().mean(-1, keepdim=True)
    return gain * centred / torch.sqrt(distance**2 + eps) + bias


def length_one(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    square = centred.square().sum(dim=-1, keepdim=True)
    return gain * centred / torch.sqrt(square + eps) + bias


def length_one_by_name(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    return gain * torch.nn.functional.normalize(centred, dim=-1) + bias


_NORM = "Every token at one size"
_HALF = ("half precision",)

MISTAKES = (
    Mistake(
        "a variance divided by n − 1",
        "All comes out smaller, by 13 % at four features and hardly at 512.",
        "The shape of your token is right, only too small. By what does torch divide "
        "the sum of squares if you do not tell it, and by what does the equation?",
        _NORM,
        (unbiased_variance, unbiased_deviation, unbiased_by_hand),
        ("L01",),
        "The variance of a token divides by d − 1.",
        "The token is all there is, no sample of something: it divides by d.",
        _HALF,
    ),
    Mistake(
        "a variance divided by n − 1, and ε outside the root",
        "Tokens come out too small, and quiet tokens too loud.",
        "Two things differ from the equation. By what is the sum of squares divided, "
        "and is ε added before or after the root?",
        _NORM,
        (unbiased_and_outside, unbiased_root_and_outside),
        ("L01", "L02"),
        beside=_HALF,
    ),
    Mistake(
        "one mean and one variance for several tokens",
        "A token changes when another one is edited.",
        "A token alone is right. Which axes do your mean and your variance run over, "
        "and which of them stay inside one token?",
        _NORM,
        (tokens_and_features, all_but_the_batch, everything),
        ("L04",),
        "LayerNorm normalises all that one example holds.",
        "It normalises each token by itself: over its features alone.",
        _HALF,
    ),
    Mistake(
        "statistics of a feature, not of a token",
        "Each feature is compared with the same feature of other tokens.",
        "Your mean runs over tokens. That is the cousin that normalises each feature "
        "over examples: which axis holds the features of one token?",
        _NORM,
        (over_tokens, over_the_batch, over_the_second),
        (),
        "A norm compares each feature with that feature of other tokens.",
        "BatchNorm does that; LayerNorm knows one token and nothing else.",
        _HALF,
    ),
    Mistake(
        "an axis counted from the front",
        "It works with three axes only.",
        "With a batch of sequences you may be right. From which side must you count so "
        "that the features are found whatever stands before them?",
        _NORM,
        (third_axis,),
        beside=_HALF,
    ),
    Mistake(
        "statistics that have lost their axis",
        "They line up with the features, or with nothing.",
        "What shape has your mean, and along which axis does it broadcast when you "
        "take it away?",
        _NORM,
        (axis_dropped,),
        beside=_HALF,
    ),
    Mistake(
        "a mean that is not taken away",
        "Tokens get about the right size, but not the mean 0.",
        "What is the mean of your result with gain 1 and bias 0, and what should it "
        "be?",
        _NORM,
        (not_centred, root_mean_square),
        (),
        "A norm only has to bring tokens to one size.",
        "LayerNorm takes the mean away first; a norm without that is another one.",
        _HALF,
    ),
    Mistake(
        "a size measured from zero",
        "The mean is 0, but the variance is too small where the token had a mean.",
        "Your result has mean 0. Do the squares under your root belong to the token, "
        "or to what is left of it when its mean is gone?",
        _NORM,
        (size_from_zero,),
        beside=_HALF,
    ),
    Mistake(
        "the mean distance in place of the root of the variance",
        "Tokens with one far feature come out too large.",
        "Distances from the mean are averaged, but as what: as they are, or squared?",
        _NORM,
        (mean_distance, mean_distance_squared),
        beside=_HALF,
    ),
    Mistake(
        "squares that are added up, not averaged",
        "Each token has length 1, so its features shrink as d_model grows.",
        "Your tokens have length 1. How long is a token of four features whose "
        "variance is 1?",
        _NORM,
        (length_one, length_one_by_name),
        (),
        "A normalised token has length 1.",
        "Its variance is 1, so its length is the root of d_model.",
        _HALF,
    ),
)
