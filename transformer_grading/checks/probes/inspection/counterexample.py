"""What two pictures with one output have to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, UnusableError

APART, LITTLE, SAME = 0.5, 0.1, 1e-6
"""How far values are apart, what a leader keeps at most, what is no difference."""


def _refuse_misfits(one: Tensor, other: Tensor, v: Tensor) -> None:
    if v.dim() != 2 or one.dim() != 1 or one.shape != other.shape:
        shapes = ", ".join(str(tuple(t.shape)) for t in (one, other, v))
        says = f"The shapes are {shapes}; expected (key,), (key,) and (key, d_v)."
        raise UnusableError("misfits", says)
    if len(v) != len(one) or not v.numel():
        says = f"There are {len(one)} weights and {len(v)} values; expected one each."
        raise UnusableError("misfits", says)
    if not all(t.is_floating_point() for t in (one, other, v)):
        raise UnusableError("misfits", "Weights and values have to be floats.")


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, two pictures are different and do the same."""
    results = tuple(call().values())
    _refuse_misfits(*results)
    one, other, v = (t.double() for t in results)
    looks = torch.stack([one, other])
    finite = all(bool(t.isfinite().all()) for t in (one, other, v))
    shares = bool(((looks >= -SAME) & (looks <= 1 + SAME)).all())
    whole = bool(((looks.sum(-1) - 1).abs() <= SAME).all())
    gaps = torch.cdist(v, v) + torch.eye(len(v)) * APART
    first, second = int(one.argmax()), int(other.argmax())
    found = {
        "all numbers are finite": finite,
        "weights are from 0 to 1": shares,
        "weights add up to 1": whole,
        "no two values are alike": bool((gaps >= APART - SAME).all()),
        "the pictures have their largest weights at different tokens": first != second,
        "the token that leads one picture has next to nothing in the other": bool(
            max(one[second], other[first]) <= LITTLE + SAME
        ),
        "both give the same output": bool(((one - other) @ v).abs().max() <= SAME),
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


PROBES = (
    Probe(
        "one output, two pictures",
        "The pictures name different tokens, and what comes out is the same.",
        {},
        facts,
    ),
)
