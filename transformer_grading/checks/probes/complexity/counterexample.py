"""What an example has to be like that exposes tiles which are not rescaled."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, UnusableError
from transformer_grading.checks.probes.attention.fitting import refuse_misfits

TILE = 2
_OFF = 0.01


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    q, k, v = call().values()
    refuse_misfits(q, k, v)
    if not q.numel() or not k.numel():
        says = "There is no query or no key, so there is nothing she could get wrong."
        raise UnusableError("nothing to look at", says)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    best = _best_so_far(scores)
    hers = (scores - best).exp()
    hers, right = hers / hers.sum(dim=-1, keepdim=True), scores.softmax(dim=-1)
    off = bool(((hers @ v - right @ v).abs() >= _OFF).any())
    rises = best[..., -1] - best[..., 0]
    found = {
        "q, k and v are finite": all(bool(t.isfinite().all()) for t in (q, k, v)),
        "the scores are finite": bool(scores.isfinite().all()),
        "there is more than one tile": k.shape[-2] > TILE,
        # Each of these is needed, unless another makes up for it.
        "a later tile beats the best score by 0.01": off or bool((rises >= 0.01).any()),
        "some weight of hers is off by 0.01": off
        or bool(((hers - right).abs() >= _OFF).any()),
        "her output is off by 0.01": off,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


def _best_so_far(scores: Tensor) -> Tensor:
    """Give for each key the best score of its tile and of those before."""
    tiles = scores.split(TILE, dim=-1)
    bests = torch.stack([tile.amax(dim=-1) for tile in tiles], dim=-1)
    sofar = bests.cummax(dim=-1).values
    return sofar.repeat_interleave(TILE, dim=-1)[..., : scores.shape[-1]]


PROBES = (
    Probe(
        "exposes the bug",
        "Her output and the right one differ by 0.01 or more somewhere.",
        {},
        facts,
    ),
)
