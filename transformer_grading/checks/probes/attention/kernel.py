"""What queries, keys and values that draw a curve have to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    only,
    untouched,
    value,
)
from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_grading.checks.probes.attention.fitting import refuse_misfits
from transformer_lib.attention import scaled_dot_product_attention


def estimated(observe: Observe) -> Observe:
    """Observe the result of attention on the queries, keys and values returned.

    Args:
        observe: What to look at in it.
    """

    def observe_estimate(call: Call, inputs: dict[str, Any]) -> Observation:
        def estimate(*args: Any) -> dict[str, Tensor]:
            q, k, v = call(*args).values()
            refuse_misfits(q, k, v)
            return {"the estimate": scaled_dot_product_attention(q, k, v)[0]}

        return observe(estimate, inputs)

    return observe_estimate


estimate = estimated(value)


def followed(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe by how much k and v change when the new points move."""
    moved = only("k", "v", look=moved_by(x=inputs["x"] + 1))(call, inputs)
    return {
        name.replace("the change", "the largest change"): change.abs().max()
        for name, change in moved.items()
    }


def points(x: Any, x_known: Any, y_known: Any, width: float) -> dict[str, Any]:
    """Name the arguments of a regression."""
    return {"x": x, "x_known": x_known, "y_known": y_known, "width": width}


PROBES = (
    Probe(
        "value",
        "The estimate averages y_known, weighted by exp(-distance² / 2 width²).",
        points(tensor(0), tensor(0, 1), tensor(10, 20), 1.0),
        estimate,
    ),
    Probe(
        "value",
        "Points below zero, and more queries than known points, are no different.",
        points(tensor(-2, -1, 0, 1.5), tensor(-1, 2, 3), tensor(5, -1, 2), 1.0),
        estimate,
    ),
    Probe(
        "value",
        "There may be as many new points as known ones.",
        points(tensor(0, 2, -1), tensor(1, -1, 0.5), tensor(3, 8, 5), 1.0),
        estimate,
    ),
    Probe(
        "width",
        "A width of 0.5 makes the weights fall off twice as fast.",
        points(tensor(0, 0.5), tensor(0, 1, -1), tensor(10, 20, 40), 0.5),
        estimate,
    ),
    Probe(
        "width",
        "A large width averages nearly everything.",
        points(tensor(0, 3), tensor(0, 1, -2), tensor(10, 20, 40), 20.0),
        estimate,
    ),
    Probe(
        "average",
        "Where every y_known is 7, the estimate is 7.",
        points(numbers(0, 4), numbers(1, 6), tensor(7, 7, 7, 7, 7, 7), 0.8),
        estimate,
    ),
    Probe(
        "average",
        "Attention averages: when x moves, only q changes.",
        points(tensor(0, 0.5), tensor(0, 1, -1), tensor(10, 20, 40), 0.5),
        followed,
    ),
    Probe(
        "value",
        "From points in float64 come q, k and v in float64.",
        in_double(points(tensor(0), tensor(0, 1), tensor(10, 20), 1.0)),
        estimate,
    ),
    Probe(
        "input untouched",
        "x, x_known and y_known stay as they were.",
        points(tensor(0, 0.5), tensor(0, 1, -1), tensor(10, 20, 40), 0.5),
        estimated(untouched),
    ),
    Probe(
        "gradient",
        "Gradients flow from the estimate to x, x_known and y_known.",
        points(tensor(0, 0.5), tensor(0, 1, -1), tensor(1, 2, 4), 0.5),
        estimated(gradient),
    ),
)
