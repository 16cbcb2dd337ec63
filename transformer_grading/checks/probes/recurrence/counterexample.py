"""What two places have to be like that expose a gradient cut off at every step."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation

TOKENS = 12


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, two places expose the colleague's function."""
    window, late, early = (float(number) for number in call().values())
    whole = all(number.is_integer() for number in (window, late, early))
    sensible = window >= 1
    found = {
        "all three are whole numbers": whole,
        "a window holds at least one token": sensible,
        "both places lie in the text": min(early, late) >= 0
        and max(early, late) < TOKENS,
        "the places differ": late != early,
        "early is not after late": early <= late,
        "a window has room for both": window >= 2,
        "both lie in the same window": sensible and late // window == early // window,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


PROBES = (
    Probe(
        "exposes the bug",
        "Output late should hear of token early, and hers does not.",
        {},
        facts,
    ),
)
