"""Updates that divide before all has been counted."""

from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


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
        "a sum divided by the tokens so far",
        "Early batches are divided by too little.",
        ("When you divide the loss of the first batch, which tokens have you counted?"),
        _BATCH,
        (running, running_guarded),
        beside=("loss",),
    ),
)
