"""What one update of a model has to be like."""

from typing import Any

import torch
from torch import Tensor
from torch.optim import Optimizer

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, Observe
from transformer_grading.checks.probes.training.toy import (
    Batches,
    Halves,
    Maker,
    Steps,
    Toy,
    with_model,
)


def asked(model: Maker, batches: Batches, limit: float = 1e3) -> dict[str, Any]:
    """Name the arguments of the task.

    Args:
        model: What makes the model.
        batches: What makes the batches.
        limit: The longest gradient.
    """
    return {
        "model": model,
        "batches": batches,
        "optimizer": Steps(),
        "schedule": Halves(),
        "limit": limit,
    }


def updated(
    call: Call, inputs: dict[str, Any], calls: int = 1, leftover: float = 0.0
) -> tuple[Toy, Optimizer, list[Tensor]]:
    """Make some updates.

    Args:
        call: The function.
        inputs: Its arguments, to be made.
        calls: How many updates.
        leftover: What stands in the gradients before the first of them.
    """
    model = inputs["model"]()
    optimizer = inputs["optimizer"](model)
    schedule = inputs["schedule"](optimizer)
    if leftover:
        for weight in model.parameters():
            weight.grad = torch.full_like(weight, leftover)
    losses = [
        call(model, inputs["batches"](), optimizer, schedule, inputs["limit"])["loss"]
        for _ in range(calls)
    ]
    return model, optimizer, losses


def weights(calls: int = 1, leftover: float = 0.0) -> Observe:
    """Observe the weights after some updates, whatever is returned.

    Args:
        calls: How many updates.
        leftover: What stands in the gradients before the first of them.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        model, *_ = updated(call, inputs, calls, leftover)
        named = {"words": model.words, "out": model.out, "idle": model.idle}
        return {f"afterwards, the weight {name!r}": w for name, w in named.items()}

    return observe


def rates(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the rate that the next update will have, after one and after three."""
    found = {}
    for calls in (1, 3):
        _, optimizer, _ = updated(call, inputs, calls)
        rate = optimizer.param_groups[0]["lr"]
        found[f"the rate after {calls} calls"] = torch.tensor(rate).double()
    return {**found, **weights(2)(call, inputs)}


def reported(calls: int = 1) -> Observe:
    """Observe what is returned.

    Args:
        calls: How many updates.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        _, _, losses = updated(call, inputs, calls)
        return {f"the loss of call {n}": x for n, x in enumerate(losses, 1)}

    return observe


def untouched(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether the batches are the same after an update."""
    model = inputs["model"]()
    optimizer = inputs["optimizer"](model)
    schedule = inputs["schedule"](optimizer)
    batches, before = inputs["batches"](), inputs["batches"]()
    call(model, batches, optimizer, schedule, inputs["limit"])
    same = len(batches) == len(before) and all(
        torch.equal(x, y)
        for pair, other in zip(batches, before, strict=True)
        for x, y in zip(pair, other, strict=True)
    )
    return {"afterwards, the batches are the same": torch.tensor(same)}


def noisy(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the weights, and the mode of the model each time it guessed."""
    model, *_ = updated(call, inputs)
    trained = all(training and recorded for training, recorded, _ in model.asked)
    return {
        "it guessed in training mode": torch.tensor(bool(model.asked) and trained),
        "afterwards, the weight 'words'": model.words,
    }


_ONE = asked(Maker(10), Batches(11, ((3, 3),)))
_EVEN = asked(Maker(20), Batches(21, ((2, 2), (4,), (2, 1, 1))))
_UNLIKE = asked(Maker(30), Batches(31, ((5, 4, 5), (1,))))
_WIDE = asked(Maker(40), Batches(41, ((3, 1), (2,)), wider=2))
_EMPTY = asked(Maker(50), Batches(51, ((3, 2), (0, 0), (2,)), wider=1))
_GROUPS = {**_UNLIKE, "limit": 0.1, "optimizer": Steps(groups=True)}
_DOUBLE = with_model(_UNLIKE, Maker(30, double=True))
_QUIET = asked(Maker(60, (False, False)), Batches(61, ((3, 2),)))

PROBES = (
    Probe(
        "one batch",
        "One batch without padding: a step along its gradient.",
        _ONE,
        weights(),
    ),
    Probe("one batch", "The loss is the mean over its tokens.", _ONE, reported()),
    Probe(
        "leftovers",
        "Gradients of another call do not count.",
        _ONE,
        weights(leftover=0.7),
    ),
    Probe("leftovers", "Three updates, one after the other.", _ONE, weights(3)),
    Probe(
        "several batches",
        "Three batches with as many tokens each: one step for all.",
        _EVEN,
        weights(),
    ),
    Probe(
        "by tokens",
        "Batches of unlike sizes: every token counts alike.",
        _UNLIKE,
        weights(),
    ),
    Probe("by tokens", "A model of float64.", _DOUBLE, weights(), 1e-9, 1e-9),
    Probe("by tokens", "Padding is no token.", _WIDE, weights()),
    Probe("by tokens", "A batch may have nothing to guess.", _EMPTY, weights()),
    Probe(
        "too long",
        "A gradient that is too long is cut to the limit.",
        {**_ONE, "limit": 0.05},
        weights(),
    ),
    Probe(
        "too long",
        "It is the gradient of all batches that is cut.",
        {**_UNLIKE, "limit": 0.1},
        weights(),
    ),
    Probe(
        "too long",
        "So it is where the optimiser has the weights in two groups.",
        _GROUPS,
        weights(),
    ),
    Probe(
        "too long",
        "One that is short enough stays as it is.",
        {**_EVEN, "limit": 20.0},
        weights(),
    ),
    Probe("schedule", "The schedule goes on by one, after the step.", _EVEN, rates),
    Probe(
        "mode",
        "A model that was not in training mode is put into it.",
        _QUIET,
        noisy,
    ),
    Probe(
        "mode",
        "So it is with all its parts.",
        with_model(_QUIET, Maker(60, (True, False))),
        noisy,
    ),
    Probe(
        "loss",
        "Batches of unlike sizes: the mean over all tokens.",
        _UNLIKE,
        reported(),
    ),
    Probe("loss", "A model of float64.", _DOUBLE, reported(), atol=1e-9, rtol=1e-9),
    Probe(
        "loss",
        "Padding is no token, and the second loss is that after one update.",
        _WIDE,
        reported(2),
    ),
    Probe("loss", "A batch may have nothing to guess.", _EMPTY, reported()),
    Probe(
        "loss",
        "The gradient may be too long: the loss is not cut.",
        {**_UNLIKE, "limit": 0.1},
        reported(2),
    ),
    Probe("batches kept", "batches stays as it was.", _UNLIKE, untouched),
)
