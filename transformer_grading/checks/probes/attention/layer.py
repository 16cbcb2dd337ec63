"""What a layer of attention with several heads has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    first,
    in_double,
    mask,
    numbers,
    stairs,
    tensor,
)
from transformer_grading.checks.observations import alone, gradient, untouched, value

MATRICES = ("w_q", "w_k", "w_v", "w_o")


def layer(
    seed: int, batch: int, heads: int, lengths: tuple[int, int], widths: Any
) -> dict[str, Tensor]:
    """Draw the arguments of a layer.

    Args:
        seed: The seed.
        batch: Sequences.
        heads: Heads.
        lengths: query and key.
        widths: d_model, d_k and d_v.
    """
    d_model, d_k, d_v = widths
    return {
        "x": numbers(seed, batch, lengths[0], d_model),
        "context": numbers(seed + 1, batch, lengths[1], d_model),
        "w_q": numbers(seed + 2, heads, d_model, d_k) / 2,
        "w_k": numbers(seed + 3, heads, d_model, d_k) / 2,
        "w_v": numbers(seed + 4, heads, d_model, d_v) / 2,
        "w_o": numbers(seed + 5, heads * d_v, d_model) / 2,
    }


ONE_HEAD = {
    "x": tensor([[2.0, 0.0]]),
    "context": tensor([[1.0, 0.0], [0.0, 1.0]]),
    "w_q": tensor([[1.0], [0.0]]),
    "w_k": tensor([[1.0], [-1.0]]),
    "w_v": tensor([[8.0], [-4.0]]),
    "w_o": tensor([1.0, 10.0]),
}
_STAIRS = stairs(3, 5, 1)
_PADDED = first(5, 3, 5)[:, None, None]
_BY_HEAD = first(5, 1, 4)[:, None]
_TWO_QUERIES = {**ONE_HEAD, "x": tensor([[2.0, 0.0], [0.0, 1.0]])}
_ONE_EMPTY = mask([True, False], [False, False])
# The first feature makes scores, the second is the value.
_LOUD = {
    **ONE_HEAD,
    "x": tensor([[1.0, 0.0]]),
    "w_k": tensor([[1.0], [0.0]]),
    "w_v": tensor([[0.0], [1.0]]),
    "mask": mask([True, False]),
}
_CANCELLING = {
    **ONE_HEAD,
    "context": tensor([[1.0, -1.0], [0.0, 1.0]]),
}

PROBES = (
    Probe(
        "value",
        "One head with one feature: project, attend, project back.",
        ONE_HEAD,
        value,
    ),
    Probe(
        "value",
        "A token whose features add up to zero is a token like any other.",
        _CANCELLING,
        value,
    ),
    Probe(
        "value",
        "All sizes differ: two heads on three sequences.",
        layer(10, 3, 2, (4, 5), (7, 6, 11)),
        value,
    ),
    Probe(
        "value",
        "The widths d_model, d_k and d_v are the same.",
        layer(20, 3, 2, (3, 4), (5, 5, 5)),
        value,
    ),
    Probe(
        "value",
        "x is its own context, and heads · d_v is d_model.",
        layer(30, 2, 2, (3, 3), (6, 3, 3)),
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**layer(40, 2, 3, (3, 5), (7, 2, 4)), "mask": _STAIRS},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key) hides padding, with as many heads as sequences.",
        {**layer(50, 2, 2, (3, 5), (7, 2, 4)), "mask": _PADDED},
        value,
    ),
    Probe(
        "mask",
        "The mask (heads, 1, key) gives each head its own view.",
        {**layer(60, 2, 2, (3, 5), (7, 2, 4)), "mask": _BY_HEAD},
        value,
    ),
    Probe(
        "mask",
        "A hidden position does not matter, however high its score is.",
        {**_LOUD, "context": tensor([[0.0, 8.0], [4000.0, 4.0]])},
        value,
    ),
    Probe(
        "mask",
        "A position that may be seen is found, however low its score is.",
        {**_LOUD, "context": tensor([[-1e7, 8.0], [0.0, 4.0]])},
        value,
    ),
    Probe(
        "value",
        "From inputs in float64 comes an output in float64.",
        in_double(ONE_HEAD),
        value,
    ),
    Probe(
        "empty row",
        "A position that may look at nothing has output 0.",
        {**_TWO_QUERIES, "mask": _ONE_EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "The same holds if no position may look at anything.",
        {**ONE_HEAD, "mask": mask([False, False])},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        layer(70, 3, 2, (4, 4), (6, 5, 2)),
        alone(1, *MATRICES),
    ),
    Probe(
        "input untouched",
        "x, the context and all matrices stay as they were.",
        layer(80, 2, 3, (3, 4), (5, 2, 7)),
        untouched,
    ),
    Probe(
        "input untouched",
        "They and the mask stay as they were, also where a row is empty.",
        {**_TWO_QUERIES, "mask": _ONE_EMPTY},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to x, to the context and to every matrix.",
        {**layer(90, 2, 3, (3, 5), (6, 4, 2)), "mask": _STAIRS},
        gradient,
    ),
)
