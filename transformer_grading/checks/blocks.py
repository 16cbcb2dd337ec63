"""The tasks of chapter 6: from one norm to a network with a gate."""

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_grading.checks.core import Task
from transformer_grading.checks.probes.blocks import (
    block,
    count,
    counterexample,
    feed_forward,
    gated,
    noise,
    noisy_attention,
    residual,
    sizes,
)
from transformer_grading.checks.probes.blocks import layer_norm as norms
from transformer_grading.mistakes.blocks import (
    alike,
    bend,
    block_effects,
    block_norms,
    counting_attention,
    counting_parts,
    counting_rounded,
    counting_stack,
    gate_effects,
    gates,
    hiding,
    layer_effects,
    layers,
    measures,
    memories,
    noise_effects,
    noise_places,
    noisy_effects,
    noisy_scale,
    noisy_scores,
    noisy_weights,
    norm_effects,
    norm_gain,
    norm_size,
    norm_statistics,
    order,
    reading,
    roads,
    sum_effects,
    sums,
    tower_effects,
    towers,
    widths,
    wiring,
)
from transformer_grading.mistakes.blocks import noise as noise_mistakes
from transformer_grading.mistakes.blocks.parts import attend, norm, think
from transformer_lib.blocks.blocks import DecoderBlock
from transformer_lib.blocks.sublayers import FeedForward, Residual, layer_norm

_NORMS: tuple[Callable[..., Any], ...] = (
    *(layer_norm, F.layer_norm, torch.layer_norm, torch.native_layer_norm),
    *(F.rms_norm, torch.rms_norm, F.group_norm, torch.group_norm),
    *(F.batch_norm, torch.batch_norm, F.instance_norm, torch.instance_norm),
)


def _layer_norm(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    wide = torch.promote_types(x.dtype, torch.float32)
    return layer_norm(x.to(wide), gain.to(wide), bias.to(wide), eps).to(x.dtype)


def _feed_forward(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def _residual(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    total = x + (norm(x, gain, bias) if norm_first else x) @ w
    return total if norm_first else norm(total, gain, bias)


def _sizes(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    heights = [x]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        heights.append(x)
    return torch.stack([tokens.square().mean().sqrt() for tokens in heights])


def _noisy_sum(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + (added * keep / (1 - rate) if training else added)


def _noisy_attention(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> tuple[Tensor, Tensor]:
    scale = keep / (1 - rate) if training else torch.ones_like(scores)
    weights = scores.softmax(dim=-1) * scale
    return weights @ v, weights


def _counterexample() -> tuple[Tensor, Tensor]:
    return torch.eye(4)[:2], torch.ones(1, 4)


def _repaired(  # noqa: PLR0913
    x: Tensor,
    memory: Tensor,
    mask: Tensor,
    w_self: Tensor,
    w_cross: Tensor,
    w_1: Tensor,
    w_2: Tensor,
) -> Tensor:
    x = norm(x + attend(x, x, w_self, mask))
    x = norm(x + attend(x, memory, w_cross))
    return norm(x + think(x, w_1, w_2))


def _count_stack(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> tuple[float, float]:
    looks, linear = 1 + decoder, d_model**2 + d_model
    network = d_model * d_ff + d_ff + d_ff * d_model + d_model
    block = 4 * looks * linear + network + (looks + 1) * 2 * d_model
    total = layers * block + norm_first * 2 * d_model
    return total, layers * network / total


def _gated(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def _gated_width(d_model: int, d_ff: int) -> int:
    return 2 * d_ff // 3


LAYER_NORM = Task(
    name="layer_norm",
    returns=("normalised",),
    reference=_layer_norm,
    probes=norms.PROBES,
    mistakes=(
        *(*norm_statistics.MISTAKES, *norm_size.MISTAKES),
        *(*norm_gain.MISTAKES, *norm_effects.MISTAKES),
    ),
    seals=_NORMS,
)
FEED_FORWARD = Task(
    name="feed_forward",
    returns=("made",),
    reference=_feed_forward,
    probes=feed_forward.PROBES,
    mistakes=(*bend.MISTAKES, *layers.MISTAKES, *layer_effects.MISTAKES),
    seals=(FeedForward.forward,),
)
RESIDUAL = Task(
    name="residual",
    returns=("tokens",),
    reference=_residual,
    probes=residual.PROBES,
    mistakes=(*roads.MISTAKES, *sums.MISTAKES, *sum_effects.MISTAKES),
    seals=(Residual.forward,),
)
SIZES = Task(
    name="sizes",
    returns=("sizes",),
    reference=_sizes,
    probes=sizes.PROBES,
    mistakes=(*measures.MISTAKES, *towers.MISTAKES, *tower_effects.MISTAKES),
    seals=(Residual.forward,),
)
NOISY_SUM = Task(
    name="noisy_sum",
    returns=("tokens",),
    reference=_noisy_sum,
    probes=noise.PROBES,
    mistakes=(
        *(*noise_mistakes.MISTAKES, *noise_places.MISTAKES),
        *noise_effects.MISTAKES,
    ),
    seals=(Residual.forward,),
)
NOISY_ATTENTION = Task(
    name="noisy_attention",
    returns=("output", "weights"),
    reference=_noisy_attention,
    probes=noisy_attention.PROBES,
    mistakes=(
        *noisy_scale.MISTAKES,
        *(*noisy_scores.MISTAKES, *noisy_weights.MISTAKES),
        *noisy_effects.MISTAKES,
    ),
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("x", "memory"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=alike.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("tokens",),
    reference=_repaired,
    probes=block.PROBES,
    mistakes=(
        *(*wiring.MISTAKES, *order.MISTAKES, *block_norms.MISTAKES),
        *(*reading.MISTAKES, *memories.MISTAKES, *hiding.MISTAKES),
        *block_effects.MISTAKES,
    ),
    seals=(DecoderBlock.forward, nn.TransformerDecoderLayer.forward),
)
COUNT = Task(
    name="count_stack",
    returns=("total", "share"),
    reference=_count_stack,
    probes=count.PROBES,
    mistakes=(
        *(*counting_attention.MISTAKES, *counting_parts.MISTAKES),
        *(*counting_stack.MISTAKES, *counting_rounded.MISTAKES),
    ),
    numbers=True,
)
GATED = Task(
    name="gated",
    returns=("made",),
    reference=_gated,
    probes=gated.PROBES,
    mistakes=(*gates.MISTAKES, *gate_effects.MISTAKES),
)
WIDTH = Task(
    name="gated_width",
    returns=("width",),
    reference=_gated_width,
    probes=count.WIDTHS,
    mistakes=widths.MISTAKES,
    numbers=True,
)
