"""What the loss of each place has to be like."""

import math
from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import gradient, untouched, value


def places(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {
        "logits": logits,
        "labels": labels,
        "smoothing": smoothing,
        "pad_id": pad_id,
    }


def barred(inputs: dict[str, Any]) -> dict[str, Any]:
    """Score padding with −∞ everywhere, as a model does that never writes it.

    Args:
        inputs: The inputs, by name.
    """
    logits = inputs["logits"].clone()
    logits[..., inputs["pad_id"]] = -math.inf
    return {**inputs, "logits": logits}


_HAND = places(tensor([[0.0, 0.0, 0.0, 0.0, 0.0]]), whole([3]), 0.3, 0)
_FULL = places(numbers(10, 2, 3, 5), whole([1, 4, 2], [3, 1, 4]), 0.4, 0)
_PLAIN = {**_FULL, "smoothing": 0.0}
_PADDED = places(numbers(20, 2, 3, 7), whole([5, 2, 0], [1, 0, 0]), 0.4, 0)
_OTHER = places(numbers(30, 3, 2, 7), whole([0, 3], [3, 6], [5, 0]), 0.4, 3)
_HOLES = places(numbers(40, 2, 4, 5), whole([0, 1, 0, 4], [0, 0, 0, 0]), 0.3, 0)
_EXTREME = places(100_000 * numbers(50, 1, 3, 5), whole([2, 1, 4]), 0.4, 0)

_TURNED = {**_PLAIN, "logits": numbers(70, 5, 3, 2).permute(2, 1, 0)}

PROBES = (
    Probe(
        "plain",
        "Without smoothing: minus the logarithm of the right token's probability.",
        _PLAIN,
        value,
    ),
    Probe("plain", "The scores may lie in memory in another order.", _TURNED, value),
    Probe(
        "smoothing",
        "Where all tokens have the same score, any share gives ln V.",
        _HAND,
        value,
    ),
    Probe(
        "smoothing",
        "No place is padding.",
        _FULL,
        value,
    ),
    Probe(
        "smoothing",
        "One place, four tokens.",
        places(numbers(60, 1, 1, 4), whole([2]), 0.2, 0),
        value,
    ),
    Probe(
        "padding",
        "A place of padding has the loss 0.",
        _PADDED,
        value,
    ),
    Probe(
        "padding",
        "Padding may have another id, and 0 may be a word.",
        _OTHER,
        value,
    ),
    Probe(
        "padding",
        "Padding may stand anywhere, and a row may be nothing else.",
        _HOLES,
        value,
    ),
    Probe(
        "never written",
        "Padding is scored with −∞: no share may meet that.",
        barred(_FULL),
        value,
    ),
    Probe(
        "never written",
        "So it is where some places are padding, and its id is not 0.",
        barred(_OTHER),
        value,
    ),
    Probe(
        "digits",
        "float64 comes in and goes out.",
        in_double(_PADDED),
        value,
        atol=1e-9,
        rtol=1e-9,
    ),
    Probe(
        "digits",
        "Scores may be very large.",
        _EXTREME,
        value,
    ),
    Probe(
        "input untouched",
        "logits and labels stay as they were.",
        barred(_OTHER),
        untouched,
    ),
    Probe(
        "input untouched",
        "So they do where padding has a score.",
        _PADDED,
        untouched,
    ),
    Probe(
        "gradient",
        "The gradient of the scores.",
        _PADDED,
        gradient,
    ),
    Probe(
        "gradient",
        "It is finite where padding is scored with −∞.",
        barred(_OTHER),
        gradient,
    ),
)
