"""What a layer has to be like whose heads share keys and values in groups."""

import math
from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    first,
    in_double,
    mask,
    numbers,
    stairs,
    tensor,
)
from transformer_grading.checks.observations import gradient, untouched, value


def grouped(
    seed: int, heads: tuple[int, int], lead: tuple[int, int], widths: Any
) -> dict[str, Any]:
    """Draw the arguments of a layer with groups.

    Args:
        seed: The seed.
        heads: Heads and groups.
        lead: batch and seq.
        widths: d_model, d_k and d_v.
    """
    d_model, d_k, d_v = widths
    n_heads, n_groups = heads
    return {
        "x": numbers(seed, *lead, d_model),
        "w_q": numbers(seed + 1, d_model, n_heads * d_k) / 2,
        "w_k": numbers(seed + 2, d_model, n_groups * d_k) / 2,
        "w_v": numbers(seed + 3, d_model, n_groups * d_v) / 2,
        "w_o": numbers(seed + 4, n_heads * d_v, d_model) / 2,
        "n_heads": n_heads,
        "n_groups": n_groups,
    }


BY_HAND: dict[str, Any] = {
    "x": tensor([[1.0, 0.0], [0.0, 1.0]]),
    "w_q": tensor([math.log(3), 0.0], [0.0, 0.0]),
    "w_k": tensor([1.0], [0.0]),
    "w_v": tensor([8.0], [0.0]),
    "w_o": tensor([1.0, 0.0], [0.0, 1.0]),
    "n_heads": 2,
    "n_groups": 1,
}
_LARGE = in_double(grouped(555, (4, 2), (2, 4), (5, 3, 2)))
_LARGE["w_q"], _LARGE["w_k"] = 16 * _LARGE["w_q"], 16 * _LARGE["w_k"]

PROBES = (
    Probe(
        "value",
        "Two heads share one key and one value for each token.",
        BY_HAND,
        value,
    ),
    Probe(
        "groups",
        "Six heads in two groups: heads 0 to 2 share, and heads 3 to 5.",
        grouped(510, (6, 2), (2, 4), (5, 3, 2)),
        value,
    ),
    Probe(
        "groups",
        "Six heads in three groups.",
        grouped(520, (6, 3), (2, 5), (4, 2, 3)),
        value,
    ),
    Probe(
        "groups",
        "Four heads in two groups.",
        grouped(530, (4, 2), (3, 3), (8, 2, 2)),
        value,
    ),
    Probe(
        "value",
        "As many groups as heads: multi-head attention.",
        grouped(540, (3, 3), (2, 4), (6, 2, 2)),
        value,
    ),
    Probe(
        "value",
        "One group for three heads.",
        grouped(550, (3, 1), (2, 4), (5, 2, 4)),
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "value",
        "Scores may be large.",
        _LARGE,
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**grouped(560, (4, 2), (3, 4), (5, 2, 3)), "mask": stairs(4, 4)},
        value,
    ),
    Probe(
        "mask",
        "It does so with as many sequences as tokens.",
        {**grouped(565, (4, 2), (4, 4), (5, 2, 3)), "mask": stairs(4, 4)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key), with as many groups as sequences.",
        {
            **grouped(570, (4, 2), (2, 5), (5, 3, 2)),
            "mask": first(5, 3, 4)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "A token that may look at nothing has output 0.",
        {**BY_HAND, "mask": mask([True, False], [False, False])},
        value,
    ),
    Probe(
        "mask",
        "A sequence may have nothing to look at.",
        {
            **grouped(575, (4, 2), (3, 4), (5, 3, 2)),
            "mask": first(4, 3, 0, 2)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "A hidden token does not matter, however high its score is.",
        {
            **BY_HAND,
            "w_k": tensor([0.0], [12000.0]),
            "mask": mask([True, False], [True, True]),
        },
        value,
    ),
    Probe(
        "mask",
        "A token that may be seen is found, however low its score is.",
        {
            **BY_HAND,
            "w_k": tensor([-12000.0], [0.0]),
            "mask": mask([True, False], [True, True]),
        },
        value,
    ),
    Probe(
        "input untouched",
        "x and all matrices stay as they were.",
        grouped(580, (4, 2), (2, 3), (5, 2, 3)),
        untouched,
    ),
    Probe(
        "input untouched",
        "The mask stays as it was, also where a row is empty.",
        {**BY_HAND, "mask": mask([True, False], [False, False])},
        untouched,
    ),
    Probe(
        "input untouched",
        "So does a mask with four axes, its shape included.",
        {**BY_HAND, "mask": mask([True, False])[:, None, None]},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to x and to every matrix: a key hears from all its heads.",
        {**grouped(590, (6, 2), (2, 3), (5, 2, 3)), "mask": stairs(3, 3)},
        gradient,
    ),
)
