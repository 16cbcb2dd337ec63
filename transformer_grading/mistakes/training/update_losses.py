"""Updates that return another number than the mean loss."""

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def last_mean(
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
    return loss.item() / int((target[:, 1:] != 0).sum().clamp(min=1))


def last_share(
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
    return loss.item() / tokens


def last_summed(
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
    return loss.item()


def summed(
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
    return total


def summed_at_once(
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
    schedule.step()
    return losses.sum().item()


def means(
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
        total += loss.item() / max(int((target[:, 1:] != 0).sum()), 1)
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / len(batches)


def sum_by_batches(
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
    return total / len(batches)


def after(
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
    with torch.no_grad():
        total = sum(summed_loss(model, *batch).item() for batch in batches)
    return total / tokens


def after_in_use(
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
    model.eval()
    with torch.no_grad():
        total = sum(summed_loss(model, *batch).item() for batch in batches)
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "the loss of the last batch alone",
        "The other batches are not in what is returned.",
        "Which losses are in the number that you return?",
        _BATCH,
        (last_mean, last_share, last_summed),
    ),
    Mistake(
        "a loss that is not divided",
        "The sum is returned.",
        ("A batch is twice as large, its tokens as hard. Should the number change?"),
        _BATCH,
        (summed, summed_at_once),
    ),
    Mistake(
        "a mean of means that is returned",
        "The weights are right, and the number is not.",
        (
            "Two batches with 1 and 3 tokens have the mean losses 5 and 1. What"
            " is the mean loss of the tokens?"
        ),
        _BATCH,
        (means, sum_by_batches),
    ),
    Mistake(
        "a loss that was measured after the step",
        "The number belongs to the next update.",
        "With which weights were the guesses made whose loss you return?",
        _BATCH,
        (after, after_in_use),
    ),
)
