"""What a measure on unseen pairs has to be like."""

from collections.abc import Iterator
from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.training.toy import (
    Batches,
    Maker,
    modes,
    with_model,
)


def measuring(model: Maker, batches: Batches) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {"model": model, "batches": batches}


def found(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe both numbers."""
    return call(inputs["model"](), inputs["batches"]())


def once(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe both numbers where the batches can be gone through once."""

    def stream() -> Iterator[Any]:
        yield from inputs["batches"]()

    return call(inputs["model"](), stream())


def twice(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe what a second measure of the same model finds."""
    model = inputs["model"]()
    call(model, inputs["batches"]())
    return call(model, inputs["batches"]())


def left(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the modes of the parts of the model after the measure."""
    model = inputs["model"]()
    before = [p.detach().clone() for p in model.parameters()]
    model.words.grad = torch.full_like(model.words, 0.5)
    call(model, inputs["batches"]())
    same = all(map(torch.equal, before, model.parameters()))
    grad = model.words.grad
    kept = grad is not None and bool((grad == 0.5).all())
    return {
        "afterwards, its parts are in training": modes(model),
        "its weights are the same": torch.tensor(same),
        "they still ask for gradients": torch.tensor(
            all(p.requires_grad for p in model.parameters())
        ),
        "a gradient that stood in them still does": torch.tensor(kept),
    }


def recorded(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether gradients were recorded while the model guessed."""
    model = inputs["model"]()
    call(model, inputs["batches"]())
    was = [recorded for _, recorded, _ in model.asked]
    return {
        "gradients were recorded": torch.tensor(any(was) or not was),
        "a gradient was left behind": torch.tensor(
            any(p.grad is not None for p in model.parameters())
        ),
    }


_QUIET, _LOUD, _MIXED = (False, False), (True, True), (True, False)
_ONE = measuring(Maker(110, _QUIET), Batches(111, ((3, 3),)))
_EVEN = measuring(Maker(120, _QUIET), Batches(121, ((2, 2), (4,), (2, 2))))
_UNLIKE = measuring(Maker(130, _QUIET), Batches(131, ((5, 5, 5), (1,))))
_WIDE = measuring(Maker(140, _QUIET), Batches(141, ((3, 1), (2,)), wider=2))
_EMPTY = measuring(Maker(150, _QUIET), Batches(151, ((3, 3), (0, 0), (2,)), wider=1))
_DOUBLE = with_model(_UNLIKE, Maker(130, _QUIET, double=True))
_FAR = with_model(_UNLIKE, Maker(130, _QUIET, sure=9.0))
_NOTHING = measuring(Maker(160, _QUIET), Batches(161, ()))

PROBES = (
    Probe("one batch", "One batch without padding.", _ONE, found),
    Probe(
        "tokens", "Batches of unlike sizes: every token counts alike.", _UNLIKE, found
    ),
    Probe("tokens", "Batches of one size.", _EVEN, found),
    Probe("tokens", "A model of float64.", _DOUBLE, found, atol=1e-9, rtol=1e-9),
    Probe("tokens", "A model that is sure, and wrong.", _FAR, found, rtol=1e-3),
    Probe("padding", "Padding is not guessed.", _WIDE, found),
    Probe("padding", "A batch may have nothing to guess.", _EMPTY, found),
    Probe("padding", "No batch: the loss is 0, the perplexity 1.", _NOTHING, found),
    Probe("once", "The batches may come one by one, and only once.", _UNLIKE, once),
    Probe(
        "quiet",
        "A model in training is measured without its noise.",
        with_model(_UNLIKE, Maker(130, _LOUD)),
        found,
    ),
    Probe(
        "quiet",
        "So it is the second time.",
        with_model(_UNLIKE, Maker(130, _MIXED)),
        twice,
    ),
    Probe("quiet", "No gradient is recorded meanwhile.", _UNLIKE, recorded),
    Probe(
        "as it was",
        "Afterwards the model is in training again.",
        with_model(_EVEN, Maker(120, _LOUD)),
        left,
    ),
    Probe("as it was", "One that was not in training stays so.", _EVEN, left),
    Probe(
        "as it was",
        "Each part is in the mode in which it was.",
        with_model(_EVEN, Maker(120, _MIXED)),
        left,
    ),
)
