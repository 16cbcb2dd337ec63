"""The tasks of chapter 10: a loss, a rate, an update, a measure, batches, diagnoses."""

import math
from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.core import Task
from transformer_grading.checks.probes.training import (
    budget,
    diagnoses,
    losses,
    measures,
    rates,
    updates,
)
from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.training import (
    budget_areas,
    budget_borders,
    budget_closed,
    budget_effects,
    budget_keys,
    budget_order,
    budget_ties,
    budget_widths,
    diagnosis_first,
    diagnosis_last,
    loss_barred,
    loss_effects,
    loss_logarithms,
    loss_padding,
    loss_results,
    loss_shares,
    loss_softmax,
    loss_weights,
    measure_counts,
    measure_depths,
    measure_edges,
    measure_means,
    measure_numbers,
    measure_passes,
    measure_traces,
    rate_base,
    rate_counts,
    rate_fall,
    rate_rise,
    update_clearing,
    update_counts,
    update_cuts,
    update_leftovers,
    update_lengths,
    update_limits,
    update_losses,
    update_means,
    update_modes,
    update_numbers,
    update_schedules,
    update_steps,
    update_sums,
    update_touched,
)
from transformer_grading.mistakes.training.parts import summed_loss
from transformer_lib.training.batching import plan_epoch
from transformer_lib.training.evaluation import evaluate, mode
from transformer_lib.training.learner import Learner
from transformer_lib.training.loss import (
    fused_cross_entropy,
    smoothed_cross_entropy,
    tally,
)
from transformer_lib.training.schedule import warmup_rate, warmup_schedule


def _token_losses(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    barred = torch.arange(vocab) == pad_id
    counts = (labels != pad_id)[..., None] & ~barred
    right = labels[..., None] == torch.arange(vocab)
    q = torch.where(right, 1 - smoothing, smoothing / (vocab - 2)).to(logits.dtype)
    terms = q * logits.log_softmax(dim=-1).masked_fill(barred, 0.0)
    losses = -terms.masked_fill(~counts, 0.0).sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def _factor(done: int, base: float, peak: float, warmup: int) -> float:
    late = (done + 1) / warmup
    return peak / base * (late if late < 1 else 1 / math.sqrt(late))


def _update(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens, total = sum(int((y[:, 1:] != 0).sum()) for _, y in batches), 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def _measured(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    total, tokens = 0.0, 0
    with mode(model, training=False), torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def _share_out(lengths: Tensor, budget: int) -> Tensor:
    sizes, number = lengths.tolist(), torch.full((len(lengths),), -1)
    rows, width, batch = 0, [0, 0], 0
    for row in sorted(range(len(sizes)), key=lambda i: sizes[i][::-1]):
        if max(sizes[row]) > budget:
            continue
        wider = [max(pair) for pair in zip(width, sizes[row], strict=True)]
        if max(wider) * (rows + 1) > budget:
            rows, wider, batch = 0, sizes[row], batch + 1
        rows, width = rows + 1, wider
        number[row] = batch
    return number


def _diagnoses() -> tuple[int, ...]:
    return diagnoses.KEY


LOSSES = Task(
    name="token_losses",
    returns=("losses",),
    reference=_token_losses,
    probes=losses.PROBES,
    mistakes=(
        *loss_barred.MISTAKES,
        *loss_effects.MISTAKES,
        *loss_logarithms.MISTAKES,
        *loss_padding.MISTAKES,
        *loss_results.MISTAKES,
        *loss_shares.MISTAKES,
        *loss_softmax.MISTAKES,
        *loss_weights.MISTAKES,
    ),
    seals=(smoothed_cross_entropy, fused_cross_entropy),
)
FACTOR = Task(
    name="factor",
    returns=("factor",),
    reference=_factor,
    probes=rates.PROBES,
    mistakes=(
        *rate_base.MISTAKES,
        *rate_counts.MISTAKES,
        *rate_fall.MISTAKES,
        *rate_rise.MISTAKES,
    ),
    seals=(warmup_rate, warmup_schedule),
    numbers=True,
)
UPDATE = Task(
    name="update",
    returns=("loss",),
    reference=_update,
    probes=updates.PROBES,
    mistakes=(
        *update_clearing.MISTAKES,
        *update_counts.MISTAKES,
        *update_cuts.MISTAKES,
        *update_leftovers.MISTAKES,
        *update_lengths.MISTAKES,
        *update_limits.MISTAKES,
        *update_losses.MISTAKES,
        *update_means.MISTAKES,
        *update_modes.MISTAKES,
        *update_numbers.MISTAKES,
        *update_schedules.MISTAKES,
        *update_steps.MISTAKES,
        *update_sums.MISTAKES,
        *update_touched.MISTAKES,
    ),
    seals=(Learner.update, Learner.backward),
    numbers=True,
)
MEASURED = Task(
    name="measured",
    returns=("loss", "perplexity"),
    reference=_measured,
    probes=measures.PROBES,
    mistakes=(
        *measure_counts.MISTAKES,
        *measure_depths.MISTAKES,
        *measure_edges.MISTAKES,
        *measure_means.MISTAKES,
        *measure_numbers.MISTAKES,
        *measure_passes.MISTAKES,
        *measure_traces.MISTAKES,
    ),
    seals=(evaluate, tally),
    numbers=True,
)
SHARE_OUT = Task(
    name="share_out",
    returns=("batch",),
    reference=_share_out,
    probes=budget.PROBES,
    mistakes=(
        *budget_areas.MISTAKES,
        *budget_borders.MISTAKES,
        *budget_closed.MISTAKES,
        *budget_effects.MISTAKES,
        *budget_keys.MISTAKES,
        *budget_order.MISTAKES,
        *budget_ties.MISTAKES,
        *budget_widths.MISTAKES,
    ),
    seals=(plan_epoch,),
)
DIAGNOSES = Task(
    name="diagnoses",
    returns=diagnoses.RUNS,
    reference=_diagnoses,
    probes=diagnoses.PROBES,
    mistakes=(
        *diagnosis_first.MISTAKES,
        *diagnosis_last.MISTAKES,
    ),
    numbers=True,
)
