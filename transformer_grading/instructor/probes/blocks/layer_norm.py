"""Layer norms on sizes and tokens that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.layer_norm import HALF, in_half, norm
from transformer_grading.checks.probes.blocks.rows import shifted

_TOKENS = 2 * numbers(1000, 4, 7) - 1
_SQUARE = numbers(1010, 5, 5, 5)
_DEEP = numbers(1020, 2, 3, 2, 4)
_QUIET = 1e-3 * numbers(1030, 6, 4)
_LEVEL = torch.cat([0 * numbers(1040, 2, 5) + 4, numbers(1041, 2, 5)])
_LOUD = torch.cat([400 * numbers(1050, 3, 16), numbers(1051, 2, 16)])

PROBES = (
    Probe(
        "value",
        "Four tokens of seven features.",
        norm(_TOKENS),
        value,
    ),
    Probe(
        "value",
        "Batch, tokens and features may all be the same.",
        norm(_SQUARE, 1011),
        value,
    ),
    Probe(
        "value",
        "It does not matter how the tokens lie in memory.",
        norm(numbers(1060, 6, 4).T, 1061),
        value,
    ),
    Probe(
        "value",
        "A token a million times as loud comes out the same.",
        norm(1e6 * _TOKENS, 1001),
        value,
        atol=1e-4,
    ),
    Probe(
        "value",
        "The result has the dtype of the tokens.",
        in_double(norm(_TOKENS, 1001)),
        value,
    ),
    Probe(
        "gain and bias",
        "Gains and biases are random, some of them negative.",
        norm(_TOKENS, 1001),
        value,
    ),
    Probe(
        "gain and bias",
        "The same for three leading axes.",
        norm(_DEEP, 1021),
        value,
    ),
    Probe(
        "eps",
        "ε = 0.1 at four features.",
        norm(_DEEP, 1021, eps=0.1),
        value,
    ),
    Probe(
        "eps",
        "ε = 3.",
        norm(_TOKENS, 1001, eps=3.0),
        value,
    ),
    Probe(
        "eps",
        "Quiet tokens, with the usual ε.",
        norm(_QUIET, 1031),
        value,
    ),
    Probe(
        "eps",
        "Quiet tokens, with ε = 1e-7.",
        norm(_QUIET, 1031, eps=1e-7),
        value,
    ),
    Probe(
        "eps",
        "Tokens of equal features beside others.",
        norm(_LEVEL, 1042),
        value,
        atol=1e-3,
    ),
    Probe(
        "large mean",
        "A mean of 10 000 changes hardly anything.",
        norm(_TOKENS + 1e4, 1001),
        value,
        atol=1e-2,
        rtol=1e-2,
    ),
    Probe(
        "large mean",
        "Nor does a mean of −3000.",
        norm(_DEEP - 3000, 1021, eps=0.1),
        value,
        atol=1e-2,
        rtol=1e-2,
    ),
    Probe(
        "each token by itself",
        "As many sequences as tokens.",
        norm(numbers(1070, 3, 3, 7), 1071, eps=0.1),
        value,
    ),
    Probe(
        "each token by itself",
        "A token may come alone.",
        norm(numbers(1080, 17), 1081),
        value,
    ),
    Probe(
        "each token by itself",
        "Editing a token moves no other.",
        norm(_SQUARE, 1011),
        moved_by(x=shifted(_SQUARE, 7)),
    ),
    Probe(
        "half precision",
        "Loud and ordinary tokens in float16.",
        in_half(norm(_LOUD, 1052)),
        value,
        **HALF,
    ),
    Probe(
        "half precision",
        "Wide tokens in float16, far from zero.",
        in_half(norm(80 * numbers(1070, 2, 311) - 250, 1071)),
        value,
        **HALF,
    ),
    Probe(
        "half precision",
        "Tokens in float16 with ε = 0.1.",
        in_half(norm(_TOKENS, 1001, eps=0.1)),
        value,
        **HALF,
    ),
    Probe(
        "input untouched",
        "x, gain and bias stay as they were.",
        norm(numbers(1090, 2, 3, 17), 1091, eps=0.1),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow through mean and variance, to gain and to bias.",
        norm(numbers(1100, 5, 17), 1101),
        gradient,
    ),
    Probe(
        "gradient",
        "The same with ε = 0.3 and three leading axes.",
        norm(numbers(1110, 2, 2, 3, 13), 1111, eps=0.3),
        gradient,
    ),
)
