"""Entropies of rows that the student does not see."""

import math

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.scaling.entropy import EXACT

_FAR = 1000 * (numbers(0, 14, 1) * 2).round()
# Whole numbers, so that large ones are exact.
_STEPS = numbers(1, 14, 5).round()


def hiding(seed: int, *shape: int) -> Tensor:
    """Draw scores of which about a third are -inf, but never the first of a row.

    Args:
        seed: The seed.
        *shape: The shape.
    """
    hidden = numbers(seed + 1, *shape) > 0.4
    hidden[..., 0] = False
    return numbers(seed, *shape).masked_fill(hidden, -math.inf)


PROBES = (
    Probe(
        "value",
        "Every row of a larger table has its own entropy.",
        {"scores": numbers(101, 14, 5) * 2},
        value,
    ),
    Probe(
        "value",
        "As many rows as columns.",
        {"scores": numbers(102, 13, 13)},
        value,
    ),
    Probe(
        "value",
        "It does not matter how the scores lie in memory.",
        {"scores": numbers(103, 6, 15).T},
        value,
    ),
    Probe(
        "value",
        "In float64 the entropy is right to seven places, also for small weights.",
        in_double({"scores": numbers(104, 14, 5) * 4}),
        value,
        **EXACT,
    ),
    Probe(
        "value",
        "In float64 the entropy of 2000 keys is right to seven places, too.",
        in_double({"scores": numbers(122, 2, 2000) * 4}),
        value,
        atol=1e-7,
        rtol=0,
    ),
    Probe(
        "axis",
        "With dim=0 every column of a larger table has its own entropy.",
        {"scores": numbers(105, 5, 14), "dim": 0},
        value,
    ),
    Probe(
        "axis",
        "dim may be any axis of a tensor with five, and one of length 1 stays.",
        {"scores": numbers(106, 3, 5, 2, 1, 4), "dim": 1},
        value,
    ),
    Probe(
        "axis",
        "dim may be counted from the end.",
        {"scores": numbers(107, 4, 5, 5), "dim": -2},
        value,
    ),
    Probe(
        "zero weights",
        "Some weights are rounded to 0.",
        {"scores": numbers(108, 14, 6) * 150},
        value,
        atol=1e-4,
    ),
    Probe(
        "zero weights",
        "Scores of -inf in any place of a row.",
        {"scores": hiding(109, 17, 6)},
        value,
    ),
    Probe(
        "zero weights",
        "Scores of -inf along another axis.",
        {"scores": hiding(111, 14, 5).T.contiguous(), "dim": 0},
        value,
    ),
    Probe(
        "zero weights",
        "Scores of -inf beside finite ones around -40 000.",
        {"scores": hiding(118, 14, 5) - 40_000},
        value,
        atol=2e-2,
        rtol=1e-2,
    ),
    Probe(
        "zero weights",
        "In float64, scores of -inf in any place, right to seven places.",
        in_double({"scores": hiding(119, 13, 7)}),
        value,
        **EXACT,
    ),
    Probe(
        "large scores",
        "One score of each row lies 90 above the others or more.",
        {
            "scores": numbers(120, 14, 15)
            + 95 * torch.eye(14, 15, device="cpu", dtype=torch.float32)
        },
        value,
    ),
    Probe(
        "large scores",
        "Rows may be thousands apart.",
        {"scores": numbers(113, 14, 5) + _FAR},
        value,
        atol=2e-3,
        rtol=1e-3,
    ),
    Probe(
        "large scores",
        "Columns may be thousands apart.",
        {"scores": (numbers(114, 14, 5) + _FAR).T.contiguous(), "dim": 0},
        value,
        atol=2e-3,
        rtol=1e-3,
    ),
    Probe(
        "large scores",
        "Scores may be around 40 000, above zero or below.",
        {"scores": _STEPS + 40_000 * numbers(2, 14, 1).sign()},
        value,
        atol=1e-2,
        rtol=1e-2,
    ),
    Probe(
        "input untouched",
        "The scores stay as they were, along any axis.",
        {"scores": numbers(115, 4, 5), "dim": 0},
        untouched,
    ),
    Probe(
        "input untouched",
        "Scores of -inf stay in any place.",
        {"scores": hiding(121, 13, 5)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back along any axis.",
        {"scores": numbers(116, 3, 5, 2), "dim": 1},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow back from large scores too.",
        {"scores": numbers(117, 3, 5) + 300},
        gradient,
        atol=1e-3,
    ),
)
