"""What a block that writes has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    in_double,
    mask,
    numbers,
    stairs,
    tensor,
)
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.rows import shifted


def matrices(seed: int, d_model: int, d_ff: int) -> dict[str, Tensor]:
    """Draw the matrices of a block.

    Args:
        seed: The seed.
        d_model: Features of a token.
        d_ff: Features inside the network.
    """
    size = d_model**-0.5
    return {
        "w_self": 1.5 * size * numbers(seed, 4, d_model, d_model),
        "w_cross": 1.5 * size * numbers(seed + 1, 4, d_model, d_model),
        "w_1": size * numbers(seed + 2, d_model, d_ff),
        "w_2": d_ff**-0.5 * numbers(seed + 3, d_ff, d_model),
    }


def block(
    seed: int, *lead: int, lengths: tuple[int, int], widths: tuple[int, int]
) -> dict[str, Any]:
    """Draw the arguments of a block, with a causal mask.

    Args:
        seed: The seed.
        *lead: The leading axes.
        lengths: Words written, and words read.
        widths: d_model and d_ff.
    """
    query, source = lengths
    return {
        "x": 2 * numbers(seed, *lead, query, widths[0]) + 1,
        "memory": 2 * numbers(seed + 1, *lead, source, widths[0]) - 0.5,
        "mask": stairs(query, query),
        **matrices(seed + 2, *widths),
    }


def without(inputs: dict[str, Any], *names: str) -> dict[str, Any]:
    """Set some of the inputs to zero.

    Args:
        inputs: The inputs, by name.
        *names: Which.
    """
    return {**inputs, **{name: torch.zeros_like(inputs[name]) for name in names}}


_SMALL = {
    **block(10, lengths=(2, 3), widths=(4, 5)),
    "x": tensor([1, 1, 7, 7], [2, 4, 4, 6]),
}
_SQUARE = block(20, 3, lengths=(3, 3), widths=(3, 3))
_BATCH = block(30, 2, lengths=(4, 3), widths=(5, 7))
_BANDED = mask([1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1])

PROBES = (
    Probe(
        "road",
        "Where all matrices are zero, a token passes as it is, normalised.",
        without(_SMALL, "w_self", "w_cross", "w_1", "w_2"),
        value,
    ),
    Probe(
        "road",
        "Where cross-attention gives zero, the words still pass it.",
        without(_SMALL, "w_cross"),
        value,
    ),
    Probe(
        "value",
        "Look back, ask the memory, think: each adds to the token, each sum is "
        "normalised.",
        _SMALL,
        value,
    ),
    Probe(
        "value",
        "All sizes differ: two sequences at once.",
        _BATCH,
        value,
    ),
    Probe(
        "value",
        "As many words are written as read, and all widths are the same.",
        _SQUARE,
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(_SMALL),
        value,
    ),
    Probe(
        "who hears what",
        "Editing the last word moves no earlier output.",
        _BATCH,
        moved_by(x=shifted(_BATCH["x"], 3)),
    ),
    Probe(
        "who hears what",
        "Each word looks back as far as the mask lets it.",
        {**_BATCH, "mask": _BANDED},
        value,
    ),
    Probe(
        "who hears what",
        "Every output hears the last word of the memory.",
        _BATCH,
        moved_by(memory=shifted(_BATCH["memory"], 2)),
    ),
    Probe(
        "input untouched",
        "Words, memory, mask and matrices stay as they were.",
        _SMALL,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the words, to the memory and to every matrix.",
        _BATCH,
        gradient,
    ),
)
