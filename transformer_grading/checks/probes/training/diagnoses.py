"""What the diagnoses of six recorded runs have to be like."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)

RUNS = ("run_a", "run_b", "run_c", "run_d", "run_e", "run_f")
KEY = (5, 4, 0, 3, 7, 6)
"""What came to light when the runs were made, by the numbers of the list."""


def read(*runs: str) -> Observe:
    """Observe whether some runs are all read rightly, and what was said of them.

    The verdict comes first, so that a message never tells the numbers.

    Args:
        *runs: Their names.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        said = call()
        for run in runs:
            if said[run] not in range(8):
                says = f"{run} came back as {said[run]:g}; the list has 0 to 7."
                raise UnusableError("outside the list", says)
        good = all(said[run] == KEY[RUNS.index(run)] for run in runs)
        return {
            "“all three are right”": torch.tensor(good),
            **{run: said[run] for run in runs},
        }

    return observe


PROBES = (
    Probe(
        "runs A to C",
        "Each of the runs A, B and C has the number of what happened.",
        {},
        read(*RUNS[:3]),
    ),
    Probe(
        "runs D to F",
        "Each of the runs D, E and F has the number of what happened.",
        {},
        read(*RUNS[3:]),
    ),
)
