"""What an example has to be like that exposes masking after the softmax."""

import math
from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.attention.fitting import refuse_misfits

_OFF = 0.01


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    q, k, v, mask = call().values()
    refuse_misfits(q, k, v, mask)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights, mask = scores.softmax(dim=-1), mask.expand(scores.shape)
    right = scores.masked_fill(~mask, -math.inf).softmax(dim=-1) @ v
    off = bool((((weights * mask) @ v - right).abs() >= _OFF).any())
    hiding = ~mask.all(dim=-1)
    found = {
        "q, k and v are finite": all(bool(t.isfinite().all()) for t in (q, k, v)),
        "the scores are finite": bool(scores.isfinite().all()),
        "every query may look somewhere": bool(mask.any(-1).all()),
        "the mask hides a key": bool(hiding.any()),
        # Each of these is needed, unless the other makes up for it.
        "hidden keys had 0.01 of the weight": off
        or bool(((weights * ~mask).sum(-1) >= _OFF).any()),
        "an average of visible values is off zero by 0.05": off
        or bool((right.abs().amax(-1)[hiding] >= 5 * _OFF).any()),
        "her output is off by 0.01": off,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


PROBES = (
    Probe(
        "exposes the bug",
        "Her output and the right one differ by 0.01 or more somewhere.",
        {},
        facts,
    ),
)
