"""What a recurrent network has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient_of_all,
    only,
    untouched,
    value,
)

WEIGHTS = ("w_x", "w_h", "b")


def network(
    seed: int, batch: int, seq: int, d_model: int, hidden: int
) -> dict[str, Tensor]:
    """Draw the arguments of a recurrent network, biases and first state included.

    Args:
        seed: The seed.
        batch: Texts.
        seq: Tokens of each.
        d_model: Features of a token.
        hidden: Features of the state.
    """
    return {
        "x": numbers(seed, batch, seq, d_model),
        "h": numbers(seed + 1, batch, hidden),
        "w_x": numbers(seed + 2, d_model, hidden) / 2,
        "w_h": numbers(seed + 3, hidden, hidden) / 2,
        "b": numbers(seed + 4, hidden) / 2,
    }


def scalars(x: list[float], h: float, w_x: float, w_h: float, b: float) -> Any:
    """Write the arguments of a network with one text and one feature."""
    return {
        "x": tensor([[token] for token in x]),
        "h": tensor([h]),
        "w_x": tensor([w_x]),
        "w_h": tensor([w_h]),
        "b": tensor(b),
    }


BY_HAND = scalars([1, 0, -2], 2, 1, -1, 1)
_TWO_FEATURES = {
    "x": tensor([[1, 0], [0, 1]]),
    "h": tensor([0.5, -1]),
    "w_x": tensor([1, 0.5], [-1, 2]),
    "w_h": tensor([0.5, 1], [0, -0.5]),
    "b": tensor(0.25, -0.5),
}

PROBES = (
    Probe(
        "outputs",
        "Each state is tanh(x_t @ w_x + h @ w_h + b), with h from the step before.",
        BY_HAND,
        only("outputs"),
    ),
    Probe(
        "outputs",
        "With two features the matrices multiply from the right.",
        _TWO_FEATURES,
        only("outputs"),
    ),
    Probe(
        "outputs",
        "batch, seq, d_model and hidden may all differ.",
        network(10, 3, 4, 2, 5),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "batch, seq, d_model and hidden may all be the same.",
        network(20, 3, 3, 3, 3),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "Sums may be large: then a state is 1 or −1.",
        scalars([100, -100, 0.5], 0, 1, 1, 0),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "From inputs in float64 come outputs in float64.",
        in_double(BY_HAND),
        only("outputs"),
    ),
    Probe(
        "last state",
        "The state is the one after the last token.",
        BY_HAND,
        only("state"),
    ),
    Probe(
        "last state",
        "The state has a row for each text.",
        network(30, 2, 4, 3, 5),
        only("state"),
    ),
    Probe(
        "last state",
        "From inputs in float64 comes a state in float64.",
        in_double(BY_HAND),
        only("state"),
    ),
    Probe(
        "first state",
        "After one token the state that was handed in still counts.",
        scalars([1], 2, 1, -1, 1),
        value,
    ),
    Probe(
        "first state",
        "Each text begins with a state of its own.",
        network(40, 4, 1, 2, 3),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        network(50, 3, 4, 2, 5),
        alone(1, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, h, the matrices and b stay as they were.",
        network(60, 2, 3, 4, 5),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to every token, to h, to both matrices and to b.",
        network(70, 2, 4, 3, 5),
        gradient_of_all(),
    ),
)
