"""What an example has to be like that exposes a scale by the number of heads."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, UnusableError

_OFF = 0.01


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    q, k = call().values()
    _refuse_misfits(q, k)
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


def _refuse_misfits(q: Tensor, k: Tensor) -> None:
    for name, part in {"q": q, "k": k}.items():
        if part.dim() != 4 or not part.numel():
            says = (
                f"{name} came back with shape {tuple(part.shape)}; give it the four "
                "axes of hers, none of length 0."
            )
            raise UnusableError("not four axes", says)
    misfits = {
        "dtype": "one dtype" if q.dtype != k.dtype else "",
        "kind": "" if q.is_floating_point() else "floating-point numbers",
        "lead": "the same batch and heads" if q.shape[:2] != k.shape[:2] else "",
        "d_k": "the same d_k" if q.shape[-1] != k.shape[-1] else "",
    }
    for kind, wanted in misfits.items():
        if wanted:
            says = (
                f"q is {q.dtype} of shape {tuple(q.shape)}, and k is {k.dtype} of "
                f"shape {tuple(k.shape)}: give both {wanted}."
            )
            raise UnusableError(kind, says)


PROBES = (
    Probe(
        "exposes the bug",
        "Her weights and the right ones differ by 0.01 or more somewhere.",
        {},
        facts,
    ),
)
