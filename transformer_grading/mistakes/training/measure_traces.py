"""Measures that disturb what they measure."""

import math
from collections.abc import Iterable

import torch
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def as_it_comes(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def in_training(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    model.train()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def flag_of_the_whole(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    was, model.training = model.training, False
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    model.training = was
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def after_the_loop(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    model.eval()
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def eval_stays(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def eval_stays_by_hand(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    for part in model.modules():
        part.training = False
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def train_after(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    model.train()
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def train_after_each(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            model.eval()
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
            model.train()
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def mode_of_the_whole(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    was = model.training
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    model.train(was)
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def mode_of_the_whole_if(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    was = model.training
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    if was:
        model.train()
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def mode_of_the_children(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in reversed(before):
        part.train(training)
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def children_alone(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.children()]
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


_BATCH = "The schedule and the batch"

MISTAKES = (
    Mistake(
        "a model that is measured in training mode",
        "It, or some part of it, is in training mode while it guesses.",
        ("Measured twice, a model should give the same loss. What makes it differ?"),
        _BATCH,
        (as_it_comes, in_training, flag_of_the_whole, after_the_loop),
        beside=("as it was",),
    ),
    Mistake(
        "a model that is left without its noise",
        "After the measure, dropout is off for good.",
        "The model was in training before your call. What is it afterwards?",
        _BATCH,
        (eval_stays, eval_stays_by_hand),
    ),
    Mistake(
        "a model that is always left in training",
        "One that was not in training is, after the measure.",
        (
            "The model was in use before your call, and not in training. What "
            "is it afterwards?"
        ),
        _BATCH,
        (train_after, train_after_each),
    ),
    Mistake(
        "one mode for all parts",
        "A part that had a mode of its own has lost it.",
        (
            "Two parts were in different modes before your call. How many modes"
            " does your code remember?"
        ),
        _BATCH,
        (mode_of_the_whole, mode_of_the_whole_if, mode_of_the_children, children_alone),
    ),
)
