"""Updates with too many steps, or with one at the wrong time."""

from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def step_in_the_loop(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        optimizer.zero_grad()
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        total += loss.item()
    schedule.step()
    return total / tokens


def step_and_schedule_in_the_loop(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        optimizer.zero_grad()
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        schedule.step()
        total += loss.item()
    return total / tokens


def step_with_its_own_mean(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        optimizer.zero_grad()
        count = int((target[:, 1:] != 0).sum())
        loss = summed_loss(model, source, target)
        (loss / max(count, 1)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        total += loss.item()
    schedule.step()
    return total / tokens


def step_in_the_loop_piled_up(
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
        optimizer.step()
        total += loss.item()
    schedule.step()
    return total / tokens


def step_schedule_and_own_mean(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        optimizer.zero_grad()
        count = int((target[:, 1:] != 0).sum())
        loss = summed_loss(model, source, target)
        (loss / max(count, 1)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        schedule.step()
        total += loss.item()
    return total / tokens


def step_first_left_over(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.step()
    optimizer.zero_grad()
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    total = 0.0
    for source, target in batches:
        loss = summed_loss(model, source, target)
        (loss / tokens).backward()
        total += loss.item()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    schedule.step()
    return total / tokens


def twice(
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
    optimizer.step()
    schedule.step()
    return total / tokens


def first_alone(
    model: nn.Module,
    batches: list[Pair],
    optimizer: Optimizer,
    schedule: LRScheduler,
    limit: float,
) -> float:
    model.train()
    optimizer.zero_grad()
    source, target = batches[0]
    tokens = int((target[:, 1:] != 0).sum())
    loss = summed_loss(model, source, target)
    (loss / tokens).backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
    optimizer.step()
    schedule.step()
    return loss.item() / tokens


def returned_too_soon(
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
        loss = summed_loss(model, source, target) / tokens
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        schedule.step()
        return loss.item()
    return total


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a step for each batch",
        "The weights move between the parts.",
        "How often do the weights move in one call, if there are three batches?",
        _BATCH,
        (
            step_in_the_loop,
            step_and_schedule_in_the_loop,
            step_with_its_own_mean,
            step_in_the_loop_piled_up,
            step_schedule_and_own_mean,
        ),
        beside=("loss",),
    ),
    Mistake(
        "a step before the gradient",
        "The weights move with what was there before.",
        "In which order must backward and the step be called?",
        _BATCH,
        (step_first_left_over,),
        beside=("loss",),
    ),
    Mistake(
        "two steps",
        "The weights move twice with one gradient.",
        "How often is `step` of the optimiser called in one call of yours?",
        _BATCH,
        (twice,),
        beside=("loss",),
    ),
    Mistake(
        "only the first batch",
        "All other batches are left out.",
        "Which batches does your loop see?",
        _BATCH,
        (first_alone, returned_too_soon),
        beside=("loss", "mode"),
    ),
)
