"""Right ways to make one update."""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.training.parts import summed_loss

Batches = list[Pair]


def counted_first(
    model: nn.Module,
    batches: Batches,
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


def summed_then_divided(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    model.zero_grad()
    total, tokens = 0.0, 0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        loss.backward()
        total, tokens = total + float(loss), tokens + int(target[:, 1:].count_nonzero())
    for weight in model.parameters():
        if weight.grad is not None:
            weight.grad /= tokens
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return total / tokens


def all_in_one(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> torch.Tensor:
    model.train()
    losses = torch.stack([summed_loss(model, *batch) for batch in batches])
    count = torch.stack([(target[:, 1:] > 0).sum() for _, target in batches]).sum()
    mean = losses.sum() / count
    optimizer.zero_grad(set_to_none=False)
    mean.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=limit)
    optimizer.step()
    schedule.step()
    return mean.detach()


def cut_by_hand(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    tokens = sum((target[:, 1:] != 0).sum().item() for _, target in batches)
    losses = [summed_loss(model, *batch) / tokens for batch in batches]
    for loss in losses:
        loss.backward()
    found = [p.grad for p in model.parameters() if p.grad is not None]
    length = math.sqrt(sum(float((g * g).sum()) for g in found))
    if length > limit:
        for gradient in found:
            gradient.mul_(limit / length)
    optimizer.step()
    schedule.step()
    return math.fsum(loss.item() for loss in losses)


def gradients_asked_for(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    weights, total = list(model.parameters()), torch.zeros(())
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    for batch in batches:
        total = total + summed_loss(model, *batch) / tokens
    found = torch.autograd.grad(total, weights, allow_unused=True)
    for weight, gradient in zip(weights, found, strict=True):
        weight.grad = gradient
    nn.utils.clip_grad_norm_(weights, limit)
    optimizer.step()
    schedule.step()
    return float(total)


def own_loss(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    if not model.training or not all(part.training for part in model.modules()):
        model.train(True)
    optimizer.zero_grad()
    real = [target[:, 1:].ne(0) for _, target in batches]
    tokens = int(sum(mask.sum() for mask in real))
    total = 0.0
    for (source, target), mask in zip(batches, real, strict=True):
        logits = model(source, target[:, :-1])[mask]
        loss = F.cross_entropy(logits, target[:, 1:][mask], reduction="sum") / tokens
        loss.backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    optimizer.zero_grad()
    schedule.step()
    return total


def means_weighted(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    counts = [int((target[:, 1:] != 0).sum()) for _, target in batches]
    result = 0.0
    for (source, target), count in zip(batches, counts, strict=True):
        if count == 0:
            continue
        mean = summed_loss(model, source, target) / count
        share = count / sum(counts)
        (share * mean).backward()
        result += share * mean.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return result


def cut_by_a_norm_of_norms(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    for part in model.modules():
        part.training = True
    for weight in model.parameters():
        weight.grad = None
    tokens = int(torch.cat([y[:, 1:].flatten() for _, y in batches]).gt(0).sum())
    losses = [summed_loss(model, *batch) for batch in batches]
    (torch.stack(losses).sum() / tokens).backward()
    found = [p.grad for p in model.parameters() if p.grad is not None]
    length = torch.stack([g.norm() for g in found]).norm()
    for gradient in found:
        gradient *= torch.clamp(limit / length, max=1.0)
    optimizer.step()
    schedule.step()
    return sum(loss.item() for loss in losses) / tokens


def one_large_batch(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    widest = max(target.shape[1] for _, target in batches)
    rows = [F.pad(target, (0, widest - target.shape[1])) for _, target in batches]
    source, target = torch.cat([s for s, _ in batches]), torch.cat(rows)
    loss = summed_loss(model, source, target) / (target[:, 1:] != 0).sum()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return loss.item()


def of_the_course(
    model: nn.Module,
    batches: Batches,
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    from transformer_lib.training.batching import Batch
    from transformer_lib.training.learner import Learner
    from transformer_lib.training.settings import TrainingSettings

    settings = TrainingSettings(d_model=4, smoothing=0.0, clip_norm=limit)
    learner = Learner(model, settings)
    return learner.update([Batch(*batch) for batch in batches]).loss


RIGHT = (
    Right("own", "tokens counted first, each batch backward", counted_first),
    Right("own", "sums, divided before the cut", summed_then_divided),
    Right("own", "one graph of all batches", all_in_one),
    Right("own", "cut by hand", cut_by_hand),
    Right("own", "torch.autograd.grad", gradients_asked_for),
    Right("W70", "a loss of one's own, masked", own_loss),
    Right("W70", "means of batches, weighted by tokens", means_weighted),
    Right("own", "the length as a norm of norms", cut_by_a_norm_of_norms),
    Right("own", "one large batch", one_large_batch),
    Right(
        "own",
        "the course's learner",
        of_the_course,
        Verdict.SEALED,
        "update is what this task asks you to write",
    ),
)
