"""Draws that break on some numbers, or on their inputs."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def bare(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / temperature).exp()
    shares = shares / shares.sum(dim=-1, keepdim=True)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def in_place(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.div_(temperature)).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def uniform_in_place(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform.mul_(edges[:, -1])[:, None]
    return (edges <= place).sum(dim=-1)


def nan_to_num(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.nan_to_num(neginf=0.0) / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def clamped(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.nan_to_num(neginf=-1.0) / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def low_ones_raised(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).clamp(min=-100).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def high_ones_lowered(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).clamp(max=100).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def single(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.float() / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def half(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.half().float() / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "an exponential of bare logits",
        "Large logits become infinite, and low ones 0.",
        "What is the exponential of 800 in float32?",
        _DRAW,
        (bare,),
    ),
    Mistake(
        "inputs that are changed",
        "What was handed in holds other numbers afterwards.",
        "Which of your lines write into a tensor that is not yours?",
        _DRAW,
        (
            in_place,
            uniform_in_place,
        ),
    ),
    Mistake(
        "impossible tokens that come back",
        "A logit of −∞ gets a share.",
        "What is the share of a logit of −∞?",
        _DRAW,
        (
            nan_to_num,
            clamped,
        ),
    ),
    Mistake(
        "logits that are clamped",
        "Beyond some size, all logits are alike.",
        "Three logits are near −500, or near 500. Do their differences survive?",
        _DRAW,
        (
            low_ones_raised,
            high_ones_lowered,
        ),
    ),
    Mistake(
        "a dtype fixed in the code",
        "Logits lose digits before they are used.",
        "Does your code name a dtype of floating-point numbers?",
        _DRAW,
        (
            single,
            half,
        ),
    ),
)
