"""What is to be guessed, and how well it was guessed: what both have to be like."""

import math
from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import gradient, only, untouched
from transformer_grading.checks.observing import Call, Observation, Observe


def guesses(logits: Any, labels: Any, pad_id: int) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {"logits": logits, "labels": labels, "pad_id": pad_id}


def accuracy(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the accuracy, whatever dtype it has."""
    return {"accuracy": call(*inputs.values())["accuracy"].float()}


def padding_edited(*amounts: float) -> Observe:
    """Observe by how much the results move when logits of padding are edited.

    Args:
        *amounts: What is added to the logits of the first id there, one by one.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        logits, *others = inputs.values()
        padding = inputs["labels"] == inputs["pad_id"]
        before = call(logits.clone(), *others)
        found: dict[str, Tensor] = {}
        for amount in amounts:
            edited = logits.clone()
            edited[padding, 0] += amount
            for name, seen in call(edited, *others).items():
                move = seen.double() - before[name].double()
                found[f"the change of {name} after adding {amount:g}"] = move
        return found

    return observe


_ROW = whole([1, 5, 6, 2])
_ROWS = whole([1, 5, 6, 2, 0], [1, 7, 2, 0, 0])
_SQUARE = whole([1, 5, 6, 2], [1, 7, 2, 0], [1, 2, 0, 0], [1, 0, 9, 2])
_SHORTEST = whole([1, 8], [1, 9], [3, 2])


def both(inputs: dict[str, Any], says: str) -> tuple[Probe, ...]:
    """Make a probe for what is read and one for what is guessed."""
    return tuple(Probe(n, says, inputs, only(n)) for n in ("decoder_input", "labels"))


SHIFT = (
    *both(
        {"targets": _ROW},
        "At each place the label is the id that the decoder reads next.",
    ),
    *both(
        {"targets": _ROWS},
        "Each row is shifted by itself.",
    ),
    *both(
        {"targets": _SHORTEST},
        "Rows of two ids leave one to read and one to guess.",
    ),
    *both(
        {"targets": _SQUARE},
        "There may be as many rows as places.",
    ),
    Probe(
        "input untouched",
        "targets stay as they were.",
        {"targets": _ROWS},
        untouched,
    ),
)

_HALF = tensor([math.log(2), 0, 0], [math.log(2), 0, 0], [0, 0, 3])[None]
BY_HAND = guesses(_HALF, whole([0, 1, 2]), 2)
# Row 0 has four words, row 1 has one.
_UNEQUAL = guesses(numbers(10, 2, 4, 5), whole([4, 2, 0, 3], [3, 1, 1, 1]), 1)
_SURE = tensor([0, 400, 0], [0, -600, 0], [300, 0, 0], [9, 0, 0])[None]
_LEVEL = guesses(numbers(20, 3, 3, 3), whole([1, 0, 2], [0, 2, 2], [1, 1, 0]), 2)
_ON_PADDING = guesses(
    tensor(*[[[2, 1, 0], [0, 1, 3], [1, 0, 2]]] * 2), whole([1, 2, 2], [2, 0, 2]), 2
)
_FULL = guesses(numbers(30, 2, 3, 5), whole([1, 0, 4], [2, 2, 1]), 3)

SCORES = (
    Probe(
        "loss",
        "The loss is the mean of −ln p(label) over all labels but padding.",
        BY_HAND,
        only("loss"),
    ),
    Probe(
        "accuracy",
        "The accuracy is the share of right guesses among all labels but padding.",
        BY_HAND,
        accuracy,
    ),
    Probe("loss", "Every word of the batch counts alike.", _UNEQUAL, only("loss")),
    Probe("accuracy", "Every word of the batch counts alike.", _UNEQUAL, accuracy),
    Probe(
        "accuracy",
        "Guesses that are right on padding alone earn nothing.",
        _ON_PADDING,
        accuracy,
    ),
    Probe("loss", "All sizes may be the same.", _LEVEL, only("loss")),
    Probe("accuracy", "All sizes may be the same.", _LEVEL, accuracy),
    Probe("loss", "There may be no padding at all.", _FULL, only("loss")),
    Probe("accuracy", "There may be no padding at all.", _FULL, accuracy),
    Probe(
        "large logits",
        "Logits may be in the hundreds.",
        guesses(_SURE, whole([1, 0, 1, 2]), 2),
        only("loss"),
        atol=1e-3,
    ),
    Probe(
        "padding",
        "Editing the logits of padding moves nothing.",
        _UNEQUAL,
        padding_edited(5.0, -3.0),
    ),
    Probe(
        "dtype",
        "From logits in float64 comes a loss in float64.",
        in_double(_UNEQUAL),
        only("loss"),
    ),
    Probe(
        "input untouched",
        "logits and labels stay as they were.",
        _UNEQUAL,
        untouched,
    ),
    Probe(
        "gradient",
        "A gradient flows from the loss to the logits of words.",
        _UNEQUAL,
        gradient,
    ),
)
