"""Counts of stacks of layers that the student does not see, many at a time."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_grading.checks.probes.recurrence.counts import stack

_MANY = 15


def many(name: str) -> Observe:
    """Observe one count for a range of sizes.

    Args:
        name: Which count.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        found = []
        for k in range(_MANY):
            sizes = [
                n + k * step
                for n, step in zip(inputs.values(), (7, 3, 5, 1), strict=True)
            ]
            found.append(call(*sizes)[name])
        return {f"{name} for {_MANY} stacks": torch.stack(found)}

    return observe


PROBES = (
    Probe(
        "parameters",
        "Any width of tokens and states, any number of layers.",
        stack(2, 3, 4, 1),
        many("parameters"),
        atol=0.5,
        rtol=0,
    ),
    Probe(
        "parameters",
        "Wide tokens and narrow states.",
        stack(9, 64, 2, 3),
        many("parameters"),
        atol=0.5,
        rtol=0,
    ),
    Probe(
        "steps",
        "Any length of the text, any number of layers.",
        stack(5, 2, 3, 1),
        many("steps"),
        atol=0.5,
        rtol=0,
    ),
    Probe(
        "waiting",
        "A long text and few layers.",
        stack(20, 2, 3, 2),
        many("waiting"),
        atol=0.5,
        rtol=0,
    ),
    Probe(
        "waiting",
        "A short text and many layers.",
        stack(1, 2, 3, 9),
        many("waiting"),
        atol=0.5,
        rtol=0,
    ),
)
