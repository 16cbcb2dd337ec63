"""What a draw from reshaped shares has to be like."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, untouched, value

FIVE = (1.0, 3.0, -1.0, 2.0, 0.0)
_NEVER = -math.inf


def drawing(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> dict[str, Any]:
    """Name the arguments of a draw.

    Args:
        logits: One row for each draw, or one for all of them.
        temperature: What they are divided by.
        p: The share that is kept at least.
        uniform: One number for each draw.
    """
    rows = logits.expand(len(uniform), -1).contiguous()
    return {"logits": rows, "temperature": temperature, "p": p, "uniform": uniform}


def steps(n: int, first: float = 0.01) -> Tensor:
    """Give numbers from 0 to below 1, evenly apart.

    Args:
        n: How many.
        first: The first of them, times n.
    """
    return (torch.arange(n, dtype=torch.float32, device="cpu") + first) / n


def close(*steps: float) -> dict[str, Any]:
    """Draw from logits near 500 that float64 alone can tell apart.

    Args:
        *steps: By how many hundred-thousandths they differ from it.
    """
    inputs = in_double(drawing(tensor(*steps), 1e-5, 1.0, tensor(0.3, 0.6)))
    return {**inputs, "logits": inputs["logits"] * 1e-5 + 500}


_ROWS = drawing(2 * numbers(400, 7, 5), 0.8, 0.75, steps(7).flip(0))
_HIGH = tensor([800, 803, 799, 802, 801], [-900, -905, -903, -902, -901])

PROBES = (
    Probe("as it is", "One draw.", drawing(tensor(FIVE), 1.0, 1.0, tensor(0.5)), value),
    Probe(
        "as it is", "Twenty draws.", drawing(tensor(FIVE), 1.0, 1.0, steps(20)), value
    ),
    Probe(
        "temperature", "A cold one.", drawing(tensor(FIVE), 0.5, 1.0, steps(23)), value
    ),
    Probe(
        "temperature", "A hot one.", drawing(tensor(FIVE), 3.0, 1.0, steps(19)), value
    ),
    Probe("cut", "p = 0.9.", drawing(tensor(FIVE), 1.0, 0.9, steps(29)), value),
    Probe("cut", "p = 0.7.", drawing(tensor(FIVE), 1.0, 0.7, steps(17)), value),
    Probe(
        "cut",
        "A small p: the likeliest token alone is left.",
        drawing(tensor(FIVE), 1.0, 0.2, steps(7)),
        value,
    ),
    Probe(
        "both",
        "First cold, then cut.",
        drawing(tensor(FIVE), 0.6, 0.9, steps(31)),
        value,
    ),
    Probe(
        "both",
        "First hot, then cut.",
        drawing(tensor(FIVE), 2.0, 0.6, steps(37)),
        value,
    ),
    Probe("each row its own", "Seven rows.", _ROWS, value),
    Probe("each row its own", "One of them alone.", _ROWS, alone(3)),
    Probe("each row its own", "In float64.", in_double(_ROWS), value),
    Probe(
        "extremes",
        "Tokens that are impossible stay so, even at u = 0.",
        drawing(tensor([_NEVER, 2, _NEVER, 1, 0]), 1.0, 1.0, steps(9, 0.0)),
        value,
    ),
    Probe(
        "extremes",
        "Logits in the hundreds.",
        drawing(_HIGH, 1.0, 0.95, tensor(0.55, 0.93)),
        value,
    ),
    Probe(
        "extremes",
        "Logits far below 0.",
        drawing(
            tensor([-300, -301, -302], [-702, -700, -701]), 1.0, 1.0, tensor(0.5, 0.5)
        ),
        value,
    ),
    Probe(
        "extremes",
        "A very low temperature: the likeliest token, whatever is drawn.",
        drawing(tensor(1.0, 1.02, 0.99, 1.01, 0.0), 0.001, 1.0, steps(6)),
        value,
    ),
    Probe(
        "extremes", "Logits that float64 alone can tell apart.", close(0, 1, -1), value
    ),
    Probe("input untouched", "The inputs stay as they were.", _ROWS, untouched),
)
