"""What a mask that hides the future has to be like."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.masking.fitting import looks


def table(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the mask as a table of queries and keys."""
    mask = call(*inputs.values())["mask"]
    return {"mask": looks("mask", mask, 1, inputs["query"], inputs["key"])[0]}


def shows(property: str, says: str, query: int, key: int) -> Probe:
    """Make a probe for some queries and keys."""
    return Probe(property, says, {"query": query, "key": key}, table)


PROBES = (
    shows("square", "A single word sees itself.", 1, 1),
    shows("square", "Each word sees itself and the words before it.", 3, 3),
    shows("kept keys", "The two queries are the last two of four words.", 2, 4),
    shows("kept keys", "The newest word sees all words, itself included.", 1, 5),
    shows("kept keys", "One kept key is seen by every new word.", 3, 4),
)
