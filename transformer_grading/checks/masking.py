"""The tasks of chapter 7: masks, their dialects, targets, leaks, and packed texts."""

from collections.abc import Callable
from typing import Any

import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import tensor, whole
from transformer_grading.checks.probes.masking import (
    causal,
    dialects,
    leaks,
    model_masks,
    packed,
    padding,
    targets,
)
from transformer_grading.mistakes.masking import (
    accuracies,
    additive,
    additive_rows,
    causal_kept,
    ends,
    guesses_padding,
    losses,
    misread,
    multihead,
    multihead_rows,
    openings,
    packed_masks,
    packed_positions,
    packed_texts,
    pads,
    places,
    shift,
    shift_edits,
    tables,
    triangles,
)
from transformer_grading.mistakes.masking import causal as causal_mistakes
from transformer_grading.mistakes.masking import counterexample as example_mistakes
from transformer_grading.mistakes.masking import leaks as leak_mistakes
from transformer_grading.mistakes.masking import moves as move_mistakes
from transformer_grading.mistakes.masking import repaired as repair_mistakes
from transformer_lib.experiment.fitting import token_loss
from transformer_lib.masking.additive import to_additive
from transformer_lib.masking.leaks import influence, leak_test
from transformer_lib.masking.masks import (
    causal_mask,
    combine,
    empty_rows,
    padding_mask,
)
from transformer_lib.masking.pytorch import to_multihead
from transformer_lib.training.loss import (
    fused_cross_entropy,
    shift_right,
    smoothed_cross_entropy,
    tally,
)

_LOSSES: tuple[Callable[..., Any], ...] = (
    *(token_loss, fused_cross_entropy, smoothed_cross_entropy, tally),
)


def _masks(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> tuple[Tensor, Tensor, Tensor]:
    words = padding_mask(source, source_pad)
    past = combine(causal_mask(target.shape[1]), padding_mask(target, target_pad))
    return words, past, words


def _for_multihead(mask: Tensor, heads: int) -> Tensor:
    opened = mask | empty_rows(mask)
    return to_multihead(opened.expand(-1, heads, -1, -1))


def _additive(mask: Tensor, scores: Tensor) -> Tensor:
    return to_additive(mask | empty_rows(mask), dtype=scores.dtype)


def _token_scores(logits: Tensor, labels: Tensor, pad_id: int) -> tuple[Tensor, Tensor]:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits.argmax(dim=-1) == labels
    return loss, right[words].to(logits.dtype).mean()


def _counterexample() -> tuple[Tensor, Tensor]:
    return whole([1]), tensor([0, 0], [1, -1])


def _repaired(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return padding_mask(ids, pad_id)


def _leaks(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def _packed(ids: Tensor, stop_id: int) -> tuple[Tensor, Tensor]:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=-1) - stops
    same = text[:, :, None] == text[:, None]
    mask = same & causal_mask(ids.shape[1])
    return mask[:, None], mask.sum(dim=-1) - 1


CAUSAL = Task(
    name="causal",
    returns=("mask",),
    reference=causal_mask,
    probes=causal.PROBES,
    mistakes=(*causal_mistakes.MISTAKES, *causal_kept.MISTAKES),
)
MASKS = Task(
    name="masks",
    returns=("encoder", "decoder", "cross"),
    reference=_masks,
    probes=model_masks.PROBES,
    mistakes=(
        *(*places.MISTAKES, *pads.MISTAKES),
        *(*triangles.MISTAKES, *openings.MISTAKES, *ends.MISTAKES),
    ),
    seals=(padding_mask, combine),
)
MULTIHEAD = Task(
    name="for_multihead",
    returns=("mask_there",),
    reference=_for_multihead,
    probes=dialects.MULTIHEAD,
    mistakes=(*multihead.MISTAKES, *multihead_rows.MISTAKES),
    seals=(to_multihead,),
)
ADDITIVE = Task(
    name="additive",
    returns=("added",),
    reference=_additive,
    probes=dialects.ADDITIVE,
    mistakes=(*additive.MISTAKES, *additive_rows.MISTAKES),
    seals=(to_additive,),
)
SHIFT = Task(
    name="shift",
    returns=("decoder_input", "labels"),
    reference=shift_right,
    probes=targets.SHIFT,
    mistakes=(*shift.MISTAKES, *shift_edits.MISTAKES),
)
SCORES = Task(
    name="token_scores",
    returns=("loss", "accuracy"),
    reference=_token_scores,
    probes=targets.SCORES,
    mistakes=(
        *(*guesses_padding.MISTAKES, *losses.MISTAKES),
        *(*accuracies.MISTAKES, *misread.MISTAKES),
    ),
    seals=_LOSSES,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("ids", "table"),
    reference=_counterexample,
    probes=padding.EXAMPLE,
    mistakes=example_mistakes.MISTAKES,
)
REPAIRED = Task(
    name="repaired",
    returns=("mask",),
    reference=_repaired,
    probes=padding.REPAIRED,
    mistakes=repair_mistakes.MISTAKES,
    seals=(padding_mask,),
)
LEAKS = Task(
    name="leaks",
    returns=("leak",),
    reference=_leaks,
    probes=leaks.PROBES,
    mistakes=(*(*leak_mistakes.MISTAKES, *move_mistakes.MISTAKES, *tables.MISTAKES),),
    seals=(leak_test, influence),
)
PACKED = Task(
    name="packed",
    returns=("mask", "positions"),
    reference=_packed,
    probes=packed.PROBES,
    mistakes=(
        *(*packed_masks.MISTAKES, *packed_positions.MISTAKES),
        *packed_texts.MISTAKES,
    ),
)
