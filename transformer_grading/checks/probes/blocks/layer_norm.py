"""What a layer norm has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.rows import shifted

HALF = {"atol": 4e-3, "rtol": 4e-3}


def norm(x: Tensor, seed: int = 0, **eps: float) -> dict[str, Any]:
    """Give tokens a random gain and a random bias; none for the seed 0.

    Args:
        x: The tokens.
        seed: The seed.
        **eps: The small number, if it is given.
    """
    d_model = x.shape[-1]
    ones = torch.ones(d_model, device="cpu", dtype=torch.float32)
    gain, bias = ones, 0 * ones
    if seed:
        gain, bias = numbers(seed, d_model), numbers(seed + 1, d_model)
    return {"x": x, "gain": gain, "bias": bias, **eps}


def in_half(inputs: dict[str, Any]) -> dict[str, Any]:
    """Turn every tensor into float16.

    Args:
        inputs: The inputs, by name.
    """
    return {
        name: value.half() if isinstance(value, Tensor) else value
        for name, value in inputs.items()
    }


BY_HAND = tensor([1, 1, 7, 7])
_TOKENS = numbers(10, 3, 5)
_BATCH = numbers(20, 2, 3, 5)

PROBES = (
    Probe(
        "value",
        "A token gets mean 0 and variance 1 before gain and bias.",
        norm(BY_HAND),
        value,
    ),
    Probe(
        "value",
        "Each token is normalised by itself.",
        norm(tensor([1, 1, 7, 7], [2, 4, 4, 6])),
        value,
    ),
    Probe(
        "value",
        "There may be as many tokens as features.",
        norm(numbers(1, 4, 4), 2),
        value,
    ),
    Probe(
        "value",
        "From tokens in float64 come tokens in float64.",
        in_double(norm(BY_HAND)),
        value,
    ),
    Probe(
        "gain and bias",
        "Each feature is multiplied by its gain, then gets its bias added.",
        {"x": BY_HAND, "gain": tensor(2, 3, 0.5, -1), "bias": tensor(10, 0, -1, 0.5)},
        value,
    ),
    Probe(
        "gain and bias",
        "The same with other numbers, for three tokens.",
        norm(_TOKENS, 11),
        value,
    ),
    Probe(
        "eps",
        "ε is added to the variance, under the root: 9 + 16 is 25.",
        norm(BY_HAND, eps=16.0),
        value,
    ),
    Probe(
        "eps",
        "With ε = 0.1 every token comes out a little smaller.",
        norm(_TOKENS, 11, eps=0.1),
        value,
    ),
    Probe(
        "eps",
        "Without eps it is 0.00001, and a quiet token stays quiet.",
        norm(tensor([0.001, 0.001, -0.001, -0.001])),
        value,
    ),
    Probe(
        "eps",
        "A token of equal features becomes the bias.",
        {
            "x": tensor([3, 3, 3, 3]),
            "gain": tensor(2, 2, 2, 2),
            "bias": tensor(1, 2, 3, 4),
        },
        value,
        atol=1e-3,
    ),
    Probe(
        "large mean",
        "Adding 10 000 to every feature changes nothing.",
        norm(10000 + BY_HAND),
        value,
        atol=1e-3,
    ),
    Probe(
        "each token by itself",
        "Two leading axes are as good as one.",
        norm(_BATCH, 21, eps=0.1),
        value,
    ),
    Probe(
        "each token by itself",
        "A single token may come without any leading axis.",
        norm(tensor(1, 1, 7, 7), 31),
        value,
    ),
    Probe(
        "each token by itself",
        "Editing one token moves no other.",
        norm(_BATCH, 21, eps=0.1),
        moved_by(x=shifted(_BATCH, 1)),
    ),
    Probe(
        "half precision",
        "A token in float16 may have features as large as 300.",
        in_half(norm(tensor([-300, -300, 300, 300]))),
        value,
        **HALF,
    ),
    Probe(
        "half precision",
        "The sum of 400 features near 200 is beyond float16, and their mean is not.",
        in_half(norm(200 + 50 * numbers(50, 400))),
        value,
        **HALF,
    ),
    Probe(
        "half precision",
        "From tokens in float16 come tokens in float16.",
        in_half(norm(_TOKENS, 11, eps=0.1)),
        value,
        **HALF,
    ),
    Probe(
        "input untouched",
        "x, gain and bias stay as they were.",
        norm(_TOKENS, 11),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to x, also through mean and variance, to gain and to bias.",
        norm(numbers(40, 2, 3, 4), 41, eps=0.1),
        gradient,
    ),
)
