"""What attention with dropout on its weights has to be like."""

import math
from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, tensor
from transformer_grading.checks.observations import gradient, only, untouched, value
from transformer_grading.checks.probes.blocks.noise import IN_USE, TRAINING, drawn
from transformer_grading.checks.probes.blocks.rows import on_average


def looks(
    seed: int, *lead: int, sizes: tuple[int, int, int], rate: float
) -> dict[str, Any]:
    """Draw scores, values and a mask.

    Args:
        seed: The seed.
        *lead: The leading axes.
        sizes: query, key and d_v.
        rate: The share that dropout is meant to drop.
    """
    query, key, d_v = sizes
    return {
        "scores": numbers(seed, *lead, query, key) * 1.5,
        "v": numbers(seed + 1, *lead, key, d_v),
        "keep": drawn(seed + 2, *lead, query, key),
        "rate": rate,
    }


BY_HAND: dict[str, Any] = {
    "scores": tensor([0, math.log(3)]),
    "v": tensor([8, 0], [0, 4]),
    "keep": mask([True, False]),
    "rate": 0.2,
}
_LOUD = {**BY_HAND, "scores": tensor([500, 500 + math.log(3)])}
_SILENT = {**BY_HAND, "keep": mask([False, False])}
_LEVEL: dict[str, Any] = {
    "scores": tensor([1, 1, 1, 1]),
    "v": tensor([4, 0], [0, 4], [4, 4], [8, 8]),
    "keep": mask([True, False, True, False]),
    "rate": 0.5,
}
_SEVERAL = looks(10, 2, sizes=(3, 5, 4), rate=0.3)

PROBES = (
    Probe(
        "training",
        "In training a dropped weight is 0; the others are divided by 0.8.",
        {**BY_HAND, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Level scores at rate 0.5: half of the weights are 0, the others 2/4.",
        {**_LEVEL, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Each query has decisions of its own.",
        {**_SEVERAL, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "From float64 comes float64.",
        in_double({**BY_HAND, **TRAINING}),
        value,
    ),
    Probe(
        "training",
        "Where all weights of a query are dropped, it takes nothing home.",
        {**_SILENT, **TRAINING},
        value,
    ),
    Probe(
        "on average",
        "On average over all masks training gives what use gives.",
        {**BY_HAND, **TRAINING},
        on_average,
    ),
    Probe(
        "in use",
        "In use no weight is dropped, and rows add up to 1.",
        {**BY_HAND, **IN_USE},
        value,
    ),
    Probe(
        "in use",
        "Scores that are 500 larger have the same weights.",
        {**_LOUD, **IN_USE},
        value,
        atol=1e-3,
    ),
    Probe(
        "in use",
        "In use keep and rate do not matter.",
        {**_SEVERAL, "rate": 0.9, **IN_USE},
        value,
    ),
    Probe(
        "input untouched",
        "scores, v and keep stay as they were, in training.",
        {**BY_HAND, **TRAINING},
        untouched,
    ),
    Probe(
        "input untouched",
        "scores, v and keep stay as they were, in use.",
        {**BY_HAND, **IN_USE},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to scores and values in training.",
        {**_SEVERAL, **TRAINING},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow to scores and values in use.",
        {**_SEVERAL, **IN_USE},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow from the weights as well, back to the scores.",
        {**_SEVERAL, **TRAINING},
        only("weights", look=gradient),
    ),
)
