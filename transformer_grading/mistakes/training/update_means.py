"""Updates in which tokens do not count alike."""

import torch.nn.functional as F
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def own_tokens(
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
        count = max(int((target[:, 1:] != 0).sum()), 1)
        loss = summed_loss(model, source, target)
        (loss / count / len(batches)).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def own_tokens_all(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    losses = []
    for source, target in batches:
        count = int((target[:, 1:] != 0).sum())
        loss = summed_loss(model, source, target) / max(count, 1) / len(batches)
        loss.backward()
        losses.append(loss.item())
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return sum(losses)


def own_tokens_nothing_divided(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    total = 0.0
    for source, target in batches:
        mean = summed_loss(model, source, target) / (target[:, 1:] != 0).sum()
        (mean / len(batches)).backward()
        total += mean.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / len(batches)


def mean_of_cross_entropies(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    total = 0.0
    for source, target in batches:
        logits = model(source, target[:, :-1])
        loss = F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0)
        (loss / len(batches)).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / len(batches)


def means_added(
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
        count = max(int((target[:, 1:] != 0).sum()), 1)
        loss = summed_loss(model, source, target)
        (loss / count).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def cross_entropies_added(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    total = 0.0
    for source, target in batches:
        logits = model(source, target[:, :-1])
        loss = F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0)
        loss.backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / len(batches)


def means_added_nothing_divided(
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
        (loss / (target[:, 1:] != 0).sum()).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a mean of the batches' means",
        "A token of a small batch counts more than one of a large batch.",
        "Two batches have 1 and 3 tokens. How much does a token of each count?",
        _BATCH,
        (
            own_tokens,
            own_tokens_all,
            own_tokens_nothing_divided,
            mean_of_cross_entropies,
        ),
        beside=("loss",),
    ),
    Mistake(
        "a sum of the batches' means",
        "The gradient grows with the number of batches.",
        (
            "Three batches alike are taken in place of one. How long should the"
            " gradient be?"
        ),
        _BATCH,
        (means_added, cross_entropies_added, means_added_nothing_divided),
        beside=("loss",),
    ),
)
