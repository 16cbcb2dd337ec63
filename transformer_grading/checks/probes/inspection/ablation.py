"""What multi-head attention without some of its heads has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.inspection.neighbours import SHARP


def layer(seed: int, *gone: int, batch: int, seq: int, d_k: int = 2) -> dict[str, Any]:
    """Draw the matrices of a layer and its input.

    Args:
        seed: The seed.
        *gone: 1 for a head that is taken away, 0 for one that stays.
        batch: Sentences.
        seq: Tokens.
        d_k: Features of a head.
    """
    d_model = len(gone) * d_k
    return {
        "x": numbers(seed, batch, seq, d_model),
        "w": 1.5 * d_model**-0.5 * numbers(seed + 1, 4, d_model, d_model),
        "b": numbers(seed + 2, 4, d_model),
        "gone": mask(*gone),
    }


def other_numbers(inputs: dict[str, Any], part: int, head: int) -> Tensor:
    """Give the matrices with other numbers in the columns of a head.

    Args:
        inputs: The arguments, by name.
        part: Which matrix.
        head: Whose columns.
    """
    changed: Tensor = inputs["w"].clone()
    d_k = changed.shape[-1] // len(inputs["gone"])
    columns = slice(head * d_k, (head + 1) * d_k)
    changed[part, :, columns] = 1 - 2 * changed[part, :, columns]
    return changed


_ONE = layer(10, 0, 1, 0, batch=1, seq=4)
_FIRST = layer(20, 1, 0, batch=2, seq=5, d_k=3)
_TWO = layer(30, 1, 0, 0, 1, 0, batch=2, seq=3)
_NONE = layer(40, 0, 0, 0, batch=2, seq=5)
_ALL = layer(50, 1, 1, 1, batch=2, seq=4)

PROBES = (
    Probe(
        "all there",
        "Nothing is taken away: what the layer always does.",
        _NONE,
        value,
    ),
    Probe(
        "one away",
        "The head in the middle of three.",
        _ONE,
        value,
    ),
    Probe(
        "one away",
        "The first of two, in a batch.",
        _FIRST,
        value,
    ),
    Probe(
        "one away",
        "What the head would have looked at moves nothing.",
        _ONE,
        moved_by(w=other_numbers(_ONE, 0, 1)),
    ),
    Probe(
        "one away",
        "What it would have found moves nothing either.",
        _ONE,
        moved_by(w=other_numbers(_ONE, 2, 1)),
    ),
    Probe(
        "several away",
        "The first and the fourth of five.",
        _TWO,
        value,
    ),
    Probe(
        "several away",
        "A sentence gives the same alone as beside another one.",
        _TWO,
        alone(1, "w", "b", "gone"),
    ),
    Probe(
        "all away",
        "Where all heads are gone, the last bias is left.",
        _ALL,
        value,
    ),
    Probe(
        "all away",
        "So it is for a layer of one head.",
        layer(60, 1, batch=1, seq=3, d_k=5),
        value,
    ),
    Probe(
        "dtype",
        "From float64 comes float64.",
        in_double(_TWO),
        value,
        **SHARP,
    ),
    Probe(
        "input untouched",
        "The tokens, the matrices, the biases and the marks stay as they were.",
        _TWO,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the heads that are there, and none to the others.",
        _ONE,
        gradient,
    ),
    Probe(
        "gradient",
        "So they do in a batch.",
        _TWO,
        gradient,
    ),
)
