"""What a factor that a scheduler multiplies with has to be like."""

import warnings
from typing import Any

import torch
from torch.optim import SGD
from torch.optim.lr_scheduler import LambdaLR

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.observing import Call, Observation, Observe

EXACT: dict[str, float] = {"atol": 1e-9, "rtol": 1e-6}


def rate(done: int, base: float, peak: float, warmup: int) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {"done": done, "base": base, "peak": peak, "warmup": warmup}


class Several(tuple[int, ...]):
    """Numbers of updates that the function is asked about, one after the other."""

    def __str__(self) -> str:
        """Say which ones where inputs are printed."""
        return " and ".join(f"{n}" for n in self)


def along(property: str, says: str, inputs: dict[str, Any], *done: int) -> Probe:
    """Look at the factor after several numbers of updates.

    Args:
        property: The property of the probe.
        says: What must hold.
        inputs: The other arguments.
        *done: How many updates have been made, each time.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        several, *rest = inputs.values()
        found = [call(n, *rest)["factor"] for n in several]
        return {
            f"the factor for done = {n}": f for n, f in zip(several, found, strict=True)
        }

    given: dict[str, Any] = {**inputs, "done": Several(done)}
    return Probe(property, says, given, observe, **EXACT)


def scheduled(updates: int) -> Observe:
    """Observe the rates of an optimiser whose scheduler has the function.

    Args:
        updates: How many updates to make.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        _, base, peak, warmup = inputs.values()
        optimizer = SGD([torch.zeros(1, requires_grad=True)], lr=base)
        schedule = LambdaLR(
            optimizer,
            lambda done: call(done, base, peak, warmup)["factor"].item(),
        )
        rates = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for _ in range(updates):
                rates.append(optimizer.param_groups[0]["lr"])
                optimizer.step()
                schedule.step()
        return {"the rates, update by update": torch.tensor(rates).double()}

    return observe


_HAND = rate(0, 1.0, 0.5, 4)
_OTHER = rate(0, 0.2, 0.06, 7)

PROBES = (
    Probe(
        "first update", "The first of four updates of warm-up.", _HAND, value, **EXACT
    ),
    Probe(
        "first update",
        "With a warm-up of one update the first has the peak.",
        rate(0, 1.0, 0.3, 1),
        value,
        **EXACT,
    ),
    along("rise", "It rises in a line.", _HAND, 1, 2),
    along(
        "rise", "So it does with a longer warm-up.", rate(0, 1.0, 2.0, 50), 9, 24, 48
    ),
    Probe(
        "top",
        "The last update of the warm-up has the peak.",
        rate(3, 1.0, 0.5, 4),
        value,
        **EXACT,
    ),
    along(
        "top",
        "With another warm-up it comes at another update.",
        rate(6, 1.0, 0.25, 7),
        5,
        6,
        7,
    ),
    Probe(
        "fall",
        "Four times as late: half of the peak.",
        rate(15, 1.0, 0.5, 4),
        value,
        **EXACT,
    ),
    along("fall", "From there on it falls as a root.", _HAND, 4, 5, 8, 35, 399),
    Probe(
        "other base",
        "The optimiser has a rate of its own.",
        rate(1, 0.1, 0.5, 4),
        value,
        **EXACT,
    ),
    Probe(
        "other base",
        "It is larger than the peak.",
        rate(9, 3.0, 0.5, 4),
        value,
        **EXACT,
    ),
    Probe(
        "in a scheduler",
        "LambdaLR sets the rates of twelve updates.",
        _OTHER,
        scheduled(12),
        **EXACT,
    ),
)
