"""Softmaxes on sizes and scores that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    untouched,
    value,
)

_SPREAD = tensor(0, 1e4, -1e4, 300, 0)[:, None]

PROBES = (
    Probe(
        "value",
        "Every row of a larger table is normalised by itself.",
        {"scores": numbers(101, 5, 7) * 3},
        value,
    ),
    Probe(
        "value",
        "It does not matter how the scores lie in memory.",
        {"scores": numbers(102, 7, 5).T},
        value,
    ),
    Probe(
        "value",
        "The weights have the dtype of the scores.",
        in_double({"scores": numbers(103, 4, 5)}),
        value,
    ),
    Probe(
        "axis",
        "With dim=0 every column of a larger table sums to 1.",
        {"scores": numbers(104, 7, 5), "dim": 0},
        value,
    ),
    Probe(
        "axis",
        "dim may be any axis of a tensor with four.",
        {"scores": numbers(105, 3, 2, 5, 4), "dim": 1},
        value,
    ),
    Probe(
        "axis",
        "dim may be counted from the end.",
        {"scores": numbers(106, 3, 5, 5), "dim": -2},
        value,
    ),
    Probe(
        "axis",
        "dim may be counted from the end of four axes.",
        {"scores": numbers(114, 3, 2, 5, 4), "dim": -2},
        value,
    ),
    Probe(
        "large scores",
        "Adding 300 to every score of a row changes nothing.",
        {"scores": numbers(107, 3, 5) + 300},
        value,
        atol=1e-4,
    ),
    Probe(
        "large scores",
        "Rows may be 10 000 apart.",
        {"scores": numbers(108, 5, 3) + _SPREAD},
        value,
        atol=1e-3,
        rtol=1e-2,
    ),
    Probe(
        "large scores",
        "Columns may be 10 000 apart.",
        {"scores": (numbers(109, 5, 3) + _SPREAD).T.contiguous(), "dim": 0},
        value,
        atol=1e-3,
        rtol=1e-2,
    ),
    Probe(
        "large scores",
        "A row may span 20 000.",
        {"scores": numbers(110, 3, 5) + _SPREAD.T},
        value,
        atol=1e-3,
        rtol=1e-2,
    ),
    Probe(
        "input untouched",
        "The scores stay as they were, along any axis.",
        {"scores": numbers(111, 4, 5), "dim": 0},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back along any axis.",
        {"scores": numbers(112, 3, 5, 2), "dim": 1},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow back from large scores too.",
        {"scores": numbers(113, 3, 5) + 300},
        gradient,
        atol=1e-4,
    ),
)
