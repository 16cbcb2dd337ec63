"""Two attentions to be merged that the student does not see."""

import math

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import gradient, only, untouched, value
from transformer_grading.checks.probes.complexity.looking import exact
from transformer_grading.checks.probes.complexity.merge import (
    drawn,
    in_proportion,
    raised,
)


def _column(*rows: float) -> Tensor:
    return torch.tensor(rows, dtype=torch.float32, device="cpu")[:, None]


_FAR = drawn(300, 5, 3, 4, spread=2.0)
_POSITIVE = drawn(225, 5, 3, 2)
_POSITIVE["output_1"] = _POSITIVE["output_1"].abs() + 0.1
_POSITIVE["output_2"] = _POSITIVE["output_2"].abs() + 0.2
_EMPTY = drawn(310, 5, 3, 4)
_EMPTY["log_total_1"][1] = _EMPTY["log_total_1"][2, 0] = -math.inf
_EMPTY["log_total_2"][3] = _EMPTY["log_total_2"][4, 2] = -math.inf
_NOWHERE = drawn(320, 7, 2, 3)
_NOWHERE["log_total_1"][[0, 2, 5]] = -math.inf
_NOWHERE["log_total_2"][[1, 2, 5]] = -math.inf
_ALL_EMPTY = raised(drawn(330, 13, 2), -math.inf, -math.inf)

PROBES = (
    Probe(
        "value",
        "Each part counts in proportion to its total.",
        drawn(200, 13, 3, spread=2.0),
        value,
    ),
    Probe(
        "value",
        "There may be as many queries as features of a value.",
        drawn(210, 13, 13),
        value,
    ),
    Probe(
        "value",
        "The results have the dtype of the parts.",
        in_double(drawn(220, 5, 3, 2)),
        value,
    ),
    Probe(
        "value",
        "And the output is as exact as the parts are.",
        in_double(_POSITIVE),
        exact(in_proportion),
    ),
    Probe(
        "value",
        "A part counts however small it is beside the other.",
        in_double(raised(_POSITIVE, _column(-11, -12, 11, 12, 11.5), 0)),
        exact(in_proportion, 5e-6),
    ),
    Probe(
        "large totals",
        "Every row may lie elsewhere, from far below zero to far above.",
        raised(_FAR, *2 * [_column(0, 2000, -2000, 150, -90)]),
        value,
        atol=1e-3,
        rtol=1e-3,
    ),
    Probe(
        "large totals",
        "The totals may be far apart, either way.",
        raised(_FAR, _column(0, 400, 0, -9000, 20), _column(90, 0, 700, 0, 12)),
        value,
        atol=1e-3,
        rtol=1e-3,
    ),
    Probe(
        "empty part",
        "Some rows are empty on the one side, some on the other.",
        _EMPTY,
        value,
    ),
    Probe(
        "empty part",
        "Some rows are empty on both sides.",
        _NOWHERE,
        value,
    ),
    Probe(
        "empty part",
        "All rows may be empty on both sides.",
        _ALL_EMPTY,
        value,
    ),
    Probe(
        "leading axes",
        "As many examples as heads as queries as features.",
        drawn(340, 3, 3, 3, 3),
        value,
    ),
    Probe(
        "leading axes",
        "More leading axes, all different.",
        drawn(350, 2, 5, 3, 7, 4),
        value,
    ),
    Probe(
        "leading axes",
        "The parts may be views of other tensors, their axes exchanged.",
        {name: x.transpose(0, 1) for name, x in drawn(355, 3, 5, 2, 4).items()},
        value,
    ),
    Probe(
        "input untouched",
        "Both parts stay as they were, also where rows are empty.",
        _NOWHERE,
        untouched,
    ),
    Probe(
        "input untouched",
        "Also where one of them is empty as a whole.",
        raised(_EMPTY, 0, -math.inf),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the output to all four inputs.",
        drawn(360, 5, 3, 2),
        only("output", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from the logarithm to both logarithms.",
        {**drawn(370, 5, 3, 2), "output_1": numbers(379, 5, 3, 2)},
        only("log_total", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from large totals, too.",
        raised(drawn(380, 5, 3, 2), 300, 301),
        only("output", look=gradient),
        atol=1e-4,
        rtol=1e-3,
    ),
)
