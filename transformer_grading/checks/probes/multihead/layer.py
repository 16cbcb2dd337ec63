"""What a layer of attention with fused matrices has to be like."""

import math
from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    in_double,
    numbers,
    stairs,
    tensor,
)
from transformer_grading.checks.observations import (
    alone,
    gradient,
    untouched,
    value,
)
from transformer_grading.checks.probes.attention.layer import MATRICES


def fused(
    seed: int, batch: int, heads: int, lengths: tuple[int, int], widths: Any
) -> dict[str, Any]:
    """Draw the arguments of a layer.

    Args:
        seed: The seed.
        batch: Sequences.
        heads: Heads.
        lengths: query and key.
        widths: d_model, d_k and d_v.
    """
    d_model, d_k, d_v = widths
    query, key = lengths
    return {
        "x": numbers(seed, batch, query, d_model),
        "context": numbers(seed + 1, batch, key, d_model),
        "w_q": numbers(seed + 2, d_model, heads * d_k) / 2,
        "w_k": numbers(seed + 3, d_model, heads * d_k) / 2,
        "w_v": numbers(seed + 4, d_model, heads * d_v) / 2,
        "w_o": numbers(seed + 5, heads * d_v, d_model) / 2,
        "n_heads": heads,
    }


def to_itself(
    seed: int, batch: int, heads: int, seq: int, widths: Any
) -> dict[str, Any]:
    """Draw the arguments of a layer whose tokens look at each other.

    Args:
        seed: The seed.
        batch: Sequences.
        heads: Heads.
        seq: Tokens of a sequence.
        widths: d_model, d_k and d_v.
    """
    return {**fused(seed, batch, heads, (seq, seq), widths), "context": None}


TWO_HEADS: dict[str, Any] = {
    "x": tensor([[math.log(3), 0.0]]),
    "context": tensor([[1.0, 1.0], [0.0, 3.0]]),
    "w_q": tensor([1.0, 0.0], [0.0, 1.0]),
    "w_k": tensor([1.0, 0.0], [0.0, 1.0]),
    "w_v": tensor([8.0, 0.0], [0.0, 1.0]),
    "w_o": tensor([1.0, 0.0], [10.0, 1.0]),
    "n_heads": 2,
}


def turned(inputs: dict[str, Any]) -> dict[str, Any]:
    """Lay every tensor of several axes in memory as if its last two were exchanged.

    Args:
        inputs: The inputs, by name.
    """
    return {
        name: value.mT.contiguous().mT
        if isinstance(value, Tensor) and value.dim() > 1
        else value
        for name, value in inputs.items()
    }


_LARGE = in_double(fused(145, 2, 2, (3, 4), (5, 3, 2)))
_LARGE["w_q"], _LARGE["w_k"] = 16 * _LARGE["w_q"], 16 * _LARGE["w_k"]
VALUES = (
    Probe(
        "value",
        "Two heads with one feature each: project, attend, project back.",
        TWO_HEADS,
        value,
    ),
    Probe(
        "value",
        "A token whose features add up to zero is a token like any other.",
        {**TWO_HEADS, "context": tensor([[1.0, -1.0], [0.0, 3.0]])},
        value,
    ),
    Probe(
        "value",
        "All sizes differ: two heads on three sequences.",
        fused(110, 3, 2, (4, 5), (7, 6, 11)),
        value,
    ),
    Probe(
        "value",
        "All matrices may be square.",
        fused(120, 3, 2, (3, 4), (6, 3, 3)),
        value,
    ),
    Probe(
        "value",
        "Sequences, heads, tokens and features of a head may be alike in number.",
        fused(130, 3, 3, (3, 3), (9, 3, 3)),
        value,
    ),
    Probe(
        "value",
        "There may be one head.",
        fused(140, 2, 1, (3, 4), (5, 3, 2)),
        value,
    ),
    Probe(
        "value",
        "From inputs in float64 comes an output in float64.",
        in_double(TWO_HEADS),
        value,
    ),
    Probe(
        "value",
        "Scores may be large.",
        _LARGE,
        value,
    ),
    Probe(
        "value",
        "It does not matter how the tensors lie in memory.",
        turned(fused(147, 2, 3, (4, 5), (6, 2, 3))),
        value,
    ),
    Probe(
        "context",
        "Without a context x looks at itself.",
        to_itself(150, 2, 3, 4, (5, 2, 3)),
        value,
    ),
    Probe(
        "context",
        "A context is looked at, also where it is as long as x.",
        fused(160, 2, 3, (4, 4), (6, 2, 2)),
        value,
    ),
    Probe(
        "input untouched",
        "x, the context and all matrices stay as they were.",
        fused(170, 2, 3, (3, 4), (5, 2, 7)),
        untouched,
    ),
)
FLOWS = (
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        fused(240, 3, 2, (4, 4), (6, 5, 2)),
        alone(1, *MATRICES),
    ),
    Probe(
        "gradient",
        "Gradients flow to x, to the context and to every matrix, mask or not.",
        {**fused(250, 2, 3, (3, 5), (6, 4, 2)), "mask": stairs(3, 5, 1)},
        gradient,
    ),
    Probe(
        "gradient",
        "Without a context all gradients flow to x and to every matrix.",
        to_itself(260, 2, 3, 4, (5, 2, 3)),
        gradient,
    ),
)
