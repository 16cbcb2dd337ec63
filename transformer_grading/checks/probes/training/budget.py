"""What batches by a budget have to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.observing import Call, Observation


def pairs(budget: int, *lengths: tuple[int, int]) -> dict[str, Any]:
    """Name the arguments of the task.

    Args:
        budget: The most places of a rectangle.
        *lengths: For each pair the lengths of its source and of its target.
    """
    rows: Tensor = whole(*lengths)
    return {"lengths": rows.reshape(-1, 2), "budget": budget}


def none_first(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the numbers of no pairs, and then those of all."""
    lengths, budget = inputs.values()
    none = call(lengths[:0].clone(), budget)["batch"]
    return {"the result for no pair": none, **call(lengths, budget)}


_HAND = pairs(12, (3, 4), (7, 2), (2, 5), (4, 4), (2, 2))
_DOWN = pairs(10, (6, 6), (5, 5), (4, 4), (3, 3), (2, 2))
_WIDE = pairs(20, (9, 2), (2, 3), (2, 3), (3, 4), (2, 5))
_LAST = pairs(15, (4, 4), (5, 4), (3, 4), (5, 5), (6, 5), (4, 5))
_FAR = pairs(300, (150, 10), (1, 11), (1, 11))
_ALIKE = pairs(17, *[(3, 4), (2, 4), (4, 3)] * 9)
_AGAINST = pairs(20, (1, 9), (6, 2), (2, 8), (7, 1), (3, 7), (5, 3))
_TIES = pairs(8, (3, 4), (2, 4), (3, 4), (2, 4), (3, 4))
_LONG = pairs(9, (3, 3), (2, 1), (12, 2), (2, 2), (4, 12), (5, 4), (10, 4))
_MIDDLE = pairs(14, (2, 2), (5, 3), (1, 4))

PROBES = (
    Probe(
        "in order",
        "All are of one length: filled in the order in which they stand.",
        pairs(12, *[(4, 4)] * 7),
        value,
    ),
    Probe("in order", "The shortest target comes first.", _DOWN, value),
    Probe(
        "in order",
        "Targets of one length: the shorter source comes first.",
        _LAST,
        value,
    ),
    Probe("in order", "The targets against the sources.", _AGAINST, value),
    Probe("in order", "A source may be far longer than a target.", _FAR, value),
    Probe("ties", "Pairs that are alike keep their order.", _TIES, value),
    Probe("ties", "So do many.", _ALIKE, value),
    Probe("both sides", "The source makes a rectangle as well.", _HAND, value),
    Probe("both sides", "A long source that came early still counts.", _WIDE, value),
    Probe("both sides", "So does one in the middle.", _MIDDLE, value),
    Probe(
        "full",
        "A rectangle may have as many places as the budget.",
        pairs(12, (4, 4), (4, 4), (4, 4), (1, 6), (12, 6), (6, 6)),
        value,
    ),
    Probe(
        "full",
        "One place too many begins a new batch.",
        pairs(11, (4, 4), (4, 4), (4, 4), (1, 6), (6, 6)),
        value,
    ),
    Probe(
        "too long",
        "A pair that fits into no batch is −1, and takes no number.",
        _LONG,
        value,
    ),
    Probe("few", "One pair.", pairs(5, (3, 4)), value),
    Probe("few", "No pair, and then one.", pairs(5, (3, 4)), none_first),
    Probe("input untouched", "lengths stays as it was.", _HAND, untouched),
)
