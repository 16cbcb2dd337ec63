"""Measures that forget parts of parts, gradients, digits or great losses."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def flags_of_the_parts(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    parts = [model, *model.children()]
    before = [(part, part.training) for part in parts]
    for part in parts:
        part.training = False
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def whole_and_its_parts(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    parts = [model, *model.children()]
    before = [(part, part.training) for part in parts]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def parts_with_theirs(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    was = {part: part.training for part in model.children()}
    whole = model.training
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    model.training = whole
    for part, training in was.items():
        part.train(training)
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def weights_kept_out(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    for weight in model.parameters():
        weight.requires_grad_(False)
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def model_kept_out(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    model.requires_grad_(False)
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def cleared_at_the_end(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    model.zero_grad()
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def cleared_by_hand(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    for weight in model.parameters():
        weight.grad = None
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def single_logits(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]).float(), target[:, 1:]
            total += F.cross_entropy(
                logits.mT, labels, ignore_index=0, reduction="sum"
            ).item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def single_total(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = torch.zeros((), dtype=torch.float32), 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target)
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before:
        part.training = training
    loss = total.item() / max(tokens, 1)
    return loss, math.exp(loss)


def at_most_twenty(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
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
    return loss, math.exp(min(loss, 20.0))


_BATCH, _LOSS = "The schedule and the batch", "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "parts of parts that are not put into the mode of use",
        "Some part deep in the model is in training mode while it guesses.",
        "A part of the model may have parts. Which of them does your code reach?",
        _BATCH,
        (flags_of_the_parts,),
        beside=("as it was",),
    ),
    Mistake(
        "parts of parts whose mode is forgotten",
        "The model and its own parts are as they were, and parts of these are not.",
        "A part of the model may have parts. Whose mode does your code remember?",
        _BATCH,
        (whole_and_its_parts, parts_with_theirs),
    ),
    Mistake(
        "weights that ask for no gradient any more",
        "Who trains on after the measure finds weights that learn no more.",
        "Whom did you tell that no gradient is wanted, and for how long?",
        _BATCH,
        (weights_kept_out, model_kept_out),
    ),
    Mistake(
        "gradients that are wiped away",
        "What stood in `grad` before the measure is gone.",
        "Somebody measures between `backward` and `step`. What does the step find?",
        _BATCH,
        (cleared_at_the_end, cleared_by_hand),
    ),
    Mistake(
        "a measure in float32",
        "Digits of a model of float64 are lost.",
        "Which line of yours has another dtype than the logits?",
        _LOSS,
        (single_logits, single_total),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a perplexity with a ceiling",
        "Above some loss it does not grow.",
        "The loss is high. Is the perplexity still its exponential?",
        _LOSS,
        (at_most_twenty,),
        beside=("as it was", "once"),
    ),
)
