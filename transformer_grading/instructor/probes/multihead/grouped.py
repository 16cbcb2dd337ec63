"""Layers with groups that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, stairs, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.multihead.grouped import grouped
from transformer_grading.checks.probes.multihead.layer import turned
from transformer_grading.instructor.probes.attention.masked import drawn

_EMPTY = drawn(1800, 5, 5)
_EMPTY[1] = False
_LOW = {
    **grouped(1805, (4, 2), (2, 3), (3, 2, 3)),
    "mask": mask([True, False, False], [True, True, False], [True, False, False]),
}
_HIGH = in_double(grouped(1835, (4, 2), (3, 5), (6, 3, 2)))
_HIGH["w_q"], _HIGH["w_k"] = 16 * _HIGH["w_q"], 16 * _HIGH["w_k"]
_LOW["x"][..., 0] = tensor(-3000.0, 4000.0, 4000.0)
_LOW["w_q"][0], _LOW["w_k"][0], _LOW["w_v"][0] = 1.0, 1.0, 0.001

PROBES = (
    Probe(
        "value",
        "As many groups as heads.",
        grouped(1810, (4, 4), (2, 5), (6, 2, 3)),
        value,
    ),
    Probe(
        "value",
        "As many groups as heads, and square matrices.",
        grouped(1815, (2, 2), (3, 4), (6, 3, 3)),
        value,
    ),
    Probe(
        "value",
        "One group for four heads.",
        grouped(1820, (4, 1), (3, 5), (6, 2, 3)),
        value,
    ),
    Probe(
        "value",
        "The output has the dtype of the inputs.",
        in_double(grouped(1830, (6, 2), (2, 5), (7, 2, 3))),
        value,
    ),
    Probe(
        "value",
        "Scores may be large.",
        _HIGH,
        value,
    ),
    Probe(
        "value",
        "It does not matter how the tensors lie in memory.",
        turned(grouped(1837, (6, 2), (3, 4), (5, 2, 3))),
        value,
    ),
    Probe(
        "groups",
        "Eight heads in two groups.",
        grouped(1840, (8, 2), (3, 4), (5, 2, 3)),
        value,
    ),
    Probe(
        "groups",
        "Eight heads in four groups.",
        grouped(1850, (8, 4), (3, 5), (6, 3, 2)),
        value,
    ),
    Probe(
        "groups",
        "Nine heads in three groups.",
        grouped(1860, (9, 3), (2, 4), (7, 3, 3)),
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key) holds for every sequence and every head.",
        {**grouped(1870, (6, 2), (3, 5), (7, 2, 3)), "mask": drawn(1876, 5, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (query, key), with as many sequences as tokens.",
        {**grouped(1875, (6, 3), (5, 5), (7, 2, 3)), "mask": drawn(1878, 5, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, 1, key), with as many heads as sequences.",
        {**grouped(1880, (4, 2), (4, 5), (7, 2, 3)), "mask": drawn(1886, 4, 1, 1, 5)},
        value,
    ),
    Probe(
        "mask",
        "The mask (batch, 1, query, key), with as many groups as sequences.",
        {**grouped(1890, (4, 2), (2, 5), (7, 2, 3)), "mask": drawn(1896, 2, 1, 5, 5)},
        value,
    ),
    Probe(
        "mask",
        "A token that may look at nothing has output 0.",
        {**grouped(1900, (6, 3), (2, 5), (7, 2, 3)), "mask": _EMPTY},
        value,
    ),
    Probe(
        "mask",
        "A sequence may have nothing to look at.",
        {
            **grouped(1905, (6, 2), (3, 5), (7, 2, 3)),
            "mask": first(5, 4, 0, 2)[:, None, None],
        },
        value,
    ),
    Probe(
        "mask",
        "A token that may be seen is found, however low its scores are.",
        _LOW,
        value,
    ),
    Probe(
        "input untouched",
        "x and all matrices stay as they were.",
        grouped(1910, (6, 3), (2, 4), (7, 2, 3)),
        untouched,
    ),
    Probe(
        "input untouched",
        "The mask stays as it was, also where a row is empty.",
        {**grouped(1912, (6, 3), (2, 5), (7, 2, 3)), "mask": _EMPTY},
        untouched,
    ),
    Probe(
        "input untouched",
        "So does a mask with four axes, its shape included.",
        {
            **grouped(1915, (6, 3), (2, 4), (7, 2, 3)),
            "mask": first(4, 3, 2)[:, None, None],
        },
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to x and to every matrix: a key hears from all its heads.",
        grouped(1920, (6, 3), (2, 4), (7, 2, 3)),
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow through a mask.",
        {**grouped(1930, (6, 2), (2, 4), (7, 2, 3)), "mask": stairs(4, 4)},
        gradient,
    ),
)
