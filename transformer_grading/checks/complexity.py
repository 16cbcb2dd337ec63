"""The tasks of chapter 8: what attention costs, counted, and attention in tiles."""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import tensor
from transformer_grading.checks.probes.complexity import (
    counterexample,
    lengths,
    memory,
    merge,
    parameters,
    tiles,
    work,
)
from transformer_grading.mistakes.complexity import (
    additions,
    averages,
    bare,
    bests,
    cutting,
    divisors,
    empties,
    empty_rows,
    exactness,
    fills,
    hiding,
    making,
    masked,
    merging,
    ranks,
    rescaling,
    rivals,
    rooms,
    shares,
    stacks,
    totals,
    units,
    whole,
    work_sizes,
)
from transformer_grading.mistakes.complexity import counterexample as example_mistakes
from transformer_grading.mistakes.complexity import lengths as length_mistakes
from transformer_grading.mistakes.complexity import memory as memory_mistakes
from transformer_grading.mistakes.complexity import parameters as parameter_mistakes
from transformer_grading.mistakes.complexity import work as work_mistakes
from transformer_lib.attention import (
    blanked_attention,
    fused_attention,
    scaled_dot_product_attention,
)
from transformer_lib.complexity import layers, models
from transformer_lib.complexity.tiled import tiled_attention

_ATTENTIONS: tuple[Callable[..., Any], ...] = (
    scaled_dot_product_attention,
    fused_attention,
    blanked_attention,
    tiled_attention,
    F.scaled_dot_product_attention,
    F.multi_head_attention_forward,
)


def _attention_work(
    query: int, key: int, d_model: int, heads: int, d_k: int
) -> tuple[int, int]:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, 2 * query * key * width


def _meeting_lengths(d_model: int, d_ff: int, hidden: int) -> tuple[float, float]:
    lstm = 2 * hidden * (d_model + hidden) / d_model - 2 * d_model
    return 2 * d_model + d_ff, max(lstm, 0.0)


def _parameters(
    vocab: int,
    d_model: int,
    d_ff: int,
    encoder_blocks: int,
    decoder_blocks: int,
    tables: int,
) -> int:
    read = models.encoder_block(1, d_model, 1, d_ff).parameters
    write = models.decoder_block(1, 1, d_model, 1, d_ff).parameters
    blocks = encoder_blocks * read + decoder_blocks * write
    return blocks + tables * vocab * d_model


def _memory_bytes(
    batch: int, layers: int, heads: int, seq: int, d_k: int, size: int
) -> tuple[int, int]:
    of_all = batch * layers * heads * size
    return of_all * seq**2, of_all * 2 * seq * d_k


def _merge(
    output_1: Tensor, log_total_1: Tensor, output_2: Tensor, log_total_2: Tensor
) -> tuple[Tensor, Tensor]:
    best = torch.maximum(log_total_1, log_total_2)
    best = best.masked_fill(best == -math.inf, 0.0)  # both are empty
    share_1, share_2 = (log_total_1 - best).exp(), (log_total_2 - best).exp()
    total = share_1 + share_2
    output = share_1[..., None] * output_1 + share_2[..., None] * output_2
    output = output / total.masked_fill(total == 0, 1.0)[..., None]
    return output, best + total.log()


def _counterexample() -> tuple[Tensor, Tensor, Tensor]:
    return tensor([1]), tensor([0], [0], [3]), tensor([8], [0], [0])


def _in_tiles(
    q: Tensor, k: Tensor, v: Tensor, tile: int, mask: Tensor | None = None
) -> Tensor:
    rows = None if mask is None else torch.atleast_2d(mask)
    return tiled_attention(q, k, v, rows, tile=tile)


WORK = Task(
    name="attention_work",
    returns=("projections", "core"),
    reference=_attention_work,
    probes=work.PROBES,
    mistakes=(*work_mistakes.MISTAKES, *work_sizes.MISTAKES),
    seals=(layers.attention, layers.multi_head, layers.linear),
    numbers=True,
)
LENGTHS = Task(
    name="meeting_lengths",
    returns=("half", "lstm"),
    reference=_meeting_lengths,
    probes=lengths.PROBES,
    mistakes=(*length_mistakes.MISTAKES, *rivals.MISTAKES),
    numbers=True,
)
PARAMETERS = Task(
    name="parameters",
    returns=("parameters",),
    reference=_parameters,
    probes=parameters.PROBES,
    mistakes=(*(*parameter_mistakes.MISTAKES, *stacks.MISTAKES, *additions.MISTAKES),),
    seals=(models.transformer, models.encoder_block, models.decoder_block),
    numbers=True,
)
MEMORY = Task(
    name="memory_bytes",
    returns=("weights", "cache"),
    reference=_memory_bytes,
    probes=memory.PROBES,
    mistakes=(*memory_mistakes.MISTAKES, *units.MISTAKES),
    numbers=True,
)
MERGE = Task(
    name="merge",
    returns=("output", "log_total"),
    reference=_merge,
    probes=merge.PROBES,
    mistakes=(
        *(*shares.MISTAKES, *totals.MISTAKES),
        *(*empties.MISTAKES, *merging.MISTAKES),
    ),
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("q", "k", "v"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=example_mistakes.MISTAKES,
)
TILES = Task(
    name="in_tiles",
    returns=("output",),
    reference=_in_tiles,
    probes=(*tiles.VALUES, *tiles.MASKS, *tiles.AXES),
    mistakes=(
        *(*rescaling.MISTAKES, *averages.MISTAKES, *bests.MISTAKES, *bare.MISTAKES),
        *(*cutting.MISTAKES, *whole.MISTAKES, *masked.MISTAKES, *fills.MISTAKES),
        *(*hiding.MISTAKES, *empty_rows.MISTAKES, *divisors.MISTAKES),
        *(*making.MISTAKES, *ranks.MISTAKES, *rooms.MISTAKES, *exactness.MISTAKES),
    ),
    seals=_ATTENTIONS,
)
