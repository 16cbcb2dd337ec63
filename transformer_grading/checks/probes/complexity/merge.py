"""What the merging of two attentions has to be like."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, only, untouched, value
from transformer_grading.checks.probes.complexity.looking import exact

_LOWEST = -math.inf


def parts(one: tuple[Tensor, Tensor], two: tuple[Tensor, Tensor]) -> dict[str, Any]:
    """Name the results of two attentions: the output and the logarithm of the total."""
    return {
        "output_1": one[0],
        "log_total_1": one[1],
        "output_2": two[0],
        "log_total_2": two[1],
    }


def drawn(seed: int, *shape: int, spread: float = 1.0) -> dict[str, Any]:
    """Draw two attentions.

    Args:
        seed: The seed.
        *shape: The shape of an output.
        spread: How far apart the logarithms are.
    """
    return parts(
        (numbers(seed, *shape), numbers(seed + 1, *shape[:-1]) * spread),
        (numbers(seed + 2, *shape), numbers(seed + 3, *shape[:-1]) * spread),
    )


def in_proportion(
    output_1: Tensor, log_total_1: Tensor, output_2: Tensor, log_total_2: Tensor
) -> Tensor:
    """Average two outputs whose totals may be of any size, but are not empty."""
    share = torch.sigmoid(log_total_1 - log_total_2)[..., None]
    return torch.lerp(output_2, output_1, share)


def raised(inputs: dict[str, Any], one: Any, two: Any) -> dict[str, Any]:
    """Add to the logarithms of both parts."""
    return {
        **inputs,
        "log_total_1": inputs["log_total_1"] + one,
        "log_total_2": inputs["log_total_2"] + two,
    }


BY_HAND = parts(
    (tensor([5, 3]), tensor(math.log(4))), (tensor([1, 7]), tensor(math.log(12)))
)
_UNEVEN = parts((tensor([5.1, 0.3]), tensor(1.7)), (tensor([1.3, 7.7]), tensor(-0.9)))
_TWO_ROWS = parts(
    (tensor([5, 3], [1, 2]), tensor(math.log(4), 0)),
    (tensor([1, 7], [9, 2]), tensor(math.log(12), math.log(3))),
)
_ONE_EMPTY = parts(
    (tensor([5, 3], [1, 2], [4, 8]), tensor(math.log(4), 0, 0)),
    (tensor([1, 7], [9, 9], [8, 4]), tensor(math.log(12), _LOWEST, 0)),
)

_EACH_EMPTY = parts(
    (tensor([5, 3], [1, 2], [4, 8], [6, 6]), tensor(0, 0, _LOWEST, _LOWEST)),
    (tensor([1, 7], [9, 9], [8, 4], [8, 2]), tensor(0, _LOWEST, 0, _LOWEST)),
)
_VIEWS = {name: x.transpose(0, 1) for name, x in drawn(40, 2, 3, 2).items()}


PROBES = (
    Probe(
        "value",
        "Each part counts in proportion to its total.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Each query has totals of its own.",
        drawn(10, 3, 2),
        value,
    ),
    Probe(
        "value",
        "There may be as many queries as features of a value.",
        drawn(20, 3, 3),
        value,
    ),
    Probe(
        "value",
        "From float64 come results in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "value",
        "In float64 the output is as exact as float64 is.",
        in_double(_UNEVEN),
        exact(in_proportion),
    ),
    Probe(
        "large totals",
        "Adding 1000 to both logarithms leaves the output as it was.",
        raised(_TWO_ROWS, 1000, 1000),
        value,
    ),
    Probe(
        "large totals",
        "Logarithms far below zero are as good as any.",
        raised(_TWO_ROWS, -1000, -1000),
        value,
    ),
    Probe(
        "large totals",
        "A query with large totals does not disturb another.",
        raised(_TWO_ROWS, tensor(0, 500), tensor(0, 500)),
        value,
    ),
    Probe(
        "large totals",
        "One part may be all that counts.",
        raised(_TWO_ROWS, tensor(300, 0), tensor(0, 300)),
        value,
    ),
    Probe(
        "empty part",
        "A part that saw no key changes nothing, whatever its output says.",
        parts(
            (tensor([77, -5]), tensor(_LOWEST)), (tensor([1, 7]), tensor(math.log(12)))
        ),
        value,
    ),
    Probe(
        "empty part",
        "A part may have seen no key for some of the queries only.",
        _ONE_EMPTY,
        value,
    ),
    Probe(
        "empty part",
        "If neither part saw a key, the output is 0 and the logarithm minus infinity.",
        parts(
            (tensor([5, 3], [6, 6]), tensor(math.log(4), _LOWEST)),
            (tensor([1, 7], [8, 2]), tensor(math.log(12), _LOWEST)),
        ),
        value,
    ),
    Probe(
        "leading axes",
        "Batch and heads may stand in front.",
        drawn(30, 2, 3, 5, 4),
        value,
    ),
    Probe(
        "leading axes",
        "The parts may be views of other tensors, their axes exchanged.",
        _VIEWS,
        value,
    ),
    Probe(
        "input untouched",
        "Both parts stay as they were, also where they are empty.",
        _EACH_EMPTY,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the output to all four inputs.",
        _TWO_ROWS,
        only("output", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from the logarithm to both logarithms.",
        _TWO_ROWS,
        only("log_total", look=gradient),
    ),
)
