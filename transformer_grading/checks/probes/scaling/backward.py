"""What the way back through scaled scores has to be like."""

import math

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, only, untouched, value


def drawn(seed: int, *lead: int, sizes: tuple[int, int, int]) -> dict[str, Tensor]:
    """Draw queries, keys and what comes back to the weights.

    Args:
        seed: The seed.
        *lead: The leading axes.
        sizes: query, key and d_k.
    """
    query, key, d_k = sizes
    return {
        "q": numbers(seed, *lead, query, d_k),
        "k": numbers(seed + 1, *lead, key, d_k),
        "upstream": 3 * numbers(seed + 2, *lead, query, key),
    }


BY_HAND = {
    "q": tensor([2, 0, 0, 0]),
    "k": tensor([0, 1, 0, 0], [math.log(3), 0, 0, 0]),
    "upstream": tensor([8, 0]),
}
_LEVEL = {**BY_HAND, "upstream": tensor([5, 5])}
_SETTLED = {**BY_HAND, "q": tensor([400, 0, 0, 0])}
# A query with moderate scores beside one whose scores are in the thousands.
_APART = {
    "q": tensor([1, 0, 0, 0], [3000, 0, 0, 0]),
    "k": tensor([0, 1, 0, 0], [1, 0, 2, 0]),
    "upstream": tensor([8, 0], [1, -1]),
}
# Far from zero, and close together: -50 000 and -49 999 leave a choice.
_FAR = {
    "q": tensor([1e5, 2, 0, 0], [-1e5, 2, 0, 0]),
    "k": tensor([1, 0, 0, 0], [1, 1, 0, 0]),
    "upstream": tensor([8, 0], [0, 8]),
}

PROBES = (
    Probe(
        "queries",
        "Back through the softmax, through the division, to the query.",
        BY_HAND,
        only("to_q"),
    ),
    Probe(
        "queries",
        "What is the same for every key cancels: nothing reaches the query.",
        _LEVEL,
        only("to_q"),
    ),
    Probe(
        "queries",
        "query, key and d_k may all differ.",
        drawn(10, sizes=(2, 3, 5)),
        only("to_q"),
    ),
    Probe(
        "keys",
        "Back through the softmax, through the division, to the keys.",
        BY_HAND,
        only("to_k"),
    ),
    Probe(
        "keys",
        "A key adds up what comes back from every query.",
        drawn(20, sizes=(4, 3, 2)),
        only("to_k"),
    ),
    Probe(
        "queries",
        "query, key and d_k may all be the same.",
        drawn(30, sizes=(3, 3, 3)),
        only("to_q"),
    ),
    Probe(
        "keys",
        "query, key and d_k may all be the same.",
        drawn(30, sizes=(3, 3, 3)),
        only("to_k"),
    ),
    Probe(
        "queries",
        "From inputs in float64 comes a result in float64.",
        in_double(BY_HAND),
        only("to_q"),
    ),
    Probe(
        "keys",
        "From inputs in float64 comes a result in float64.",
        in_double(BY_HAND),
        only("to_k"),
    ),
    Probe(
        "large scores",
        "Where one key has all the weight, nothing gets back.",
        _SETTLED,
        value,
    ),
    Probe(
        "large scores",
        "A query with high scores does not disturb another.",
        _APART,
        value,
    ),
    Probe(
        "large scores",
        "Scores of 50 000 and 50 001 leave a choice, and so do −50 000 and −49 999.",
        _FAR,
        value,
        atol=1e-2,
        rtol=2e-2,
    ),
    Probe(
        "leading axes",
        "One leading axis: each example by itself.",
        drawn(40, 2, sizes=(3, 5, 4)),
        value,
    ),
    Probe(
        "leading axes",
        "Two leading axes.",
        drawn(50, 2, 3, sizes=(4, 2, 6)),
        value,
    ),
    Probe(
        "leading axes",
        "An example gets the same answer alone as with others.",
        drawn(60, 3, sizes=(3, 4, 5)),
        alone(1),
    ),
    Probe(
        "input untouched",
        "q, k and what came from upstream stay as they were.",
        drawn(70, sizes=(2, 3, 5)),
        untouched,
    ),
)
