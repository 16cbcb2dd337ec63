"""What attention without its resting places has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, tensor
from transformer_grading.checks.observations import alone, only, untouched
from transformer_grading.checks.probes.inspection.neighbours import SHARP


def looks(seed: int, rest: Tensor, *, heads: int, query: int) -> dict[str, Any]:
    """Draw weights, and name the arguments of the task.

    Args:
        seed: The seed.
        rest: Where the resting places are, (batch, key).
        heads: Heads.
        query: Queries.
    """
    batch, key = rest.shape
    scores = 2 * numbers(seed, batch, heads, query, key)
    return {"weights": scores.softmax(dim=-1), "rest": rest}


def with_row(inputs: dict[str, Any], head: int, query: int, *row: float) -> Any:
    """Give the first sentence another row of weights.

    Args:
        inputs: The arguments, by name.
        head: Which head.
        query: Which query.
        *row: The weights.
    """
    weights = inputs["weights"].clone()
    weights[0, head, query] = tensor(*row).to(weights.dtype)
    return {**inputs, "weights": weights}


OTHERS, RESTED = only("others"), only("rested")
_ENDS = mask([1, 0, 0, 0, 1])
_TWO = mask([1, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 1])
_ONE = looks(10, mask([1, 0, 0, 0]), heads=2, query=3)
_FULL = with_row(looks(20, _ENDS, heads=2, query=5), 1, 3, 0.75, 0, 0, 0, 0.25)
_EMPTY = with_row(_FULL, 0, 2, 0, 0, 0, 0, 0)
_LITTLE = with_row(looks(30, _ENDS, heads=2, query=3), 0, 1, 1, 3e-9, 0, 1e-9, 0)

PROBES = (
    Probe(
        "shares",
        "One resting place: the others add up to 1 in each row.",
        _ONE,
        OTHERS,
    ),
    Probe(
        "shares",
        "Two resting places, one at each end.",
        looks(40, _ENDS, heads=3, query=5),
        OTHERS,
    ),
    Probe(
        "shares",
        "Without a resting place the rows stay as they are.",
        looks(50, mask([0, 0, 0]), heads=2, query=2),
        OTHERS,
    ),
    Probe(
        "nothing left",
        "A row that lay on resting places alone becomes a row of zeros.",
        _FULL,
        OTHERS,
    ),
    Probe(
        "nothing left",
        "So does a row that was zero before.",
        _EMPTY,
        OTHERS,
    ),
    Probe(
        "nothing left",
        "Where all tokens are resting places, nothing is left anywhere.",
        looks(60, mask([1, 1, 1]), heads=2, query=3),
        OTHERS,
    ),
    Probe(
        "little left",
        "However little is left is shared out.",
        _LITTLE,
        OTHERS,
    ),
    Probe(
        "little left",
        "So it is with the smallest numbers.",
        with_row(_LITTLE, 1, 2, 1, 1e-37, 0, 3e-37, 0),
        OTHERS,
    ),
    Probe(
        "little left",
        "So it is with numbers in between.",
        with_row(_LITTLE, 1, 0, 1, 3e-13, 0, 5e-13, 0),
        OTHERS,
    ),
    Probe(
        "rested",
        "What lay on the one resting place.",
        _ONE,
        RESTED,
    ),
    Probe(
        "rested",
        "What lay on both, also where nothing is left, and where nothing was.",
        _EMPTY,
        RESTED,
    ),
    Probe(
        "each its own",
        "Two sentences have resting places of their own.",
        looks(70, _TWO, heads=3, query=5),
        OTHERS,
    ),
    Probe(
        "each its own",
        "As many sentences as heads and queries.",
        looks(80, mask([1, 0, 1], [1, 1, 0], [0, 0, 1]), heads=3, query=3),
        OTHERS,
    ),
    Probe(
        "each its own",
        "A sentence gives the same alone as beside another one.",
        looks(90, _TWO, heads=2, query=3),
        alone(1),
    ),
    Probe(
        "dtype",
        "From float64 comes float64: what is left.",
        in_double(looks(100, _TWO, heads=2, query=3)),
        OTHERS,
        **SHARP,
    ),
    Probe(
        "dtype",
        "So it is for what rested.",
        in_double(_FULL),
        RESTED,
        **SHARP,
    ),
    Probe(
        "input untouched",
        "The weights and the marks of resting places stay as they were.",
        looks(110, _TWO, heads=3, query=5),
        untouched,
    ),
)
