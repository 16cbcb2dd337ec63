"""Measures with a pass too many, backward or through the batches."""

import math
from collections.abc import Iterable
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def recorded(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    for source, target in batches:
        total += summed_loss(model, source, target).item()
        tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def thrown_away(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    for source, target in batches:
        total += summed_loss(model, source, target).detach().item()
        tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def only_the_loss_is_free(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    for source, target in batches:
        logits = model(source, target[:, :-1])
        with torch.no_grad():
            total += F.cross_entropy(
                logits.mT, target[:, 1:], ignore_index=0, reduction="sum"
            ).item()
        tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def backward(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    for source, target in batches:
        each = summed_loss(model, source, target)
        if each.requires_grad:
            each.backward()
        total += each.item()
        tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def counted_first(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total = 0.0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def counted_afterwards(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total = 0.0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
    for part, training in before:
        part.training = training
    tokens = sum(int((target[:, 1:] != 0).sum()) for _, target in batches)
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def its_length(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    given: Any = batches
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    if len(given) == 0:
        return 0.0, 1.0
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def by_number(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    given: Any = batches
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in (given[n] for n in range(len(given))):
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "gradients that are recorded",
        "The model's guesses keep all that a backward pass would need.",
        "A measure needs no backward pass. Who tells PyTorch?",
        _BATCH,
        (recorded, thrown_away, only_the_loss_is_free),
        beside=("as it was",),
    ),
    Mistake(
        "a backward pass in a measure",
        "Gradients are left in the weights.",
        "What happens to `grad` while your code measures?",
        _BATCH,
        (backward,),
        beside=("as it was",),
    ),
    Mistake(
        "batches that are gone through twice",
        "A generator is empty the second time, and has no length.",
        "The batches come one by one. How often can your code ask for the first?",
        _BATCH,
        (counted_first, counted_afterwards, its_length, by_number),
        beside=("as it was",),
    ),
)
