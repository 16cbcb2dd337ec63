"""Layer norms whose root or whose small number goes wrong."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def outside(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return gain * centred / (variance.sqrt() + eps) + bias


def outside_of_std(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=-1, keepdim=True)
    deviation = x.std(dim=-1, unbiased=False, keepdim=True)
    return gain * ((x - mean) / (deviation + eps)) + bias


def floor(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return gain * centred / variance.clamp(min=eps).sqrt() + bias


def floor_of_std(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return gain * centred / variance.sqrt().clamp(min=eps) + bias


def only_for_zero(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    safe = torch.where(variance == 0, eps, variance)
    return gain * centred / safe.sqrt() + bias


def usual_number(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + 1e-5) + bias


def smaller_number(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + 1e-6) + bias


def tiny_number(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + 1e-12) + bias


def no_number(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    return gain * centred / centred.square().mean(-1, keepdim=True).sqrt() + bias


def another_default(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-6) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred * torch.rsqrt(variance + eps) + bias


def squared_number(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred * torch.rsqrt(variance + eps**2) + bias


def root_of_the_root(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    deviation = x.std(dim=-1, unbiased=False, keepdim=True)
    return gain * centred / torch.sqrt(deviation + eps) + bias


def fourth_root(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred / (variance + eps) ** 0.25 + bias


def no_root(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred / (variance + eps) + bias


def squared_again(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred / (variance + eps) ** 2 + bias


def multiplied(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(-1, keepdim=True)
    return gain * centred * (variance + eps).sqrt() + bias


def not_divided(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    return gain * (x - x.mean(dim=-1, keepdim=True)) + bias


def difference(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.square().mean(dim=-1, keepdim=True) - mean.square()
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def difference_cut(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x * x).mean(dim=-1, keepdim=True) - mean * mean).clamp(min=0)
    return gain * (x - mean) * torch.rsqrt(variance + eps) + bias


_NORM = "Every token at one size"
_HALF = ("half precision",)

MISTAKES = (
    Mistake(
        "ε added to the root, not under it",
        "Quiet tokens are blown up; for others you would never see it.",
        "Your mean and your variance are right. What is ε added to in the equation, "
        "the variance or its root?",
        _NORM,
        (outside, outside_of_std),
        ("L02",),
        "ε inside or outside the root is the same thing.",
        "It is the same for loud tokens only: the root of a small ε is not small.",
        _HALF,
    ),
    Mistake(
        "ε as a floor",
        "Only tokens below the floor are changed, and the others not at all.",
        "For which tokens does ε matter in the equation: for the very quiet ones, or "
        "a little for each?",
        _NORM,
        (floor, floor_of_std),
        beside=_HALF,
    ),
    Mistake(
        "an ε that is not used",
        "The result is the same whatever eps says.",
        "For tokens of usual size you are right. Where does the argument eps stand in "
        "your code?",
        _NORM,
        (usual_number, smaller_number, tiny_number, no_number, only_for_zero),
        ("L06",),
        beside=_HALF,
    ),
    Mistake(
        "another ε where none is given",
        "Quiet tokens come out louder than asked if eps is left out.",
        "With eps given you are right. Which number does the text name for a call "
        "without it?",
        _NORM,
        (another_default,),
        ("L06",),
        beside=_HALF,
    ),
    Mistake(
        "ε squared under the root",
        "Quiet tokens come out too loud.",
        "In which unit is ε, that of a feature or that of the variance?",
        _NORM,
        (squared_number,),
        beside=_HALF,
    ),
    Mistake(
        "a wrong power of the variance",
        "The size of a token still depends on how loud it was.",
        "Make a token ten times as large: your result changes. Which power of the "
        "variance grows by ten then?",
        _NORM,
        (root_of_the_root, fourth_root, no_root, squared_again),
        ("L03",),
        "Dividing by the variance makes the variance 1.",
        "A token twice as large has four times the variance: its root is needed.",
        _HALF,
    ),
    Mistake(
        "a token that is not divided by its size",
        "Loud tokens stay loud, or get louder.",
        "Your result has mean 0. What makes a loud token as quiet as the others?",
        _NORM,
        (multiplied, not_divided),
        beside=_HALF,
    ),
    Mistake(
        "a variance from the mean of the squares",
        "Far from zero two huge numbers are subtracted, and nothing true is left.",
        "On paper your variance is right. How large are the squares of numbers near "
        "10 000, and how many digits does float32 keep?",
        _NORM,
        (difference, difference_cut),
        (),
        "The mean of squares less the square of the mean is the variance.",
        "On paper. In float32 it loses all digits where the mean is large.",
        _HALF,
    ),
)
