"""The tasks of chapter 4: heads split and joined, masked, counted, pruned, shared."""

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from einops import rearrange
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import mask, tensor
from transformer_grading.checks.probes.multihead import (
    counting,
    grouped,
    layer,
    masked,
    padding,
    pruning,
    splitting,
)
from transformer_grading.mistakes.multihead import (
    axes,
    counterexample,
    effects,
    group_mask_axes,
    group_masks,
    groups,
    heads,
    joined,
    joining,
    keys_and_values,
    late,
    layer_axes,
    mask_axes,
    masks,
    padded,
    parameters,
    products,
    projecting,
    projections,
    pruned,
    repairs,
    rows,
    scale,
    sharing,
    shrinking,
    softmaxes,
    sources,
    widths,
)
from transformer_grading.mistakes.multihead import (
    splitting as split_mistakes,
)
from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.multihead import MultiHeadAttention

_LAYERS: tuple[Callable[..., Any], ...] = (
    *(F.multi_head_attention_forward, torch._native_multi_head_attention),
    *(MultiHeadAttention._split, MultiHeadAttention._mix),
)


def _split_heads(x: Tensor, n_heads: int) -> Tensor:
    return rearrange(x, "... seq (heads d_k) -> ... heads seq d_k", heads=n_heads)


def _merge_heads(x: Tensor) -> Tensor:
    return rearrange(x, "... heads seq d_v -> ... seq (heads d_v)")


def _multi_head_attention(  # noqa: PLR0913
    x: Tensor,
    context: Tensor | None,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    n_heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    read = x if context is None else context
    q, k, v = (_split_heads(y, n_heads) for y in (x @ w_q, read @ w_k, read @ w_v))
    return _merge_heads(scaled_dot_product_attention(q, k, v, mask)[0]) @ w_o


def _counterexample() -> tuple[Tensor, Tensor, Tensor]:
    x = tensor([[1, 2], [3, 4]], [[1, 2], [0, 0]])
    edited = tensor([[1, 2], [3, 4]], [[1, 2], [9, 9]])
    return x, edited, mask([True, True], [True, False])


def _repaired(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = _split_heads(x, n_heads)
    mask = rearrange(real, "batch key -> batch 1 1 key")
    return _merge_heads(scaled_dot_product_attention(heads, heads, heads, mask)[0])


def _parameters(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = n_heads * (2 * d_k + d_v)
    matrices = d_model * made + n_heads * d_v * d_model
    return matrices + bias * (made + d_model)


def _multiply_adds(  # noqa: PLR0913
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * (projections + query * key * (d_k + d_v))


def _prune_heads(  # noqa: PLR0913
    w_q: Tensor, w_k: Tensor, w_v: Tensor, w_o: Tensor, n_heads: int, keep: Tensor
) -> tuple[Tensor, ...]:
    columns = (rearrange(w, "m (h d) -> h m d", h=n_heads) for w in (w_q, w_k, w_v))
    rows = rearrange(w_o, "(h d) m -> h d m", h=n_heads)
    left = (rearrange(w[keep], "h m d -> m (h d)") for w in columns)
    return *left, rearrange(rows[keep], "h d m -> (h d) m")


def _grouped_query_attention(  # noqa: PLR0913
    x: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    n_heads: int,
    n_groups: int,
    mask: Tensor | None = None,
) -> Tensor:
    q = _split_heads(x @ w_q, n_heads)
    owner = torch.arange(n_heads) * n_groups // n_heads
    k, v = (_split_heads(x @ w, n_groups)[:, owner] for w in (w_k, w_v))
    return _merge_heads(scaled_dot_product_attention(q, k, v, mask)[0]) @ w_o


SPLIT = Task(
    name="split_heads",
    returns=("heads",),
    reference=_split_heads,
    probes=splitting.SPLIT,
    mistakes=(*split_mistakes.MISTAKES, *axes.MISTAKES),
    seals=_LAYERS,
)
MERGE = Task(
    name="merge_heads",
    returns=("joined",),
    reference=_merge_heads,
    probes=splitting.MERGE,
    mistakes=(*joining.MISTAKES, *joined.MISTAKES),
    seals=_LAYERS,
)
LAYER = Task(
    name="multi_head_attention",
    returns=("output",),
    reference=_multi_head_attention,
    probes=(*layer.VALUES, *masked.UNTOUCHED, *masked.MASKS, *layer.FLOWS),
    mistakes=(
        *(*layer_axes.MISTAKES, *heads.MISTAKES, *widths.MISTAKES),
        *(*projections.MISTAKES, *sources.MISTAKES, *scale.MISTAKES),
        *(*masks.MISTAKES, *mask_axes.MISTAKES, *rows.MISTAKES),
        *(*softmaxes.MISTAKES, *effects.MISTAKES, *late.MISTAKES),
    ),
    seals=_LAYERS,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("x", "edited", "real"),
    reference=_counterexample,
    probes=padding.COUNTEREXAMPLE,
    mistakes=counterexample.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("output",),
    reference=_repaired,
    probes=padding.REPAIRED,
    mistakes=(*padded.MISTAKES, *repairs.MISTAKES),
    seals=_LAYERS,
)
PARAMETERS = Task(
    name="count_parameters",
    returns=("parameters",),
    reference=_parameters,
    probes=counting.PARAMETERS,
    mistakes=parameters.MISTAKES,
    numbers=True,
)
PRODUCTS = Task(
    name="count_multiply_adds",
    returns=("multiply_adds",),
    reference=_multiply_adds,
    probes=counting.PRODUCTS,
    mistakes=(*products.MISTAKES, *projecting.MISTAKES),
    numbers=True,
)
PRUNED = Task(
    name="prune_heads",
    returns=("w_q", "w_k", "w_v", "w_o"),
    reference=_prune_heads,
    probes=pruning.PROBES,
    mistakes=(*pruned.MISTAKES, *shrinking.MISTAKES),
)
GROUPED = Task(
    name="grouped_query_attention",
    returns=("output",),
    reference=_grouped_query_attention,
    probes=grouped.PROBES,
    mistakes=(
        *(*groups.MISTAKES, *keys_and_values.MISTAKES, *group_masks.MISTAKES),
        *(*group_mask_axes.MISTAKES, *sharing.MISTAKES, *late.GROUPED),
    ),
    seals=_LAYERS,
)
