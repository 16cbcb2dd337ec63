"""Means and variances of dot products that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import gradient, only, untouched, value
from transformer_grading.checks.probes.scaling.moments import drawn

_FIXED = {name: x * (name != "k_std") for name, x in drawn(240, 14, 3).items()}
_UNIT = {name: 0 * x + name.endswith("std") for name, x in drawn(250, 13, 64).items()}

PROBES = (
    Probe(
        "mean",
        "Each row adds up the products of its own means.",
        drawn(200, 14, 3),
        only("mean"),
    ),
    Probe(
        "mean",
        "The mean has the dtype of the inputs.",
        in_double(drawn(210, 17, 5)),
        only("mean"),
    ),
    Probe(
        "variance",
        "Features of mean 0 and standard deviation 1 give d_k.",
        _UNIT,
        only("variance"),
        atol=1e-3,
    ),
    Probe(
        "variance",
        "Means and deviations of any size.",
        drawn(220, 15, 6),
        only("variance"),
    ),
    Probe(
        "variance",
        "Only the queries are random.",
        _FIXED,
        only("variance"),
    ),
    Probe(
        "variance",
        "The variance has the dtype of the inputs.",
        in_double(drawn(230, 17, 5)),
        only("variance"),
    ),
    Probe(
        "leading axes",
        "As many rows as features.",
        drawn(260, 13, 13),
        value,
    ),
    Probe(
        "leading axes",
        "Four leading axes, one of length 1.",
        drawn(270, 2, 3, 1, 5, 4),
        value,
    ),
    Probe(
        "input untouched",
        "Means and standard deviations stay as they were.",
        drawn(280, 4, 5),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the mean to the means.",
        drawn(290, 5, 7),
        only("mean", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from the variance to all four.",
        drawn(300, 5, 7),
        only("variance", look=gradient),
    ),
)
