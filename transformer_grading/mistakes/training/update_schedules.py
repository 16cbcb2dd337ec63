"""Updates whose schedule goes on too often, too soon or never."""

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def never_on(
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
    optimizer.step()
    return total / tokens


def never_on_at_once(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    losses = torch.stack([summed_loss(model, *batch) for batch in batches])
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    mean = losses.sum() / tokens
    optimizer.zero_grad()
    mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    return mean.item()


def on_in_the_loop(
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
        schedule.step()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    return total / tokens


def on_for_each_behind(
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
    optimizer.step()
    for _ in batches:
        schedule.step()
    return total / tokens


def on_before(
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
    schedule.step()
    optimizer.step()
    return total / tokens


def on_at_the_start(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    schedule.step()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    return total / tokens


def on_twice(
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
    optimizer.step()
    schedule.step()
    schedule.step()
    return total / tokens


def on_before_and_after(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    schedule.step()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
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
        "a schedule that stands still",
        "The rate is always that of the first update.",
        "Which line tells the schedule that an update has been made?",
        _BATCH,
        (never_on, never_on_at_once),
        ids=("N05",),
        beside=("loss",),
    ),
    Mistake(
        "a schedule that goes on for each batch",
        "The rate belongs to a later update.",
        "Three batches make one update. How often does the schedule go on?",
        _BATCH,
        (on_in_the_loop, on_for_each_behind),
        ids=("N05",),
        beside=("loss",),
    ),
    Mistake(
        "a schedule that goes on before the step",
        "The first update has the rate of the second.",
        ("Which rate belongs to the first update, and which one does your step use?"),
        _BATCH,
        (on_before, on_at_the_start),
        beside=("loss",),
    ),
    Mistake(
        "a schedule that goes on twice",
        "Every second rate is left out.",
        "How often is `step` of the schedule called in one call of yours?",
        _BATCH,
        (on_twice, on_before_and_after),
        beside=("loss",),
    ),
)
