"""Targets and guesses that the student does not see."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import gradient, untouched
from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_grading.checks.probes.masking.fitting import drawn_ids, padded
from transformer_grading.checks.probes.masking.targets import (
    accuracy,
    both,
    guesses,
    padding_edited,
)

_SIZES = [0.3 * step for step in range(1, 14)]


def at_sizes(name: str) -> Observe:
    """Observe one result for smaller and larger logits, as one vector.

    Args:
        name: The result.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        logits, *others = inputs.values()
        seen = [call(logits * size, *others)[name] for size in _SIZES]
        return {f"{name} for logits of 13 sizes": torch.stack(seen)}

    return observe


def at_turns(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the accuracy while the vocabulary turns, as one vector."""
    logits, labels, pad_id = inputs.values()
    seen = [
        accuracy(call, guesses(logits.roll(turn, -1), labels, pad_id))["accuracy"]
        for turn in range(13)
    ]
    return {"accuracy of 13 guesses": torch.stack(seen)}


def moves(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe as one vector what edits of padding move."""
    found = padding_edited(*(7.0 * size - 20 for size in _SIZES))(call, inputs)
    return {"the changes of the results": torch.stack([*found.values()])}


def with_hits(logits: Tensor, labels: Tensor, *hits: tuple[int, int]) -> Tensor:
    """Raise the logit of the label at some places."""
    logits = logits.clone()
    for text, place in hits:
        logits[text, place, labels[text, place]] += 6
    return logits


_TARGETS = drawn_ids(200, 20, 3, 6)
_SQUARE = padded(drawn_ids(201, 9, 5, 5), 0, 5, 3, 1, 4, 2)
_SHORT = drawn_ids(202, 9, 13, 2)
_LONG = padded(drawn_ids(203, 30, 2, 11), 3, 4, 11)
_EACH = "Each row is shifted by one place, by itself."

SHIFT = (
    *both({"targets": _TARGETS}, _EACH),
    *both({"targets": _SQUARE}, "There may be as many rows as places."),
    *both({"targets": _SHORT}, "Rows of two ids leave one to read and one to guess."),
    *both({"targets": _LONG}, _EACH),
    Probe(
        *("input untouched", "targets stay as they were."),
        *({"targets": _LONG}, untouched),
    ),
)

_LABELS = padded(drawn_ids(210, 7, 3, 5), 4, 5, 1, 3)
_HITS = ((0, 0), (0, 3), (1, 0), (1, 4), (2, 1), (2, 4))
_THREE = guesses(with_hits(numbers(220, 3, 5, 8), _LABELS, *_HITS), _LABELS, 4)
_LEVEL = guesses(
    numbers(221, 4, 4, 4) * 2, padded(drawn_ids(211, 3, 4, 4), 2, 1, 4, 2, 3) % 4, 2
)
_IN_FRONT = guesses(
    numbers(222, 2, 7, 6), padded(drawn_ids(212, 5, 2, 7), 0, -2, -6), 0
)
_FULL = guesses(numbers(223, 3, 4, 6) * 3, drawn_ids(213, 5, 3, 4), 5)
_ALL = "Every word of the batch counts alike, and padding does not count."

SCORES = (
    Probe("loss", _ALL, _THREE, at_sizes("loss")),
    Probe("accuracy", _ALL, _THREE, at_turns),
    Probe("loss", "All sizes may be the same.", _LEVEL, at_sizes("loss")),
    Probe("accuracy", "All sizes may be the same.", _LEVEL, at_turns),
    Probe("loss", "Padding may stand in front.", _IN_FRONT, at_sizes("loss")),
    Probe("accuracy", "Padding may stand in front.", _IN_FRONT, at_turns),
    Probe("loss", "There may be no padding at all.", _FULL, at_sizes("loss")),
    Probe("accuracy", "There may be no padding at all.", _FULL, at_turns),
    Probe(
        "large logits",
        "Logits may be in the hundreds.",
        {**_THREE, "logits": _THREE["logits"] * 150},
        at_sizes("loss"),
        atol=1e-2,
    ),
    Probe("padding", "Editing the logits of padding moves nothing.", _THREE, moves),
    Probe(
        "dtype",
        "The loss has the dtype of the logits.",
        in_double(_THREE),
        at_sizes("loss"),
    ),
    Probe("input untouched", "logits and labels stay as they were.", _THREE, untouched),
    Probe("gradient", "A gradient flows to the logits of words.", _THREE, gradient),
    Probe("gradient", "A gradient flows to the logits of words.", _LEVEL, gradient),
)
