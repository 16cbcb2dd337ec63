"""Measures of other numbers than loss and perplexity."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def reads_the_labels(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            labels = target[:, 1:]
            logits = model(source, labels)
            total += F.cross_entropy(
                logits.mT, labels, ignore_index=0, reduction="sum"
            ).item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def reads_all_and_is_late(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target)[:, 1:], target[:, 1:]
            each = F.cross_entropy(logits.mT, labels, ignore_index=0, reduction="sum")
            total += each.item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def guesses_what_it_reads(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            reads = target[:, :-1]
            logits = model(source, reads)
            each = F.cross_entropy(logits.mT, reads, ignore_index=0, reduction="sum")
            total += each.item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def perplexity_first(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return math.exp(loss), loss


def power_of_two(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, 2**loss


def in_bits(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1) / math.log(2)
    return loss, 2**loss


def accuracy(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens, right = 0.0, 0, 0
    with torch.no_grad():
        for source, target in batches:
            best, labels = model(source, target[:, :-1]).argmax(-1), target[:, 1:]
            right += int(((best == labels) & (labels != 0)).sum())
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    return total / max(tokens, 1), right / max(tokens, 1)


def loss_twice(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, loss


def minus(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(-loss)


_FORCED = "All places at once: teacher forcing"
_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a model that reads what it must guess",
        "The decoder is given the labels.",
        (
            "At the first place: which token does the decoder read, and which "
            "must it guess?"
        ),
        _FORCED,
        (reads_the_labels, reads_all_and_is_late, guesses_what_it_reads),
        ids=("H04",),
        beside=("as it was", "once"),
    ),
    Mistake(
        "numbers that have changed places",
        "The perplexity comes first.",
        "In which order are the two numbers returned?",
        _LOSS,
        (perplexity_first,),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a power of 2 in place of e",
        "The loss is in nats, and the exponential is that of bits.",
        "In which unit is the loss, and to which base does it belong?",
        _LOSS,
        (power_of_two, in_bits),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a share of right guesses",
        "The accuracy is returned where the perplexity belongs.",
        (
            "Among how many tokens does the model waver: which of your numbers "
            "says that?"
        ),
        _LOSS,
        (accuracy,),
        beside=("as it was", "once"),
    ),
    Mistake(
        "an exponential of the wrong sign or of nothing",
        "The perplexity is the loss, or below 1.",
        (
            "A uniform model over 7 tokens has the loss ln 7. Which perplexity "
            "has it, and which do you return?"
        ),
        _LOSS,
        (loss_twice, minus),
        beside=("as it was", "once"),
    ),
)
