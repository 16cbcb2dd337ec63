"""What weights with the right scale have to be like."""

import math

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, gradient, untouched, value


def drawn(seed: int, *sizes: int) -> dict[str, Tensor]:
    """Draw queries and keys.

    Args:
        seed: The seed.
        *sizes: batch, heads, query, key and d_k.
    """
    batch, heads, query, key, d_k = sizes
    return {
        "q": numbers(seed, batch, heads, query, d_k),
        "k": numbers(seed + 1, batch, heads, key, d_k),
    }


# One head with four features: the scores are 0 and 2 ln 3, and the root is 2.
BY_HAND = {
    "q": tensor([[[2, 0, 0, 0]]]),
    "k": tensor([[[0, 1, 0, 0], [math.log(3), 0, 0, 0]]]),
}
_LARGE = {
    "q": tensor([[[1, 0, 0, 0], [1000, 0, 0, 0]]]),
    "k": tensor([[[1, 0, 0, 0], [0, 1, 0, 0], [0.999, 0, 1, 0]]]),
}
_FAR = {
    "q": tensor([[[1e5, 2, 0, 0], [-1e5, 2, 0, 0]]]),
    "k": tensor([[[1, 0, 0, 0], [1, 1, 0, 0]]]),
}

PROBES = (
    Probe(
        "scale",
        "One head with four features: the scores are divided by 2.",
        BY_HAND,
        value,
    ),
    Probe(
        "scale",
        "Two heads with eight features each.",
        drawn(10, 1, 2, 1, 2, 8),
        value,
    ),
    Probe(
        "scale",
        "batch, heads, query, key and d_k all differ.",
        drawn(20, 4, 2, 6, 7, 5),
        value,
    ),
    Probe(
        "scale",
        "There may be as many heads as features.",
        drawn(30, 2, 3, 4, 5, 3),
        value,
    ),
    Probe(
        "scale",
        "With one feature there is nothing to divide by.",
        drawn(40, 2, 3, 4, 5, 1),
        value,
    ),
    Probe(
        "scale",
        "All sizes may be the same.",
        drawn(50, 3, 3, 3, 3, 3),
        value,
    ),
    Probe(
        "scale",
        "The scale is the same when every entry of q and k is three times as large.",
        {name: 3 * x for name, x in drawn(60, 2, 3, 2, 4, 6).items()},
        value,
    ),
    Probe(
        "scale",
        "From q and k in float64 come weights in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "large scores",
        "Scores in the hundreds do not disturb smaller ones.",
        _LARGE,
        value,
        atol=1e-4,
    ),
    Probe(
        "large scores",
        "50 000 and 50 001 leave a choice, and so do −50 000 and −49 999.",
        _FAR,
        value,
        atol=1e-2,
    ),
    Probe(
        "batch independence",
        "An example gets the same weights alone as with others.",
        drawn(70, 3, 2, 4, 4, 5),
        alone(1),
    ),
    Probe(
        "input untouched",
        "q and k stay as they were.",
        drawn(80, 2, 3, 2, 4, 5),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to q and k.",
        drawn(90, 2, 3, 4, 5, 7),
        gradient,
    ),
)
