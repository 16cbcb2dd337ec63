"""Layer norms that use the gain or the bias wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_gain(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) + bias


def gain_twice(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    normalised = gain * (x - mean) / torch.sqrt(variance + eps)
    return gain * normalised + bias


def no_bias(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps)


def bias_twice(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias + bias


def neither(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps)


def bias_times_gain(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * ((x - mean) / torch.sqrt(variance + eps) + bias)


def exchanged(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return bias * (x - mean) / torch.sqrt(variance + eps) + gain


def one_more(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (1 + gain) * (x - mean) / torch.sqrt(variance + eps) + bias


def divided_by_gain(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) / gain + bias


def added_gain(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) + gain + bias


def gain_too_early(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(gain * x, dim=-1, correction=0, keepdim=True)
    return (gain * x - mean) / torch.sqrt(variance + eps) + bias


def both_too_early(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    x = gain * x + bias
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps)


def by_token(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    normalised = (x - mean) / torch.sqrt(variance + eps)
    return gain.unsqueeze(-1) * normalised + bias.unsqueeze(-1)


def matrix_of_gains(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    normalised = (x - mean) / torch.sqrt(variance + eps)
    return (normalised @ gain).unsqueeze(-1) + bias


_NORM = "Every token at one size"
_HALF = ("half precision",)

MISTAKES = (
    Mistake(
        "a gain used twice, or not at all",
        "As long as all gains are 1 you would never see it.",
        "With gain 1 all is right, and training changes the gain. How often does the "
        "equation multiply by it?",
        _NORM,
        (no_gain, gain_twice),
        ("L07",),
        beside=_HALF,
    ),
    Mistake(
        "a bias used twice, or not at all",
        "As long as all biases are 0 you would never see it.",
        "With bias 0 all is right, and training changes the bias. How often does the "
        "equation add it?",
        _NORM,
        (no_bias, bias_twice),
        beside=_HALF,
    ),
    Mistake(
        "gain and bias left out",
        "The token is normalised, and can learn no size and no place.",
        "Your tokens have mean 0 and variance 1. Which two arguments does your code "
        "never mention?",
        _NORM,
        (neither,),
        beside=_HALF,
    ),
    Mistake(
        "a bias that is multiplied by the gain",
        "The place of a feature depends on its gain.",
        "Gain and bias are both used. In which order does the equation multiply and "
        "add?",
        _NORM,
        (bias_times_gain,),
        beside=_HALF,
    ),
    Mistake(
        "gain and bias in each other's place",
        "What should stretch shifts, and what should shift stretches.",
        "A fresh gain is 1 and a fresh bias is 0. What does a fresh norm of yours put "
        "out?",
        _NORM,
        (exchanged,),
        beside=_HALF,
    ),
    Mistake(
        "another use of the gain",
        "A gain of 1 no longer leaves the token as it is, or not for the right reason.",
        "What should the gains 1 and 2 do to a feature, and what do yours do?",
        _NORM,
        (one_more, divided_by_gain, added_gain),
        beside=_HALF,
    ),
    Mistake(
        "gain and bias before the norm",
        "The norm takes back much of what gain and bias have done.",
        "You use the gain while the token still has its old size. What should the norm "
        "have done before it?",
        _NORM,
        (gain_too_early, both_too_early),
        beside=_HALF,
    ),
    Mistake(
        "a gain for each token",
        "Shapes fit only where there are as many tokens as features, if at all.",
        "A gain is learned for each feature. Along which axis of the tokens does yours "
        "run?",
        _NORM,
        (by_token, matrix_of_gains),
        beside=_HALF,
    ),
)
