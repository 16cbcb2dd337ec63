"""What the weight of a query's own key has to be like."""

import math
from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, untouched, value


def search(
    seed: int, *lead: int, sizes: tuple[int, int, int], divisor: float
) -> dict[str, Any]:
    """Draw queries and keys, and choose a divisor.

    Args:
        seed: The seed.
        *lead: The leading axes.
        sizes: query, key and d_k.
        divisor: The divisor.
    """
    query, key, d_k = sizes
    return {
        "q": numbers(seed, *lead, query, d_k),
        "k": numbers(seed + 1, *lead, key, d_k),
        "divisor": divisor,
    }


BY_HAND: dict[str, Any] = {
    "q": tensor([2, 0]),
    "k": tensor([math.log(3), 0], [0, 5]),
    "divisor": 2.0,
}

PROBES = (
    Probe(
        "value",
        "Divided by 2, the scores are ln 3 and 0: the own key gets 3/4.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Divided by 1, they are 2 ln 3 and 0: the own key gets 9/10.",
        {**BY_HAND, "divisor": 1.0},
        value,
    ),
    Probe(
        "value",
        "Query 0 belongs to key 0, query 1 to key 1, and so on.",
        search(10, sizes=(3, 3, 3), divisor=1.7),
        value,
    ),
    Probe(
        "further keys",
        "Keys that belong to no query take their share, too.",
        search(20, sizes=(2, 5, 3), divisor=1.3),
        value,
    ),
    Probe(
        "value",
        "The own key may get less than another.",
        {"q": tensor([1, 0], [0, 1]), "k": tensor([0, 2], [3, 0]), "divisor": 0.5},
        value,
    ),
    Probe(
        "value",
        "From q and k in float64 come weights in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "large scores",
        "Scores in the hundreds are fine.",
        {
            "q": tensor([300, 0], [1, 1]),
            "k": tensor([1, 0], [0.995, 1]),
            "divisor": 1.0,
        },
        value,
    ),
    Probe(
        "large scores",
        "The same with a divisor of 0.001.",
        {**BY_HAND, "q": tensor([2, 0], [0, 0.001]), "divisor": 1e-3},
        value,
        atol=1e-3,
    ),
    Probe(
        "large scores",
        "50 000 and 50 001 leave a choice, and so do −50 000 and −49 999.",
        {
            "q": tensor([5e4, 1], [-5e4, 1]),
            "k": tensor([1, 0], [1, 1]),
            "divisor": 1.0,
        },
        value,
        atol=1e-2,
    ),
    Probe(
        "leading axes",
        "One leading axis: each example by itself.",
        search(30, 2, sizes=(3, 4, 5), divisor=2.2),
        value,
    ),
    Probe(
        "leading axes",
        "Two leading axes.",
        search(40, 2, 3, sizes=(4, 5, 2), divisor=0.8),
        value,
    ),
    Probe(
        "input untouched",
        "q and k stay as they were.",
        search(50, sizes=(2, 4, 3), divisor=1.3),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to q and k.",
        search(60, sizes=(3, 4, 5), divisor=1.6),
        gradient,
    ),
)
