"""What a layer that reads on with its kept keys and values has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import (
    gradient_of_all,
    only,
    untouched,
    value,
)
from transformer_grading.checks.observing import Call, Observation, Observe


def reading(
    seed: int, *lead: int, old: int, new: int, sizes: tuple[int, int] = (5, 3)
) -> dict[str, Tensor]:
    """Draw a text, a part of which was read before.

    Args:
        seed: The seed.
        *lead: The leading axes.
        old: How many tokens were read before.
        new: How many are new.
        sizes: d_model and d_k.
    """
    d_model, d_k = sizes
    return {
        "x": numbers(seed, *lead, new, d_model),
        "keys": numbers(seed + 1, *lead, old, d_k),
        "values": numbers(seed + 2, *lead, old, d_k),
        "w": numbers(seed + 3, 3, d_model, d_k) / 2,
        "positions": numbers(seed + 4, 17, d_model),
    }


def enlarged(inputs: dict[str, Tensor], factor: float) -> dict[str, Tensor]:
    """Let kept keys be large, and so their scores.

    Args:
        inputs: What is read.
        factor: By how much.
    """
    return {**inputs, "keys": factor * inputs["keys"]}


def in_chunks(*chunks: int) -> Observe:
    """Observe the outputs when a text is read in chunks.

    Args:
        *chunks: How many tokens each chunk has.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        x, keys, values, *others = inputs.values()
        outputs = []
        for chunk in x.split(chunks, dim=-2):
            output, keys, values = call(chunk, keys, values, *others).values()
            outputs.append(output)
        return {"the output, chunk by chunk": torch.cat(outputs, dim=-2)}

    return observe


def last_edited(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe what moves when the last new token is edited."""
    x, *others = inputs.values()
    edited = x.clone()
    edited[..., -1, :] += 1
    before = call(x.clone(), *others)["output"]
    after = call(edited, *others)["output"]
    return {"the change of output": after - before}


_FIRST = reading(200, 2, old=0, new=4)
_ONE = reading(210, 2, old=4, new=1)
_MORE = reading(220, 2, old=4, new=3)
_LONG = reading(230, 1, old=0, new=9)
_LEAD = reading(240, 2, 3, old=2, new=4, sizes=(7, 5))
_NONE = reading(250, old=3, new=2)

PROBES = (
    Probe("first chunk", "A text of one token.", reading(260, 1, old=0, new=1), value),
    Probe("first chunk", "Nothing was read before.", _FIRST, only("output")),
    Probe("one token", "One token after four others.", _ONE, only("output")),
    Probe("several", "Three new tokens after four.", _MORE, only("output")),
    Probe(
        "several",
        "An edit of the last new token moves its own output only.",
        _MORE,
        last_edited,
    ),
    Probe("several", "Large scores.", enlarged(_MORE, 150), only("output")),
    Probe(
        "several",
        "Keys are as wide as the model.",
        reading(270, 2, old=2, new=3, sizes=(5, 5)),
        only("output"),
    ),
    Probe("kept", "Nothing was kept before.", _FIRST, only("keys", "values")),
    Probe("kept", "One token more.", _ONE, only("keys", "values")),
    Probe("kept", "Three tokens more.", _MORE, only("keys", "values")),
    Probe("chunks", "Token by token.", _LONG, in_chunks(*[1] * 9)),
    Probe("chunks", "Four tokens, then five.", _LONG, in_chunks(4, 5)),
    Probe("chunks", "Three, two, and four.", _LONG, in_chunks(3, 2, 4)),
    Probe("leading axes", "No leading axis.", _NONE, value),
    Probe("leading axes", "Two leading axes.", _LEAD, value),
    Probe("leading axes", "In float64.", in_double(_LEAD), value, atol=1e-9, rtol=1e-9),
    Probe("input untouched", "All inputs stay as they were.", _MORE, untouched),
    Probe(
        "gradient",
        "It flows back to all inputs.",
        in_double(_MORE),
        gradient_of_all(),
        atol=1e-9,
        rtol=1e-7,
    ),
)
