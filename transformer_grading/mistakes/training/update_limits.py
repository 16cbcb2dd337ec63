"""Updates whose limit is held against something else."""

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def clip_value(
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
    nn.utils.clip_grad_value_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def clamped(
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
    for weight in model.parameters():
        if weight.grad is not None:
            weight.grad.clamp_(-limit, limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def always_scaled(
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
    length = torch.stack([g.norm() for g in found]).norm()
    for gradient in found:
        gradient *= limit / length
    optimizer.step()
    schedule.step()
    return total / tokens


def always_scaled_flat(
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
    length = torch.cat([g.flatten() for g in found]).norm()
    for gradient in found:
        gradient.div_(length).mul_(limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def cut_then_divided(
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
        loss.backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    for weight in model.parameters():
        if weight.grad is not None:
            weight.grad /= tokens
    optimizer.step()
    schedule.step()
    return total / tokens


def limit_with_a_floor(
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
    nn.utils.clip_grad_norm_(model.parameters(), max(limit, 0.1))
    optimizer.step()
    schedule.step()
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "numbers that are cut",
        "Each number of the gradient has the limit, and the direction changes.",
        "(3, 4) is cut to the length 1. What becomes of it?",
        _BATCH,
        (clip_value, clamped),
        beside=("loss",),
    ),
    Mistake(
        "short gradients made longer",
        "Every gradient gets the length of the limit.",
        "A gradient is shorter than the limit. What should become of it?",
        _BATCH,
        (always_scaled, always_scaled_flat),
        beside=("loss",),
    ),
    Mistake(
        "a sum that is cut before it is divided",
        "The limit is held against the gradient of the sum.",
        "Of which loss is the gradient that is compared with the limit?",
        _BATCH,
        (cut_then_divided,),
        beside=("loss",),
    ),
    Mistake(
        "a limit with a floor",
        "A gradient is never cut shorter than some length of the code's own.",
        "How long may the gradient be when the limit is tiny?",
        _BATCH,
        (limit_with_a_floor,),
        beside=("loss",),
    ),
)
