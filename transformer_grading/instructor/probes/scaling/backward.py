"""Ways back that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import alone, only, untouched, value
from transformer_grading.checks.probes.scaling.backward import drawn

_LEVEL = {**drawn(420, sizes=(4, 6, 5)), "upstream": 0 * numbers(0, 4, 6) + 3}
_LARGE = drawn(430, 2, sizes=(4, 5, 3))
_LARGE["q"] = _LARGE["q"] + 300 * numbers(431, 2, 4, 1).round()
# Whole numbers and two for the root, so that scores far from zero are exact.
_FAR = drawn(500, 2, sizes=(5, 3, 4))
_FAR["q"], _FAR["k"] = _FAR["q"].round(), _FAR["k"].round()
_FAR["q"][..., 0] = 80_000 * numbers(503, 2, 5).sign()
_FAR["k"][..., 0] = 1
# The first key of each query has more than 0.99 of the weight, and less than 1.
_NEARLY = drawn(510, sizes=(3, 5, 4))
_NEARLY["q"], _NEARLY["k"] = _NEARLY["q"] / 10, _NEARLY["k"] / 10
_NEARLY["q"][:, 0] = 10
_NEARLY["k"][0, 0] = _NEARLY["k"][1:, 0].max() + 1.3

PROBES = (
    Probe(
        "queries",
        "query, key and d_k may all differ.",
        drawn(400, sizes=(4, 7, 5)),
        only("to_q"),
    ),
    Probe(
        "keys",
        "query, key and d_k may all differ.",
        drawn(410, sizes=(6, 5, 3)),
        only("to_k"),
    ),
    Probe(
        "queries",
        "What is the same for every key cancels: nothing reaches the queries.",
        _LEVEL,
        only("to_q"),
    ),
    Probe(
        "queries",
        "query, key and d_k may all be the same.",
        drawn(440, sizes=(5, 5, 5)),
        only("to_q"),
    ),
    Probe(
        "keys",
        "query, key and d_k may all be the same.",
        drawn(440, sizes=(5, 5, 5)),
        only("to_k"),
    ),
    Probe(
        "queries",
        "What reaches the queries has the dtype of the inputs.",
        in_double(drawn(450, sizes=(5, 4, 3))),
        only("to_q"),
    ),
    Probe(
        "keys",
        "What reaches the keys has the dtype of the inputs.",
        in_double(drawn(450, sizes=(4, 5, 3))),
        only("to_k"),
    ),
    Probe(
        "large scores",
        "Some queries have scores in the hundreds, others have not.",
        _LARGE,
        value,
        atol=1e-2,
        rtol=1e-3,
    ),
    Probe(
        "large scores",
        "Where one key has nearly all the weight, a little still gets back.",
        _NEARLY,
        value,
    ),
    Probe(
        "large scores",
        "Scores are around 40 000, above zero or below, and close together.",
        _FAR,
        value,
        atol=2e-2,
        rtol=2e-2,
    ),
    Probe(
        "leading axes",
        "One leading axis, as long as there are queries.",
        drawn(460, 4, sizes=(4, 5, 6)),
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes.",
        drawn(470, 2, 3, 2, sizes=(3, 5, 4)),
        value,
    ),
    Probe(
        "leading axes",
        "An example gets the same answer alone as with others.",
        drawn(480, 3, sizes=(5, 4, 7)),
        alone(2),
    ),
    Probe(
        "input untouched",
        "q, k and what came from upstream stay as they were.",
        drawn(490, 2, sizes=(3, 4, 5)),
        untouched,
    ),
)
