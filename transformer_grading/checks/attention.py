"""The tasks of chapter 2: from one softmax to a layer with several heads."""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import mask, tensor
from transformer_grading.checks.probes.attention import (
    attention,
    counterexample,
    kernel,
    layer,
    softmax,
)
from transformer_grading.checks.probes.attention import temperature as heat
from transformer_grading.mistakes.attention import (
    axes,
    effects,
    fills,
    head_limits,
    head_masks,
    head_scale,
    heads,
    late,
    layout,
    limits,
    masks,
    partial,
    projections,
    ranks,
    results,
    scale,
    shifts,
    sources,
)
from transformer_grading.mistakes.attention import counterexample as example_mistakes
from transformer_grading.mistakes.attention import kernel as kernel_mistakes
from transformer_grading.mistakes.attention import softmax as softmax_mistakes
from transformer_grading.mistakes.attention import temperature as heat_mistakes
from transformer_lib.attention import (
    blanked_attention,
    fused_attention,
    scaled_dot_product_attention,
)

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
    blanked_attention,
    F.scaled_dot_product_attention,
    *_LAYERS,
)


def _softmax(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(scores, dim=dim)


def _counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return tensor([1]), tensor([0], [0]), tensor([4], [0]), mask([True, False])


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


_MASKING = (
    *(*fills.MISTAKES, *limits.MISTAKES, *masks.MISTAKES, *partial.MISTAKES),
    *(*late.MISTAKES, *scale.MISTAKES, *effects.MISTAKES),
)

SOFTMAX = Task(
    name="softmax",
    returns=("weights",),
    reference=_softmax,
    probes=softmax.PROBES,
    mistakes=(*shifts.MISTAKES, *softmax_mistakes.MISTAKES),
    seals=_SOFTMAXES,
)
ATTENTION = Task(
    name="attention",
    returns=("output", "weights"),
    reference=scaled_dot_product_attention,
    probes=(
        *(*attention.VALUES, attention.UNTOUCHED, *attention.MASKS),
        *(*attention.AXES, *attention.GRADIENTS),
    ),
    mistakes=(*axes.MISTAKES, *ranks.MISTAKES, *results.MISTAKES, *_MASKING),
    seals=_ATTENTIONS,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("q", "k", "v", "mask"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=example_mistakes.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("output", "weights"),
    reference=scaled_dot_product_attention,
    probes=(
        *(*attention.MASKS, attention.IN_DOUBLE, attention.UNTOUCHED),
        *(*attention.MASKED_AXES, *attention.GRADIENTS),
    ),
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
        *(*heads.MISTAKES, *head_scale.MISTAKES, *head_masks.MISTAKES),
        *head_limits.MISTAKES,
    ),
    seals=_LAYERS,
)
