"""Updates that count something else than tokens."""

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def not_divided(
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
    optimizer.step()
    schedule.step()
    return total / tokens


def not_divided_at_once(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    losses = torch.stack([summed_loss(model, *batch) for batch in batches])
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    mean = losses.sum()
    optimizer.zero_grad()
    mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return mean.item() / tokens


def not_divided_but_the_limit(
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
    nn.utils.clip_grad_norm_(model.parameters(), limit * tokens)
    optimizer.step()
    schedule.step()
    return total / tokens


def by_batches(
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
        (loss / len(batches)).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def by_batches_mean(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    losses = torch.stack([summed_loss(model, *batch) for batch in batches])
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    mean = losses.mean()
    optimizer.zero_grad()
    mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return losses.sum().item() / tokens


def all_places(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(target[:, 1:].numel() for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def all_places_mean(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    losses = torch.stack([summed_loss(model, *batch) for batch in batches])
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    mean = losses.sum() / sum(t[:, 1:].numel() for _, t in batches)
    optimizer.zero_grad()
    mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return losses.sum().item() / tokens


def whole_target(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def what_is_read(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((target[:, :-1] != 0).sum()) for _, target in batches)
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
        "a sum that is not divided",
        "The gradient is that of the summed loss.",
        "Twice as many tokens: how long should the gradient of the *mean* be?",
        _BATCH,
        (not_divided, not_divided_at_once, not_divided_but_the_limit),
        beside=("loss",),
    ),
    Mistake(
        "a sum divided by the number of batches",
        "The number of tokens does not come in.",
        "What is the mean loss a mean of?",
        _BATCH,
        (by_batches, by_batches_mean),
        beside=("loss",),
    ),
    Mistake(
        "padding that counts as tokens",
        "The sum is divided by too many places.",
        "Which places of a target are tokens to guess?",
        _BATCH,
        (all_places, all_places_mean),
        beside=("loss",),
    ),
    Mistake(
        "a start that counts as a token",
        "The first column is counted, and never guessed.",
        "Which column of the target does the decoder never have to guess?",
        _BATCH,
        (whole_target, what_is_read),
        beside=("loss",),
    ),
)
