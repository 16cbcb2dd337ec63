"""Updates whose gradient is cut wrongly."""

import math

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def no_cut(
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
    optimizer.step()
    schedule.step()
    return total / tokens


def no_cut_at_once(
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
    optimizer.step()
    schedule.step()
    return mean.item()


def length_alone(
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
    nn.utils.clip_grad_norm_(model.parameters(), math.inf)
    optimizer.step()
    schedule.step()
    return total / tokens


def cut_after_the_step(
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
    optimizer.step()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    schedule.step()
    return total / tokens


def cut_too_soon(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    optimizer.step()
    schedule.step()
    return total / tokens


def cut_in_the_loop(
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
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        total += loss.item()
    optimizer.step()
    schedule.step()
    return total / tokens


def each_part_cut(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    kept = [torch.zeros_like(p) for p in model.parameters()]
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        model.zero_grad()
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        for sum_, weight in zip(kept, model.parameters(), strict=True):
            sum_ += 0 if weight.grad is None else weight.grad
        total += loss.item()
    for sum_, weight in zip(kept, model.parameters(), strict=True):
        weight.grad = sum_
    optimizer.step()
    schedule.step()
    return total / tokens


def weight_by_weight(
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
        nn.utils.clip_grad_norm_(weight, limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def weight_by_weight_by_hand(
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
        if weight.grad is not None and weight.grad.norm() > limit:
            weight.grad *= limit / weight.grad.norm()
    optimizer.step()
    schedule.step()
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a gradient that is never cut",
        "A long gradient makes a long step.",
        "What does your function do with `limit`?",
        _BATCH,
        (no_cut, no_cut_at_once, length_alone, cut_after_the_step, cut_too_soon),
        beside=("loss",),
    ),
    Mistake(
        "gradients of parts that are cut",
        "Each batch is cut before the others have come.",
        "Whose length is compared with the limit, when there are two batches?",
        _BATCH,
        (cut_in_the_loop, each_part_cut),
        beside=("loss",),
    ),
    Mistake(
        "each weight cut on its own",
        "Every matrix has a limit of its own, and the direction changes.",
        (
            "Of what is the limit the greatest length: of one weight's "
            "gradient, or of all together?"
        ),
        _BATCH,
        (weight_by_weight, weight_by_weight_by_hand),
        beside=("loss",),
    ),
)
