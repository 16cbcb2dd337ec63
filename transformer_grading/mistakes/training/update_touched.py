"""Updates that touch too much or too little: batches, groups, old gradients."""

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def only_where_one_was_found(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    weights = list(model.parameters())
    losses = [summed_loss(model, *batch) for batch in batches]
    total = torch.stack(losses).sum()
    found = torch.autograd.grad(total / tokens, weights, allow_unused=True)
    for weight, gradient in zip(weights, found, strict=True):
        if gradient is not None:
            weight.grad = gradient
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total.item() / tokens


def group_by_group(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    for group in optimizer.param_groups:
        nn.utils.clip_grad_norm_(group["params"], limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def first_group_alone(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def taken_out(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens, total = 0, 0.0
    while batches:
        source, target = batches.pop(0)
        loss = summed_loss(model, source, target)
        loss.backward()
        total += loss.item()
        tokens += int((target[:, 1:] != 0).sum())
    for weight in model.parameters():
        if weight.grad is not None:
            weight.grad /= tokens
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def cleared_afterwards(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    batches.clear()
    optimizer.step()
    schedule.step()
    return total / tokens


def turned_round(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    batches.reverse()
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def targets_written_over(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    for _, target in batches:
        target[:, 1:] = target[:, 1:].clamp(max=3)
    optimizer.step()
    schedule.step()
    return total / tokens


def stops_at_nothing(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        if not target[:, 1:].any():
            break
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "an old gradient of a weight that has no new one",
        "A weight on which the loss does not depend moves.",
        (
            "The loss does not depend on some weight, and an earlier call left a "
            "gradient there. What stands in its `grad` at the step?"
        ),
        _BATCH,
        (only_where_one_was_found,),
        beside=("loss",),
    ),
    Mistake(
        "groups of weights cut on their own",
        "The optimiser's groups are measured one by one, or only one of them is.",
        "An optimiser may have its weights in groups. Of what is the limit the length?",
        _BATCH,
        (group_by_group, first_group_alone),
        beside=("loss",),
    ),
    Mistake(
        "batches that are changed",
        "After the call the list or its rows are not what they were.",
        "Somebody wants to use the same batches again. What does your call leave?",
        _BATCH,
        (taken_out, cleared_afterwards, turned_round, targets_written_over),
        beside=("loss",),
    ),
    Mistake(
        "an end at the first batch without tokens",
        "Batches that come after it do not count.",
        "A batch in the middle has nothing to guess. What becomes of the next one?",
        _BATCH,
        (stops_at_nothing,),
    ),
)
