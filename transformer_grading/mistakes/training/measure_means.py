"""Measures whose numbers are means of something else."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.training.parts import summed_loss


def means_averaged(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            count = int((target[:, 1:] != 0).sum())
            losses.append(summed_loss(model, source, target).item() / max(count, 1))
    for part, training in before:
        part.training = training
    loss = sum(losses) / max(len(losses), 1)
    return loss, math.exp(loss)


def means_of_cross_entropies(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            logits = model(source, target[:, :-1])
            losses.append(F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0))
    for part, training in before:
        part.training = training
    loss = sum(losses, torch.zeros(())).item() / max(len(losses), 1)
    return loss, math.exp(loss)


def means_without_empty_ones(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            count = int((target[:, 1:] != 0).sum())
            if count:
                losses.append(summed_loss(model, source, target).item() / count)
    for part, training in before:
        part.training = training
    loss = sum(losses) / max(len(losses), 1)
    return loss, math.exp(loss)


def means_of_sentences(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            for row in range(len(target)):
                one = target[row : row + 1]
                count = int((one[:, 1:] != 0).sum())
                if count:
                    each = summed_loss(model, source[row : row + 1], one)
                    losses.append(each.item() / count)
    for part, training in before:
        part.training = training
    loss = sum(losses) / max(len(losses), 1)
    return loss, math.exp(loss)


def means_and_their_perplexities(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = []
    with torch.no_grad():
        for source, target in batches:
            logits = model(source, target[:, :-1])
            loss = F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0)
            losses.append(loss.nan_to_num(0.0).item())
    for part, training in before:
        part.training = training
    if not losses:
        return 0.0, 1.0
    return (
        sum(losses) / len(losses),
        sum(map(math.exp, losses)) / len(losses),
    )


def of_batches(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens, found = 0.0, 0, []
    with torch.no_grad():
        for source, target in batches:
            count = int((target[:, 1:] != 0).sum())
            loss = summed_loss(model, source, target).item()
            total, tokens = total + loss, tokens + count
            found.append(math.exp(loss / max(count, 1)))
    for part, training in before:
        part.training = training
    return total / max(tokens, 1), sum(found) / len(found) if found else 1.0


def of_tokens(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    losses = [torch.zeros(0)]
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            every = F.cross_entropy(logits.mT, labels, reduction="none")
            losses.append(every[labels != 0])
    for part, training in before:
        part.training = training
    every = torch.cat(losses)
    if not len(every):
        return 0.0, 1.0
    return every.mean().item(), every.exp().mean().item()


def of_batches_by_tokens(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens, found = 0.0, 0, 0.0
    with torch.no_grad():
        for source, target in batches:
            count = int((target[:, 1:] != 0).sum())
            loss = summed_loss(model, source, target).item()
            total, tokens = total + loss, tokens + count
            found += count * math.exp(loss / max(count, 1))
    for part, training in before:
        part.training = training
    if not tokens:
        return 0.0, 1.0
    return total / tokens, found / tokens


def smoothed_for_both(model: nn.Module, batches: Iterable[Pair]) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += F.cross_entropy(
                logits.mT, labels, ignore_index=0, label_smoothing=0.1, reduction="sum"
            ).item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


def smoothed_for_the_perplexity(
    model: nn.Module, batches: Iterable[Pair]
) -> tuple[float, float]:
    before = [(part, part.training) for part in model.modules()]
    model.eval()
    total, smooth, tokens = 0.0, 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            total += summed_loss(model, source, target).item()
            smooth += F.cross_entropy(
                logits.mT, labels, ignore_index=0, label_smoothing=0.1, reduction="sum"
            ).item()
            tokens += int((labels != 0).sum())
    for part, training in before:
        part.training = training
    return total / max(tokens, 1), math.exp(smooth / max(tokens, 1))


_BATCH = "The schedule and the batch"
_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a mean of the batches' losses",
        "The loss depends on how pairs were put into batches.",
        ("The same pairs come in one batch or in two. Which number of yours changes?"),
        _BATCH,
        (
            means_averaged,
            means_of_cross_entropies,
            means_without_empty_ones,
            means_of_sentences,
            means_and_their_perplexities,
        ),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a mean of exponentials",
        "The loss is right, and the perplexity is too high.",
        ("Is the perplexity the mean of exponentials, or the exponential of a mean?"),
        _LOSS,
        (of_batches, of_tokens, of_batches_by_tokens),
        ids=("O11",),
        beside=("as it was", "once"),
    ),
    Mistake(
        "a perplexity of smoothed losses",
        "The exponential is taken of a loss that has a floor.",
        (
            "A model is certain and right at every place. Which perplexity "
            "should it have, and which has it with smoothed labels?"
        ),
        _LOSS,
        (smoothed_for_both, smoothed_for_the_perplexity),
        ids=("O09",),
        beside=("as it was", "once"),
    ),
)
