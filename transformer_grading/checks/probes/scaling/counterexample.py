"""What an example has to be like that exposes a scale by the number of heads."""

import math
from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, UnusableError
from transformer_grading.checks.probes.attention.fitting import refuse_misfits

_OFF = 0.01


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    q, k = call().values()
    if q.dim() != 4:
        says = f"q has {q.dim()} axes; hers has four, (batch, heads, query, d_k)."
        raise UnusableError("not four axes", says)
    refuse_misfits(q, k, k)
    products = q @ k.transpose(-2, -1)
    hers = (products / math.sqrt(q.shape[1])).softmax(dim=-1)
    right = (products / math.sqrt(q.shape[-1])).softmax(dim=-1)
    off = bool(((hers - right).abs() >= _OFF).any())
    settled = (hers.amax(-1) > 0.999) & (right.amax(-1) > 0.999)
    apart = (products.amax(-1) - products.amin(-1)) >= _OFF
    found = {
        "q and k are finite": all(bool(t.isfinite().all()) for t in (q, k)),
        "the scores are finite": bool(products.isfinite().all()),
        "there are two keys or more": k.shape[-2] > 1,
        "the heads are not as many as the features": q.shape[1] != q.shape[-1],
        # Each of these is needed; rounding must not make them contradict the last.
        "a query scores two keys differently": off or bool(apart.any()),
        "a query is still undecided": off or not bool(settled.all()),
        "her weights are off by 0.01": off,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


PROBES = (
    Probe(
        "exposes the bug",
        "Her weights and the right ones differ by 0.01 or more somewhere.",
        {},
        facts,
    ),
)
