"""Layers to be pruned that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.multihead.pruning import layer, what_is_left

_output = what_is_left(value)

PROBES = (
    Probe(
        "value",
        "The first and the last of four heads go.",
        layer(1600, 12, 3, 3, 0, 1, 1, 0),
        _output,
    ),
    Probe(
        "value",
        "Every other head stays.",
        layer(1610, 10, 2, 2, 1, 0, 1, 0, 1),
        _output,
    ),
    Probe(
        "value",
        "The first head stays.",
        layer(1620, 6, 2, 2, 1, 0, 0),
        _output,
    ),
    Probe(
        "value",
        "The last head stays.",
        layer(1630, 6, 2, 2, 0, 0, 1),
        _output,
    ),
    Probe(
        "value",
        "Every head stays.",
        layer(1640, 6, 3, 3, 1, 1),
        _output,
    ),
    Probe(
        "value",
        "Heads have one feature.",
        layer(1650, 5, 1, 1, 1, 0, 1, 1, 0),
        _output,
    ),
    Probe(
        "value",
        "The matrices keep their dtype.",
        in_double(layer(1660, 6, 2, 3, 0, 1, 1)),
        _output,
    ),
    Probe(
        "widths",
        "Values are wider than keys.",
        layer(1670, 7, 2, 5, 0, 1, 1, 0, 1),
        _output,
    ),
    Probe(
        "widths",
        "Heads need not be d_model / n_heads wide.",
        layer(1685, 11, 3, 3, 0, 1, 1, 0),
        _output,
    ),
    Probe(
        "widths",
        "Keys are wider than values.",
        layer(1680, 5, 4, 3, 1, 0, 1),
        _output,
    ),
    Probe(
        "input untouched",
        "The four matrices and keep stay as they were.",
        layer(1690, 7, 2, 5, 0, 1, 1),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the matrices, and none to a head that is gone.",
        layer(1700, 7, 2, 5, 0, 1, 1),
        what_is_left(gradient),
    ),
)
