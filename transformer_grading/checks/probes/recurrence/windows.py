"""What reading in windows has to be like."""

from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    asking,
    copies,
    gradient_of_all,
    slopes,
    untouched,
    value,
    weighted,
)
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)
from transformer_grading.checks.probes.recurrence.rnn import network, scalars


def read(window: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """Add the length of a window to the arguments of a network.

    Args:
        window: Tokens of a window.
        inputs: The arguments of a network.
    """
    return {**inputs, "window": window}


def heard(late: int, begin: int, end: int) -> Observe:
    """Observe how one output depends on the tokens from one place to another.

    Args:
        late: The place of the output.
        begin: The first of the tokens.
        end: The place after the last of them.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        leaves = {"x": inputs["x"].requires_grad_()}
        outputs = call(*copies(inputs))["outputs"]
        slope = slopes(weighted(outputs[:, late]), leaves)["x"]
        name = f"the gradient of output {late} at tokens {begin} to {end - 1}"
        return {name: slope[:, begin:end]}

    return observe


def carried(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the state that is handed on, and refuse one that drags its past along."""
    asking(inputs)
    state = call(*copies(inputs))["carried"]
    if state.grad_fn is not None:
        says = (
            "carried still knows where it came from: a later backward would go on "
            "through it, into a graph that is used up."
        )
        raise UnusableError("a past", says)
    return {"carried": state}


def two_texts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the gradient after two calls, with a backward after each."""
    state, total = inputs.pop("h"), torch.zeros_like(inputs["w_h"])
    leaves = asking(inputs)
    for _ in range(2):
        x, *rest = copies(inputs)
        outputs, state = call(x, state.clone(), *rest).values()
        total = total + slopes(weighted(outputs), leaves)["w_h"]
    return {"the gradient of w_h after both": total}


_SIX = read(3, scalars([0.5, 0, -0.5, 0.5, 0, -0.5], 0.5, 1, -1, 0.25))
_SEVEN = read(3, network(10, 2, 7, 3, 4))

PROBES = (
    Probe(
        "value",
        "Outputs and carried are what reading in one go gives.",
        _SIX,
        value,
    ),
    Probe(
        "value",
        "The last window may be shorter, and there may be more texts than that.",
        read(3, network(20, 5, 8, 2, 4)),
        value,
    ),
    Probe(
        "value",
        "A window may be longer than the text.",
        read(9, network(30, 2, 4, 3, 5)),
        value,
    ),
    Probe(
        "value",
        "From inputs in float64 come results in float64.",
        in_double(_SIX),
        value,
    ),
    Probe(
        "within a window",
        "Output 5 hears of all three tokens of its window.",
        _SIX,
        heard(5, 3, 6),
    ),
    Probe(
        "within a window",
        "Output 1 hears of the first two tokens.",
        _SIX,
        heard(1, 0, 2),
    ),
    Probe(
        "within a window",
        "If one window holds the whole text, nothing is cut off.",
        read(6, scalars([0.5, 0, -0.5, 0.5, 0, -0.5], 0.5, 1, -1, 0.25)),
        heard(5, 0, 6),
    ),
    Probe(
        "edges",
        "Output 5 hears of no token before its window.",
        _SIX,
        heard(5, 0, 3),
    ),
    Probe(
        "edges",
        "Output 3 hears of no token before its window.",
        _SIX,
        heard(3, 0, 3),
    ),
    Probe(
        "edges",
        "In a longer text every window is cut off from those before.",
        _SEVEN,
        heard(6, 0, 6),
    ),
    Probe(
        "input untouched",
        "x, h, the matrices and b stay as they were.",
        _SEVEN,
        untouched,
    ),
    Probe(
        "carried state",
        "carried holds numbers, and no gradient leads out of it.",
        _SIX,
        carried,
    ),
    Probe(
        "carried state",
        "The same holds if one window holds the whole text.",
        read(9, network(30, 2, 4, 3, 5)),
        carried,
    ),
    Probe(
        "carried state",
        "A second text can begin with carried, with a backward after each text.",
        _SEVEN,
        two_texts,
    ),
    Probe(
        "gradient",
        "Gradients flow from the outputs to x, to both matrices and to b.",
        _SEVEN,
        gradient_of_all("h"),
    ),
)
