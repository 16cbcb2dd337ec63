"""What a comparison of two labels of a head has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, tensor
from transformer_grading.checks.observations import only, untouched


def looks(seed: int, heads: int, one: Tensor, other: Tensor) -> dict[str, Any]:
    """Draw weights of some heads, and name the arguments of the task.

    Args:
        seed: The seed.
        heads: Heads.
        one: The first label, (batch, query, key).
        other: The second label.
    """
    batch, query, key = one.shape
    scores = 2 * numbers(seed, batch, heads, query, key)
    return {"weights": scores.softmax(dim=-1), "one": one, "other": other}


DECIDES, SCORES = only("decides"), only("wins", "losses")
_NEXT = mask([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
_NOUN = mask([[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
_FOUR = looks(10, 3, _NEXT, _NOUN)
_WIDE = looks(
    20,
    5,
    mask([[1, 1, 0, 0, 0], [0, 1, 1, 0, 0]], [[0, 0, 0, 1, 1], [1, 0, 0, 0, 0]]),
    mask([[0, 0, 1, 1, 1], [0, 0, 1, 1, 0]], [[1, 1, 0, 0, 0], [0, 1, 1, 1, 1]]),
)
_ALL = looks(
    30, 7, mask(*[[[1, 0, 0], [1, 0, 0]]] * 5), mask(*[[[0, 1, 0], [0, 0, 1]]] * 5)
)
_SHARED = looks(
    35,
    3,
    mask([[1, 1, 0], [1, 0, 1], [0, 1, 0]]),
    mask([[1, 0, 1], [0, 1, 1], [1, 0, 0]]),
)
_NONE = looks(40, 2, _NEXT, _NEXT)
_LEVEL = {
    "weights": tensor([[[0.25, 0.25, 0.25, 0.25]], [[0.5, 0.25, 0.125, 0.125]]]),
    "one": mask([[1, 0, 0, 0]]),
    "other": mask([[0, 0, 1, 1]]),
}
_EQUAL = {
    **_LEVEL,
    "weights": tensor([[[0.25, 0.5, 0.125, 0.125]], [[0.0, 1.0, 0.0, 0.0]]]),
}
_CLOSE = in_double(_EQUAL)
_CLOSE["weights"] = _CLOSE["weights"] + 1e-10 * tensor([1, -1, 0, 0]).double()[0]

PROBES = (
    Probe(
        "decides",
        "A query decides where both labels name keys, and none in common.",
        _FOUR,
        DECIDES,
    ),
    Probe(
        "decides",
        "Labels may name several keys; one in common is enough to decide nothing.",
        _WIDE,
        DECIDES,
    ),
    Probe(
        "decides",
        "The key in common may be the first of both, or a later one.",
        _SHARED,
        DECIDES,
    ),
    Probe(
        "decides",
        "Two labels that are the same decide nowhere.",
        _NONE,
        DECIDES,
    ),
    Probe(
        "wins",
        "Each head is judged by itself, at the queries that decide alone.",
        _FOUR,
        SCORES,
    ),
    Probe(
        "wins",
        "Five sentences in which every query decides.",
        _ALL,
        SCORES,
    ),
    Probe(
        "wins",
        "Nobody wins where nothing is decided.",
        _NONE,
        SCORES,
    ),
    Probe(
        "several keys",
        "What a label gets is all the weight on its keys.",
        _WIDE,
        SCORES,
    ),
    Probe(
        "several keys",
        "Two keys with a quarter each are more than one with a quarter.",
        _LEVEL,
        SCORES,
    ),
    Probe(
        "several keys",
        "So it is if the first label names two keys.",
        {**_LEVEL, "one": _LEVEL["other"], "other": _LEVEL["one"]},
        SCORES,
    ),
    Probe(
        "ties",
        "Where both labels get the same weight, nobody wins.",
        _EQUAL,
        SCORES,
    ),
    Probe(
        "ties",
        "In float64 a lead of a ten-thousandth of a millionth is a lead.",
        _CLOSE,
        SCORES,
    ),
    Probe(
        "input untouched",
        "The weights and both labels stay as they were.",
        _WIDE,
        untouched,
    ),
)
