"""Measures that count something else than tokens."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def counted_in_the_count(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += target[:, 1:].numel()
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def counted_in_both(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += F.cross_entropy(logits.mT, labels, reduction="sum").item()
            tokens += labels.numel()
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def counted_in_the_sum(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += F.cross_entropy(logits.mT, labels, reduction="sum").item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def whole_target(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def what_is_read(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, :-1] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def summed(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    return total, math.exp(total / max(tokens, 1))


def by_sentences(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += len(target)
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def by_batches(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += 1
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def last(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total = summed_loss(model, source, target).item()
            tokens = int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def first(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
            break
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "padding that is measured",
        "Places of padding are in the sum or in the count.",
        "Two columns of padding are added. Which number of yours changes?",
        _BATCH,
        (counted_in_the_count, counted_in_both, counted_in_the_sum),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a start that is counted",
        "The first column is no guess, and is in the count.",
        "Which column of the target does the decoder never have to guess?",
        _BATCH,
        (whole_target, what_is_read),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a loss that is not divided by tokens",
        "A sum, or a sum over sentences, is returned.",
        "The same pairs are measured twice in one call. Should the loss change?",
        _BATCH,
        (summed, by_sentences, by_batches),
        beside=("as it was", "once"),
    ),
    Mistake(
        "the last batch alone",
        "What came before it is forgotten.",
        "Which batches are in your numbers?",
        _BATCH,
        (last, first),
        beside=("as it was", "once"),
    ),
)
