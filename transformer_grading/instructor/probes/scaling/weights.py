"""Weights of repaired attention, and of own keys, that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.probes.scaling.matching import search
from transformer_grading.checks.probes.scaling.repaired import drawn

_LARGE = drawn(570, 2, 3, 4, 5, 3)
_LARGE["q"] = _LARGE["q"] + 300 * numbers(571, 2, 3, 4, 1).round()
_FAR = search(650, sizes=(14, 17, 3), divisor=1.0)
_FAR["q"] = _FAR["q"] + 300 * numbers(651, 14, 1).round()
# Whole numbers, and four features or a divisor of 2: scores far out are exact.
_OUT = {name: x.round() for name, x in drawn(605, 2, 3, 4, 5, 4).items()}
_OUT["q"][..., 0] = 80_000 * numbers(607, 2, 3, 4).sign()
_OUT["k"][..., 0] = 1
_AWAY = search(655, sizes=(13, 15, 3), divisor=2.0)
_AWAY["q"], _AWAY["k"] = _AWAY["q"].round(), _AWAY["k"].round()
_AWAY["q"][..., 0] = 80_000 * numbers(657, 13).sign()
_AWAY["k"][..., 0] = 1

REPAIRED = (
    Probe(
        "scale",
        "Many features, few heads.",
        drawn(500, 2, 3, 5, 4, 33),
        value,
    ),
    Probe(
        "scale",
        "Many heads, few features.",
        drawn(510, 2, 7, 4, 5, 3),
        value,
    ),
    Probe(
        "scale",
        "As many examples as heads, and as many queries as keys.",
        drawn(520, 3, 3, 4, 4, 7),
        value,
    ),
    Probe(
        "scale",
        "As many keys as features.",
        drawn(530, 2, 3, 4, 6, 6),
        value,
    ),
    Probe(
        "scale",
        "A single head.",
        drawn(545, 4, 1, 5, 4, 7),
        value,
    ),
    Probe(
        "scale",
        "With one feature there is nothing to divide by.",
        drawn(540, 2, 3, 4, 5, 1),
        value,
    ),
    Probe(
        "scale",
        "The scale is the same when every entry is twice as large.",
        {name: 2 * x for name, x in drawn(550, 2, 3, 4, 5, 6).items()},
        value,
    ),
    Probe(
        "scale",
        "The weights have the dtype of q and k.",
        in_double(drawn(560, 2, 3, 4, 5, 10)),
        value,
    ),
    Probe(
        "large scores",
        "Two scores in the hundreds that differ by a half leave a choice.",
        {
            "q": tensor([[[0, 2, 0, 0], [0, 900, 0, 0]]]),
            "k": tensor([[[0, 1, 0, 0], [1, 0, 0, 0], [0, 0.999, 0, 2]]]),
        },
        value,
        atol=1e-4,
    ),
    Probe(
        "large scores",
        "Some queries have scores in the hundreds, others have not.",
        _LARGE,
        value,
        atol=1e-3,
        rtol=1e-2,
    ),
    Probe(
        "large scores",
        "Scores are around 40 000, above zero or below, and close together.",
        _OUT,
        value,
        atol=1e-2,
    ),
    Probe(
        "batch independence",
        "An example gets the same weights alone as with others.",
        drawn(580, 3, 2, 4, 5, 7),
        alone(2),
    ),
    Probe(
        "input untouched",
        "q and k stay as they were.",
        drawn(590, 2, 3, 4, 5, 7),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to q and k.",
        drawn(600, 3, 2, 4, 5, 6),
        gradient,
    ),
)
MATCHES = (
    Probe(
        "value",
        "As many keys as queries.",
        search(610, sizes=(14, 14, 5), divisor=2.3),
        value,
    ),
    Probe(
        "value",
        "A divisor below 1 sharpens the weights.",
        search(620, sizes=(13, 13, 4), divisor=0.37),
        value,
    ),
    Probe(
        "further keys",
        "Keys that belong to no query take their share, too.",
        search(630, sizes=(13, 21, 6), divisor=2.4),
        value,
    ),
    Probe(
        "value",
        "The weights have the dtype of q and k.",
        in_double(search(640, sizes=(13, 15, 3), divisor=1.7)),
        value,
    ),
    Probe(
        "large scores",
        "Some queries have scores in the hundreds, others have not.",
        _FAR,
        value,
        atol=1e-3,
        rtol=1e-2,
    ),
    Probe(
        "large scores",
        "Scores are around 40 000, above zero or below, and close together.",
        _AWAY,
        value,
        atol=1e-2,
    ),
    Probe(
        "large scores",
        "Small numbers and a small divisor are as good as others.",
        {
            "q": numbers(660, 13, 3) * 0.03,
            "k": numbers(661, 15, 3) * 0.05,
            "divisor": 1e-3,
        },
        value,
        atol=1e-4,
        rtol=1e-3,
    ),
    Probe(
        "leading axes",
        "One leading axis, as long as there are queries.",
        search(670, 4, sizes=(4, 5, 3), divisor=1.9),
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes, one of length 1.",
        search(680, 2, 3, 1, sizes=(3, 4, 5), divisor=2.6),
        value,
    ),
    Probe(
        "input untouched",
        "q and k stay as they were.",
        search(690, sizes=(5, 6, 4), divisor=1.4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to q and k.",
        search(700, 2, sizes=(4, 6, 3), divisor=1.8),
        gradient,
    ),
)
