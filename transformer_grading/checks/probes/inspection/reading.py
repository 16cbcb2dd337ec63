"""What a reading of six maps has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, Observe

RIGHT = {"before": 5, "after": 2, "stop": 3, "rests": 1, "noun": 4}
"""The numbers of the heads, counted from 1."""
DECIDE = (1, 5)
"""Places of articles with an adjective between them and their noun."""
BESIDE = (2, 3, 6, 7)
"""Places of the adjectives and of the nouns."""


def _facts(found: dict[str, float]) -> dict[str, bool]:
    said = {name: found[name] == head for name, head in RIGHT.items()}
    swapped = found["before"] == RIGHT["after"] and found["after"] == RIGHT["before"]
    shifted = all(found[name] == head - 1 for name, head in RIGHT.items())
    return {
        "before is the head that looks one token back": said["before"],
        "after is the head that looks one token on": said["after"],
        "before and after are not exchanged": not swapped,
        "heads are counted from 1": not shifted,
        "stop looks most at the full stop": said["stop"],
        "rests looks most at [CLS], whoever asks": said["rests"],
        "noun looks from they at the children": said["noun"],
        "noun and after are two heads": found["noun"] != RIGHT["after"],
        "where is a token from which the two labels differ": found["where"] in DECIDE,
        "where is the token that looks": found["where"] not in BESIDE,
    }


def about(*names: str) -> Observe:
    """Observe what is true of some of the numbers.

    Args:
        *names: What the facts begin with.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        found: dict[str, Tensor] = call()
        facts = _facts({name: float(number) for name, number in found.items()})
        return {
            f"“{fact}”": torch.tensor(true)
            for fact, true in facts.items()
            if fact.startswith(names)
        }

    return observe


PROBES = (
    Probe(
        "neighbours",
        "Two of the heads look one token back and one token on.",
        {},
        about("before", "after", "heads"),
    ),
    Probe(
        "roles",
        "Three others look at the full stop, at [CLS] and at a noun.",
        {},
        about("stop", "rests", "noun"),
    ),
    Probe(
        "where labels differ",
        "From there, the next token is not the noun.",
        {},
        about("where"),
    ),
)
