"""Right ways to measure a model on unseen pairs."""

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_grading.checks.probes.training.toy import Pair
from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.training.parts import summed_loss

Found = tuple[float, float]


def sums(model: nn.Module, batches: Iterable[Pair]) -> Found:
    before = {part: part.training for part in model.modules()}
    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(model, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    for part, training in before.items():
        part.training = training
    loss = total / max(tokens, 1)
    return loss, math.exp(loss)


@torch.no_grad()
def decorated(model: nn.Module, batches: Iterable[Pair]) -> tuple[Tensor, Tensor]:
    modes = [part.training for part in model.modules()]
    model.train(False)
    losses = [torch.zeros(0)]
    for source, target in batches:
        logits, labels = model(source, target[:, :-1]), target[:, 1:]
        each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
        losses.append(each[labels != 0])
    for part, training in zip(model.modules(), modes, strict=True):
        part.train(training) if not list(part.children()) else None
        part.training = training
    every = torch.cat(losses)
    mean = every.sum() / max(len(every), 1)
    return mean, mean.exp()


def log_probabilities(model: nn.Module, batches: Iterable[Pair]) -> Found:
    before = [(part, part.training) for part in model.modules()]
    total, tokens = 0.0, 0
    try:
        model.eval()
        with torch.inference_mode():
            for source, target in batches:
                labels = target[:, 1:]
                log_p = F.log_softmax(model(source, target[:, :-1]), dim=-1)
                right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
                total -= (right * (labels != 0)).sum().item()
                tokens += int((labels != 0).sum())
    finally:
        for part, training in before:
            part.training = training
    if not tokens:
        return 0.0, 1.0
    return total / tokens, math.exp(total / tokens)


def means_weighted(model: nn.Module, batches: Iterable[Pair]) -> Found:
    noisy = [part for part in model.modules() if part.training]
    model.eval()
    loss = count = 0.0
    with torch.no_grad():
        for source, target in batches:
            here = int(target[:, 1:].count_nonzero())
            if here == 0:
                continue
            mean = float(summed_loss(model, source, target)) / here
            count += here
            loss += (mean - loss) * here / count
    for part in noisy:
        part.training = True
    return loss, math.e**loss


def a_list_first(model: nn.Module, batches: Iterable[Pair]) -> Found:
    from transformer_lib.training.evaluation import mode

    kept = list(batches)
    with mode(model, training=False), torch.no_grad():
        total = sum(summed_loss(model, *batch) for batch in kept)
    tokens = sum(int((target[:, 1:] > 0).sum()) for _, target in kept)
    loss = float(total) / tokens if tokens else 0.0
    return loss, math.exp(loss)


def flattened(model: nn.Module, batches: Iterable[Pair]) -> Found:
    before = {name: part.training for name, part in model.named_modules()}
    model.eval()
    losses: list[float] = []
    for source, target in batches:
        with torch.no_grad():
            logits = model(source, target[:, :-1]).flatten(0, 1)
        wanted = target[:, 1:].flatten()
        every = F.cross_entropy(logits, wanted, ignore_index=0, reduction="none")
        losses += every[wanted != 0].tolist()
    for name, part in model.named_modules():
        part.training = before[name]
    mean = math.fsum(losses) / len(losses) if losses else 0.0
    return mean, math.exp(mean)


def of_a_copy(model: nn.Module, batches: Iterable[Pair]) -> Found:
    from copy import deepcopy

    twin, total, tokens = deepcopy(model).eval(), 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            total += summed_loss(twin, source, target).item()
            tokens += int((target[:, 1:] != 0).sum())
    return (total / tokens, math.exp(total / tokens)) if tokens else (0.0, 1.0)


def parents_first(model: nn.Module, batches: Iterable[Pair]) -> Found:
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    torch.set_grad_enabled(False)
    losses, counts = [0.0], [0]
    for batch in batches:
        losses.append(summed_loss(model, *batch).item())
        counts.append(int(batch[1][:, 1:].gt(0).sum()))
    torch.set_grad_enabled(True)
    for part, training in modes:
        part.train(training)
    loss = sum(losses) / (sum(counts) or 1)
    return loss, math.exp(loss)


def of_the_course(model: nn.Module, batches: Iterable[Pair]) -> Found:
    from transformer_lib.training.batching import Batch
    from transformer_lib.training.evaluation import evaluate

    found = evaluate(model, (Batch(*batch) for batch in batches))
    return found.loss, found.perplexity


RIGHT = (
    Right("own", "sums, divided once", sums),
    Right("own", "losses in a row, a decorator", decorated),
    Right("W66", "log_softmax and gather, in inference mode", log_probabilities),
    Right("own", "means, weighted by tokens", means_weighted),
    Right("own", "a list first, the course's mode", a_list_first),
    Right("W68", "flattened, an entry for each token", flattened),
    Right("own", "a copy is measured", of_a_copy),
    Right("own", "modes put back from the whole to its parts", parents_first),
    Right(
        "own",
        "the course's evaluate",
        of_the_course,
        Verdict.SEALED,
        "evaluate is what this task asks you to write",
    ),
)
