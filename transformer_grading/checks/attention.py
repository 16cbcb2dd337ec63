"""The tasks of chapter 2: from one softmax to a layer with several heads."""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Probe, Task
from transformer_grading.checks.inputs import tensor
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes import attention, kernel, layer, softmax
from transformer_grading.checks.probes import temperature as heat
from transformer_grading.mistakes.attention import (
    axes,
    counterexample,
    fills,
    head_scale,
    heads,
    late,
    layout,
    masks,
    projections,
    results,
    scale,
    sources,
)
from transformer_grading.mistakes.attention import kernel as kernel_mistakes
from transformer_grading.mistakes.attention import softmax as softmax_mistakes
from transformer_grading.mistakes.attention import temperature as heat_mistakes
from transformer_lib.attention import fused_attention, scaled_dot_product_attention

_SOFTMAXES: tuple[Callable[..., Any], ...] = (
    *(torch.softmax, Tensor.softmax, F.softmax, torch.special.softmax, F.softmin),
    *(torch.log_softmax, Tensor.log_softmax, F.log_softmax),
    *(torch.special.log_softmax, F.gumbel_softmax),
    *(torch._softmax, torch._log_softmax),
)
_LAYERS: tuple[Callable[..., Any], ...] = (F.multi_head_attention_forward,)
_ATTENTIONS: tuple[Callable[..., Any], ...] = (
    scaled_dot_product_attention,
    fused_attention,
    F.scaled_dot_product_attention,
    *_LAYERS,
)


def _softmax(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(scores, dim=dim)


def _counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    mask = torch.tensor([[True, False]])
    return tensor([1]), tensor([0], [0]), tensor([4], [0]), mask


def _at_temperature(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    return scaled_dot_product_attention(q / temperature, k, v)[0]


def _as_attention(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> tuple[Tensor, Tensor, Tensor]:
    # Of -(x - x_known)² the term x² is the same for every key: softmax drops it.
    q = torch.stack([x, torch.ones_like(x)], dim=-1) / width**2
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q * math.sqrt(2), k, y_known[:, None]


def _attention_layer(  # noqa: PLR0913
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Tensor | None = None,
) -> Tensor:
    q, k, v = x[:, None] @ w_q, context[:, None] @ w_k, context[:, None] @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def _facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes masking after the softmax."""
    q, k, v, mask = call().values()
    _, weights = scaled_dot_product_attention(q, k, v)
    right, _ = scaled_dot_product_attention(q, k, v, mask)
    hers = (weights * mask) @ v
    off = bool(((hers - right).abs() >= 0.01).any())
    facts = {
        "q, k and v are finite": all(bool(t.isfinite().all()) for t in (q, k, v)),
        "every query may look somewhere": bool(mask.any(-1).all()),
        "the mask hides a key": not bool(mask.all()),
        # Large values make up for less weight.
        "hidden keys had 0.01 of the weight": off
        or bool(((weights * ~mask).sum(-1) >= 0.01).any()),
        "her output is off by 0.01": off,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in facts.items()}


EXPOSES = Probe(
    "exposes the bug",
    "Her output and the right one differ by 0.01 or more somewhere.",
    {},
    _facts,
)

_MASKING = (*fills.MISTAKES, *masks.MISTAKES, *late.MISTAKES)

SOFTMAX = Task(
    name="softmax",
    returns=("weights",),
    reference=_softmax,
    probes=softmax.PROBES,
    mistakes=softmax_mistakes.MISTAKES,
    seals=_SOFTMAXES,
)
ATTENTION = Task(
    name="attention",
    returns=("output", "weights"),
    reference=scaled_dot_product_attention,
    probes=(*attention.VALUES, *attention.MASKS, *attention.AXES, attention.GRADIENT),
    mistakes=(*scale.MISTAKES, *axes.MISTAKES, *results.MISTAKES, *_MASKING),
    seals=_ATTENTIONS,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("q", "k", "v", "mask"),
    reference=_counterexample,
    probes=(EXPOSES,),
    mistakes=counterexample.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("output", "weights"),
    reference=scaled_dot_product_attention,
    probes=(*attention.MASKS, *attention.MASKED_AXES, attention.GRADIENT),
    mistakes=_MASKING,
    seals=_ATTENTIONS,
)
TEMPERATURE = Task(
    name="at_temperature",
    returns=("output",),
    reference=_at_temperature,
    probes=heat.PROBES,
    mistakes=heat_mistakes.MISTAKES,
    seals=_ATTENTIONS,
)
KERNEL = Task(
    name="as_attention",
    returns=("q", "k", "v"),
    reference=_as_attention,
    probes=kernel.PROBES,
    mistakes=kernel_mistakes.MISTAKES,
)
LAYER = Task(
    name="attention_layer",
    returns=("output",),
    reference=_attention_layer,
    probes=layer.PROBES,
    mistakes=(
        *(*projections.MISTAKES, *sources.MISTAKES, *layout.MISTAKES),
        *(*heads.MISTAKES, *head_scale.MISTAKES),
    ),
    seals=_LAYERS,
)
