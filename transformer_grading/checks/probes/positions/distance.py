"""What scores have to be like that were lowered for the distance."""

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import numbers, stairs
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.probes.positions.adding import (
    ALL_DIGITS,
    full_of_digits,
)


def hidden_ahead(scores: Tensor) -> Tensor:
    """Hide the keys ahead of each query, as a mask does that came before."""
    query, key = scores.shape[-2:]
    return scores.masked_fill(~stairs(query, key, key - query), -torch.inf)


LEVEL = {"scores": torch.zeros(1, 2, 2, 3, dtype=torch.float32, device="cpu")}

PROBES = (
    Probe(
        "value",
        "Level scores show the loss: 1/16 a place in head 1, 1/256 in head 2.",
        LEVEL,
        value,
    ),
    Probe(
        "value",
        "All sizes differ: four heads on three sequences.",
        {"scores": numbers(310, 3, 4, 5, 7)},
        value,
    ),
    Probe(
        "value",
        "There may be as many sequences as heads, queries and keys.",
        {"scores": numbers(320, 4, 4, 4, 4)},
        value,
    ),
    Probe(
        "value",
        "From scores in float64 come scores in float64, with all their digits.",
        full_of_digits({"scores": numbers(330, 2, 2, 3, 3)}),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "value",
        "A score of −∞, which a mask has hidden, stays −∞.",
        {"scores": hidden_ahead(numbers(335, 1, 2, 3, 3))},
        value,
    ),
    Probe(
        "slopes",
        "A single head has the slope 1/256.",
        {"scores": numbers(340, 2, 1, 3, 3)},
        value,
    ),
    Probe(
        "slopes",
        "Eight heads have the slopes 1/2, 1/4, … 1/256.",
        {"scores": numbers(350, 1, 8, 2, 3)},
        value,
    ),
    Probe(
        "slopes",
        "Sixteen heads have slopes between those.",
        {"scores": numbers(360, 1, 16, 3, 5)},
        value,
    ),
    Probe(
        "alignment",
        "A single query stands at the last place.",
        {"scores": numbers(370, 2, 2, 1, 4)},
        value,
    ),
    Probe(
        "alignment",
        "Four queries that meet nine keys stand at places 5 to 8.",
        {"scores": numbers(380, 3, 2, 4, 9)},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same scores alone as with others.",
        {"scores": numbers(390, 3, 4, 2, 3)},
        alone(1),
    ),
    Probe(
        "input untouched",
        "The scores that were handed in stay as they were.",
        {"scores": numbers(400, 2, 4, 3, 3)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to the scores.",
        {"scores": numbers(410, 2, 4, 3, 5)},
        gradient,
    ),
)
