"""What the wiring of an encoder and a decoder has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, numbers
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)

SOFT: dict[str, float] = {"atol": 1e-4, "rtol": 1e-3}


def model(
    seed: int,
    words: Tensor,
    *,
    target: int,
    d_model: int,
    blocks: tuple[int, int],
) -> dict[str, Any]:
    """Draw the arguments of a model.

    Args:
        seed: The seed.
        words: Where the source has words, (batch, source).
        target: Words written.
        d_model: Features of a token.
        blocks: Blocks that read, and blocks that write.
    """
    batch, source = words.shape
    size = 1.2 * d_model**-0.5
    return {
        "source": numbers(seed, batch, source, d_model),
        "target": numbers(seed + 1, batch, target, d_model),
        "words": words,
        "encoder": size * numbers(seed + 2, blocks[0], 6, d_model, d_model),
        "decoder": size * numbers(seed + 3, blocks[1], 10, d_model, d_model),
    }


def edited(inputs: dict[str, Any], name: str, place: int) -> Tensor:
    """Give one of the inputs with another vector at a place of each row.

    Args:
        inputs: The arguments, by name.
        name: Which.
        place: The place.
    """
    changed: Tensor = inputs[name].clone()
    changed[:, place] = 3 - 2 * changed[:, place]
    return changed


_FULL = first(3, 3, 3)
_ONE = model(10, _FULL, target=2, d_model=4, blocks=(1, 1))
_PADDED = model(20, first(5, 5, 2, 3), target=3, d_model=4, blocks=(1, 1))
_IN_FRONT = mask([0, 0, 1, 1], [0, 1, 0, 1])
_DEEP = model(30, first(4, 4, 4), target=3, d_model=5, blocks=(3, 2))
_HIGH = model(40, first(4, 4, 2), target=3, d_model=5, blocks=(1, 3))
_BOTH = model(50, _IN_FRONT, target=5, d_model=6, blocks=(2, 2))
_BEHIND = model(70, first(4, 3, 2), target=3, d_model=4, blocks=(2, 2))
_SQUARE = model(60, first(3, 3, 2, 3), target=3, d_model=3, blocks=(2, 2))

PROBES = (
    Probe(
        "one block",
        "One block on each side, no padding: what her model does as well.",
        _ONE,
        value,
    ),
    Probe(
        "one block",
        "From float64 comes float64.",
        in_double(_ONE),
        value,
    ),
    Probe(
        "depth",
        "Three blocks read, two write: each of the two asks what the third has read.",
        _DEEP,
        value,
        **SOFT,
    ),
    Probe(
        "depth",
        "One block reads and three write.",
        {**_HIGH, "words": first(4, 4, 4)},
        value,
        **SOFT,
    ),
    Probe(
        "padding",
        "Sentences of different lengths in one batch.",
        _PADDED,
        value,
    ),
    Probe(
        "padding",
        "Editing what stands at a place of padding moves nothing.",
        _BEHIND,
        moved_by(source=edited(_BEHIND, "source", 3)),
    ),
    Probe(
        "padding",
        "A sentence gives the same alone as beside others.",
        _PADDED,
        alone(1, "encoder", "decoder"),
    ),
    Probe(
        "padding",
        "Padding may stand in front and in between.",
        _BOTH,
        value,
        **SOFT,
    ),
    Probe(
        "who hears whom",
        "Editing the last word of the target moves no output before it.",
        _DEEP,
        moved_by(target=edited(_DEEP, "target", 2)),
        **SOFT,
    ),
    Probe(
        "who hears whom",
        "Editing the last word of the source moves every output.",
        _DEEP,
        moved_by(source=edited(_DEEP, "source", 3)),
        **SOFT,
    ),
    Probe(
        "who hears whom",
        "All lengths and widths are the same.",
        _SQUARE,
        value,
        **SOFT,
    ),
    Probe(
        "input untouched",
        "Source, target, words and both sets of matrices stay as they were.",
        _PADDED,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to source and target, and to every matrix of every block.",
        _DEEP,
        gradient,
        **SOFT,
    ),
    Probe(
        "gradient",
        "None flows to padding.",
        _BOTH,
        gradient,
        **SOFT,
    ),
)
