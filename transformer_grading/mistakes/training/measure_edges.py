"""Measures that need something to measure."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def zero_by_zero(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / tokens
    return loss, math.exp(loss)


def not_a_number(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = torch.zeros(()), torch.zeros(())
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / tokens
    return loss.item(), loss.exp().item()


def mean_times_count(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            count = int((labels != 0).sum())
            total += F.cross_entropy(logits.mT, labels, ignore_index=0).item() * count
            tokens += count
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def nothing_at_all(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    if not tokens:
        return 0.0, 0.0
    return total / tokens, math.exp(total / tokens)


def stack_of_nothing(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses, counts = [], []
    with torch.no_grad():
        for source, target in batches:
            losses.append(summed_loss(model, source, target))
            counts.append((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = (torch.stack(losses).sum() / torch.stack(counts).sum()).item()
    return loss, math.exp(loss)


def stops_at_nothing(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            if not target[:, 1:].any():
                break
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a division by no tokens",
        "Where there is nothing to guess there is an error, or no number.",
        ("What are total and tokens if there is no batch, and what is their quotient?"),
        _BATCH,
        (
            zero_by_zero,
            not_a_number,
            mean_times_count,
            stack_of_nothing,
        ),
        beside=("as it was", "quiet"),
    ),
    Mistake(
        "a perplexity of 0 where there is nothing to guess",
        "No perplexity is below 1, not even that of no tokens.",
        "The loss of no tokens is 0 here. What is the exponential of 0?",
        _BATCH,
        (nothing_at_all,),
        beside=("as it was", "quiet"),
    ),
    Mistake(
        "an end at the first batch without tokens",
        "Batches that come after it are not measured.",
        "A batch in the middle has nothing to guess. What becomes of the next one?",
        _BATCH,
        (stops_at_nothing,),
        beside=("as it was",),
    ),
)
