"""What several tasks of chapter 6 look at."""

import itertools
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observations import copies
from transformer_grading.checks.observing import Call, Observation


def shifted(x: Tensor, place: int, amount: float = 3.0) -> Tensor:
    """Edit a token, some of its features more than others.

    Args:
        x: The tokens.
        place: Which token, counted over all leading axes.
        amount: How large the edit is.
    """
    edited = x.clone()
    token = edited.view(-1, x.shape[-1])[place]
    token += amount * torch.arange(1.0, len(token) + 1).remainder(3)
    return edited


def on_average(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the first result on average over all masks, each as likely as it is.

    A mask has one decision for each place of the last axis, the same in all rows.
    """
    keep, rate = inputs["keep"], inputs["rate"]
    total: Tensor | float = 0.0
    for places in itertools.product((True, False), repeat=keep.shape[-1]):
        likely = (1 - rate) ** sum(places) * rate ** (len(places) - sum(places))
        drawn = torch.tensor(places).expand(keep.shape).clone()
        results = call(*copies({**inputs, "keep": drawn}))
        total = total + likely * next(iter(results.values()))
    assert isinstance(total, Tensor)
    return {"the average over all masks": total}
