"""Updates with another length of the gradient."""

import math

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def sum_of_lengths(
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
    found = [p.grad for p in model.parameters() if p.grad is not None]
    length = sum(float(g.norm()) for g in found)
    for gradient in found:
        gradient *= min(1.0, limit / length)
    optimizer.step()
    schedule.step()
    return total / tokens


def largest_number(
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
    nn.utils.clip_grad_norm_(model.parameters(), limit, norm_type=math.inf)
    optimizer.step()
    schedule.step()
    return total / tokens


def sum_of_sizes(
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
    nn.utils.clip_grad_norm_(model.parameters(), limit, norm_type=1.0)
    optimizer.step()
    schedule.step()
    return total / tokens


def square(
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
    found = [p.grad for p in model.parameters() if p.grad is not None]
    length = sum(float((g * g).sum()) for g in found)
    for gradient in found:
        gradient *= min(1.0, limit / length)
    optimizer.step()
    schedule.step()
    return total / tokens


def loss_cut(
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
    mean.clamp(max=limit).backward()
    optimizer.step()
    schedule.step()
    return mean.item()


def loss_scaled(
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
    (mean * min(1.0, limit / mean.item())).backward()
    optimizer.step()
    schedule.step()
    return mean.item()


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "another length than the root of the sum of squares",
        "The length is a sum of lengths, or a largest number.",
        (
            "(3, 4) has the length 5. What does your code make of it, if 3 and "
            "4 belong to two weights?"
        ),
        _BATCH,
        (sum_of_lengths, largest_number, sum_of_sizes, square),
        beside=("loss",),
    ),
    Mistake(
        "a loss that is cut in place of the gradient",
        "The limit is held against the loss.",
        "What is it that must not be longer than the limit?",
        _BATCH,
        (loss_cut, loss_scaled),
        beside=("loss",),
    ),
)
