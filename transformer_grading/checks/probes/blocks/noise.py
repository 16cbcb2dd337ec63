"""What dropout around a sublayer has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.blocks.rows import on_average

TRAINING, IN_USE = {"training": True}, {"training": False}


def drawn(seed: int, *shape: int) -> Tensor:
    """Draw a mask that keeps about seven tenths.

    Args:
        seed: The seed.
        *shape: Its shape.
    """
    return numbers(seed, *shape) > -0.5


def noisy(seed: int, *shape: int, rate: float) -> dict[str, Any]:
    """Draw tokens, what a sublayer adds to them, and a mask.

    Args:
        seed: The seed.
        *shape: The shape of the tokens.
        rate: The share that dropout is meant to drop.
    """
    return {
        "x": numbers(seed, *shape),
        "added": numbers(seed + 1, *shape),
        "keep": drawn(seed + 2, *shape),
        "rate": rate,
    }


BY_HAND: dict[str, Any] = {
    "x": tensor([10, 20]),
    "added": tensor([4, -2]),
    "keep": mask([True, False]),
    "rate": 0.2,
}
_NOTHING = {**BY_HAND, "added": tensor([0, 0])}
_ALL_DROPPED = {**BY_HAND, "keep": mask([False, False])}
_BATCH = noisy(10, 2, 3, 5, rate=0.3)

PROBES = (
    Probe(
        "training",
        "In training a dropped feature adds nothing; the others are divided by 0.8.",
        {**BY_HAND, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "In training survivors are divided by 1 − rate, here a half.",
        {**BY_HAND, "rate": 0.5, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Each feature of each token has a decision of its own.",
        {**_BATCH, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "From float64 comes float64.",
        in_double({**BY_HAND, **TRAINING}),
        value,
    ),
    Probe(
        "road",
        "In training the token itself stays whole, whatever is dropped.",
        {**_NOTHING, **TRAINING},
        value,
    ),
    Probe(
        "road",
        "Where all that is added is dropped, the token comes out as it was.",
        {**_ALL_DROPPED, **TRAINING},
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
        "In use nothing is dropped and nothing is scaled.",
        {**BY_HAND, **IN_USE},
        value,
    ),
    Probe(
        "in use",
        "In use keep and rate do not matter.",
        {**_ALL_DROPPED, "rate": 0.9, **IN_USE},
        value,
    ),
    Probe(
        "input untouched",
        "x, added and keep stay as they were, in training.",
        {**BY_HAND, **TRAINING},
        untouched,
    ),
    Probe(
        "input untouched",
        "x, added and keep stay as they were, in use.",
        {**BY_HAND, **IN_USE},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow over the road, and to what is added and kept.",
        {**_BATCH, **TRAINING},
        gradient,
    ),
    Probe(
        "gradient",
        "In use gradients flow to all that is added.",
        {**_BATCH, **IN_USE},
        gradient,
    ),
)
