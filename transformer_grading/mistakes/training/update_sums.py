"""Updates that divide before all has been counted."""

import torch.nn.functional as F
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def by_sentences(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(len(target) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def by_the_source(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum(int((source != 0).sum()) for source, _ in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def mean_times_count(
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
        count = (target[:, 1:] != 0).sum()
        logits = model(source, target[:, :-1])
        mean = F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0)
        share = mean * count / tokens
        share.backward()
        total += share.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total


def quotient_times_count(
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
        count = (target[:, 1:] != 0).sum()
        share = summed_loss(model, source, target) / count * (count / tokens)
        share.backward()
        total += share.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total


def running(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    total, tokens = 0.0, 0
    for source, target in batches:
        tokens += int((target[:, 1:] != 0).sum())
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def running_guarded(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    total, tokens = 0.0, 0
    for source, target in batches:
        tokens += int(target[:, 1:].count_nonzero())
        loss = summed_loss(model, source, target)
        (loss / max(tokens, 1)).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a sum divided by sentences or by words of the source",
        "Something else than the tokens is counted.",
        "What is the mean loss a mean of?",
        _BATCH,
        (by_sentences, by_the_source),
        beside=("loss",),
    ),
    Mistake(
        "a mean of no tokens",
        (
            "A batch without tokens has no mean, and what is computed with it "
            "is no number."
        ),
        (
            "One of the batches has no token. What is its mean loss, and what "
            "is that times 0?"
        ),
        _BATCH,
        (mean_times_count, quotient_times_count),
    ),
    Mistake(
        "a sum divided by the tokens so far",
        "Early batches are divided by too little.",
        ("When you divide the loss of the first batch, which tokens have you counted?"),
        _BATCH,
        (running, running_guarded),
        beside=("loss",),
    ),
)
