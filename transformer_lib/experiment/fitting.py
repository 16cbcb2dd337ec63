"""The one training loop of the early lessons: short, plain and the same for all."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

TESTED_EVERY = 10


def token_loss(
    logits: Float[Tensor, "*lead vocab"], targets: Int[Tensor, "*lead"]
) -> Float[Tensor, ""]:
    r"""Measure how surprised a model is by the right answers.

    $$-\frac{1}{n} \sum_i \log \mathrm{softmax}(z_i)_{y_i}$$

    Args:
        logits: A score for every answer, at each place that asks for one.
        targets: The number of the right answer, from 0.

    Returns:
        The mean cross-entropy in nats. Guessing among V answers gives ln V.

    Source: goodfellow2016, section 6.2.2.
    """
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.flatten())


def fit(
    model: nn.Module,
    batches: Iterable[tuple[Tensor, Tensor]],
    *,
    lr: float | Callable[[int], float],
    loss: Callable[[Any, Any], Tensor] = token_loss,
    clip: float = math.inf,
    until: Callable[[], bool] | None = None,
) -> list[float]:
    """Train a model with Adam, one step a batch.

    Args:
        model: What is trained, in place; called with the inputs of a batch.
        batches: Pairs of inputs and targets; there is a step for each.
        lr: Adam's step size, or a function that gives it for each step, from 0.
        loss: Compares the model's answer with the targets; what it gives is lowered.
        clip: Longest gradient of all parameters together; a longer one is shortened.
        until: Asked after every tenth step; training ends early when it says True.

    Returns:
        The loss of each step, before the step is taken.

    Raises:
        FloatingPointError: If the loss is not finite; the message names the step.

    Source: kingma2015, algorithm 1.
    """
    rate = lr if callable(lr) else lambda step: lr
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))
    losses: list[float] = []
    for step, (inputs, targets) in enumerate(batches):
        optimizer.param_groups[0]["lr"] = rate(step)
        value = loss(model(inputs), targets)
        losses.append(_finite(value.item(), step))
        optimizer.zero_grad()
        value.backward()
        if clip < math.inf:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        if until and len(losses) % TESTED_EVERY == 0 and until():
            break
    return losses


def _finite(value: float, step: int) -> float:
    if not math.isfinite(value):
        raise FloatingPointError(
            f"The loss is {value} at step {step}: lower the step size, or clip the "
            f"gradients."
        )
    return value
