"""The tasks of chapter 3: sizes of dot products, of gradients and of embeddings."""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import tensor
from transformer_grading.checks.probes.scaling import (
    backward,
    counterexample,
    entropy,
    matching,
    moments,
    repaired,
    tying,
)
from transformer_grading.mistakes.scaling import (
    chain,
    concentration,
    divisors,
    examples,
    habits,
    logits,
    matches,
    normalised,
    places,
    routes,
    shares,
    shifts,
    slopes,
    spread,
    sums,
    tables,
    widths,
)
from transformer_lib.attention import (
    blanked_attention,
    fused_attention,
    scaled_dot_product_attention,
)
from transformer_lib.scaling import softmax_entropy

_ENTROPIES: tuple[Callable[..., Any], ...] = (
    softmax_entropy,
    torch.distributions.Categorical.entropy,
)
_DIFFERENTIATORS: tuple[Callable[..., Any], ...] = (
    *(torch.autograd.grad, torch.autograd.backward, Tensor.backward),
    *(torch.autograd.functional.jacobian, torch.autograd.functional.vjp),
    *(torch.autograd.functional.jvp, torch.func.jvp, torch.func.linearize),
    *(torch.func.grad, torch.func.grad_and_value, torch.func.vjp),
    *(torch.func.jacrev, torch.func.jacfwd),
    torch._softmax_backward_data,
)
_ATTENTIONS: tuple[Callable[..., Any], ...] = (
    *(scaled_dot_product_attention, fused_attention, blanked_attention),
    *(F.scaled_dot_product_attention, F.multi_head_attention_forward),
)


def _dot_moments(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> tuple[Tensor, Tensor]:
    # Three parts that are never negative: nothing is lost by taking one off another.
    parts = (q_std * k_std) ** 2 + (q_mean * k_std) ** 2 + (q_std * k_mean) ** 2
    return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1)


def _entropy(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    return found


def _scores_backward(q: Tensor, k: Tensor, upstream: Tensor) -> tuple[Tensor, Tensor]:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    expected = (weights * upstream).sum(dim=-1, keepdim=True)
    arriving = weights * (upstream - expected) / root
    return arriving @ k, arriving.mT @ q


def _counterexample() -> tuple[Tensor, Tensor]:
    return tensor([[[3, 0, 0, 0]]]), tensor([[[1, 0, 0, 0], [0, 0, 0, 0]]])


def _repaired(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)


def _own_weight(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    return (q @ k.mT / divisor).softmax(dim=-1).diagonal(dim1=-2, dim2=-1)


def _first_table(noise: Tensor) -> Tensor:
    return noise / math.sqrt(noise.shape[-1])


def _both_ends(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> tuple[Tensor, Tensor]:
    found = math.sqrt(table.shape[-1]) * table[ids]
    return found + positions[: ids.shape[-1]], states @ table.mT


MOMENTS = Task(
    name="dot_moments",
    returns=("mean", "variance"),
    reference=_dot_moments,
    probes=moments.PROBES,
    mistakes=(*spread.MISTAKES, *sums.MISTAKES),
)
ENTROPY = Task(
    name="entropy",
    returns=("entropy",),
    reference=_entropy,
    probes=entropy.PROBES,
    mistakes=(
        *(*shares.MISTAKES, *concentration.MISTAKES),
        *(*habits.MISTAKES, *shifts.ENTROPIES),
    ),
    seals=_ENTROPIES,
)
BACKWARD = Task(
    name="scores_backward",
    returns=("to_q", "to_k"),
    reference=_scores_backward,
    probes=backward.PROBES,
    mistakes=(
        *(*chain.MISTAKES, *slopes.MISTAKES),
        *(*routes.MISTAKES, *shifts.WAYS_BACK),
    ),
    seals=_DIFFERENTIATORS,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("q", "k"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=examples.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("weights",),
    reference=_repaired,
    probes=repaired.PROBES,
    mistakes=(*widths.MISTAKES, *normalised.MISTAKES, *shifts.WEIGHTS),
    seals=_ATTENTIONS,
)
MATCHES = Task(
    name="own_weight",
    returns=("weights",),
    reference=_own_weight,
    probes=matching.PROBES,
    mistakes=(*divisors.MISTAKES, *matches.MISTAKES, *shifts.OWN_WEIGHTS),
)
TABLE = Task(
    name="first_table",
    returns=("table",),
    reference=_first_table,
    probes=tying.TABLES,
    mistakes=tables.MISTAKES,
)
ENDS = Task(
    name="both_ends",
    returns=("input", "logits"),
    reference=_both_ends,
    probes=tying.ENDS,
    mistakes=(*places.MISTAKES, *logits.MISTAKES),
)
