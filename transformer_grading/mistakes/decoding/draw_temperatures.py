"""Draws from shares that are reshaped wrongly."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def multiplied(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits * temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def inverse(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits / (1 / temperature)).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def no_temperature(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def at_the_end(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = logits.softmax(dim=-1) / temperature
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def centred_only(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits - temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def at_least_a_tenth(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / max(temperature, 0.1)).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def a_little_more(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / (temperature + 0.01)).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def on_shares(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.softmax(dim=-1) / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def softmax_twice(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(dim=-1).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


def power_of_shares(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = logits.softmax(dim=-1) ** temperature
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]
    return (edges <= place).sum(dim=-1)


_DRAW = "Draw instead of choose"

MISTAKES = (
    Mistake(
        "a temperature that is multiplied",
        "Small temperatures flatten, and large ones sharpen.",
        "At a temperature near 0, which token should be drawn?",
        _DRAW,
        (
            multiplied,
            inverse,
        ),
    ),
    Mistake(
        "a temperature that is ignored",
        "Shares are those of the model.",
        "Where does your code use `temperature`?",
        _DRAW,
        (
            no_temperature,
            at_the_end,
            centred_only,
        ),
    ),
    Mistake(
        "a temperature that is kept from being low",
        "Below some value it is not followed.",
        "The temperature is 0.001, and two logits differ by 0.01. How often should the"
        " second be drawn?",
        _DRAW,
        (
            at_least_a_tenth,
            a_little_more,
        ),
    ),
    Mistake(
        "a temperature on the shares",
        "Shares are divided, not logits, and softened once more.",
        "What is divided by the temperature, and what is done to the quotients?",
        _DRAW,
        (
            on_shares,
            softmax_twice,
            power_of_shares,
        ),
    ),
)
