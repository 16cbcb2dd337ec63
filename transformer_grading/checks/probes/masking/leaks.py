"""What a table of leaks has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import mask, numbers, stairs, tensor
from transformer_grading.checks.observations import untouched, value

Move = tuple[int, int, int, int, float]


def edited(before: Tensor, allowed: Tensor, *moves: Move) -> dict[str, Any]:
    """Make outputs that move where they are told to.

    Args:
        before: The outputs, (batch, query, d_model).
        allowed: The mask, (batch, 1, query, key).
        *moves: Edited input, text, output, feature, and by how much it moves.
    """
    after = before.expand(allowed.shape[-1], *before.shape).clone()
    for *place, amount in moves:
        after[tuple(place)] += amount
    return {"before": before, "after": after, "mask": allowed}


def honest(seed: int, before: Tensor, allowed: Tensor) -> dict[str, Any]:
    """Make outputs that move wherever they may, and nowhere else."""
    inputs = edited(before, allowed)
    moving = allowed.expand(len(before), 1, *allowed.shape[-2:])[:, 0].permute(2, 0, 1)
    noise = numbers(seed, *inputs["after"].shape)
    return {**inputs, "after": inputs["after"] + moving[..., None] * noise}


_TWO = stairs(2, 2)[None, None]
_THREE = stairs(3, 3)[None, None]
_PADDED = torch.stack([_THREE[0] & mask(1, 0, 1), _THREE[0] & mask(1, 0, 0)])
_BOTH_WAYS = mask(1, 1, 0)[None, None, None].expand(1, 1, 3, 3)
_WORDS = tensor([[1, 2], [3, 4]])
_LONG = numbers(40, 2, 3, 2)
_WHOLE = tensor(*[[[1, 2], [4, 3], [5, -1]]] * 2)

PROBES = (
    Probe(
        "leaks",
        "Output 0 moved when input 1 was edited, and may not look at it.",
        edited(_WORDS, _TWO, (0, 0, 0, 0, 1.0), (0, 0, 1, 0, 5.0), (1, 0, 0, 1, 2.0)),
        value,
    ),
    Probe(
        "leaks",
        "Two texts, each with leaks of its own.",
        edited(
            *(_LONG, _PADDED, (2, 0, 0, 1, 0.5), (2, 1, 2, 0, 0.5)),
            *((1, 1, 0, 0, -1.0), (1, 0, 2, 1, 0.3), (0, 1, 2, 1, 3.0)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "There may be more inputs than outputs.",
        edited(
            numbers(41, 1, 2, 3),
            stairs(2, 5, 3)[None, None],
            *((4, 0, 0, 2, 1.0), (3, 0, 0, 1, 1.0), (4, 0, 1, 1, 1.0)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "One mask may stand for two texts, and the second one leaks.",
        edited(_WHOLE, _THREE, (1, 1, 0, 0, 1.0), (0, 0, 2, 1, 2.0)),
        value,
    ),
    Probe(
        "leaks",
        "There may be a single output, and two texts.",
        edited(
            *(numbers(43, 2, 1, 2), mask([1, 1, 0], [0, 1, 1])[:, None, None]),
            *((2, 0, 0, 1, 1.0), (1, 1, 0, 0, 1.0), (1, 0, 0, 0, 1.0)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "What is hidden may stand in the past, or be the output's own input.",
        edited(_LONG[:1], _PADDED[1:], (1, 0, 2, 0, 0.5), (2, 0, 2, 1, 0.5)),
        value,
    ),
    Probe(
        "allowed",
        "A mask need not be causal: here all see words 0 and 1, before and after.",
        edited(_LONG[:1], _BOTH_WAYS, (1, 0, 0, 0, 0.5), (2, 0, 1, 1, 0.5)),
        value,
    ),
    Probe(
        "allowed",
        "What moved because it may look is no leak.",
        honest(42, _LONG, _PADDED),
        value,
    ),
    Probe(
        "allowed",
        "A look that one text allows, and another forbids, is a leak in the other.",
        edited(_LONG, _PADDED, (2, 0, 2, 0, 1.0), (0, 1, 2, 0, 1.0)),
        value,
    ),
    Probe(
        "allowed",
        "A look that is allowed in one text is a leak if the other text moved.",
        edited(_LONG, _PADDED, (2, 1, 2, 0, 1.0)),
        value,
    ),
    Probe(
        "any change",
        "Two numbers that change places are a change.",
        edited(_WORDS, _TWO, (1, 0, 0, 0, 1.0), (1, 0, 0, 1, -1.0)),
        value,
    ),
    Probe(
        "any change",
        "An output that gets twice as long has changed.",
        edited(_WORDS, _TWO, (1, 0, 0, 0, 1.0), (1, 0, 0, 1, 2.0)),
        value,
    ),
    Probe(
        "any change",
        "Changes of two texts that cancel are changes.",
        edited(_WHOLE, _THREE, (1, 0, 0, 0, 2.0), (1, 1, 0, 0, -2.0)),
        value,
    ),
    Probe(
        "any change",
        "A change downward is a change.",
        edited(_WORDS, _TWO, (1, 0, 0, 0, -1.0)),
        value,
    ),
    Probe(
        "any change",
        "A change of a millionth is a change.",
        edited(_WORDS, _TWO, (1, 0, 0, 0, 1e-6)),
        value,
    ),
    Probe(
        "any change",
        "A change of 1e-15 is a change.",
        edited(_WORDS - 1, _TWO, (1, 0, 0, 0, 1e-15)),
        value,
    ),
    Probe(
        "any change",
        "A change of 1e-30 is a change.",
        edited(_WORDS - 1, _TWO, (1, 0, 0, 0, 1e-30)),
        value,
    ),
    Probe(
        "input untouched",
        "before, after and mask stay as they were.",
        edited(_LONG, _PADDED, (2, 0, 0, 1, 0.5), (1, 1, 2, 0, 1.0)),
        untouched,
    ),
)
