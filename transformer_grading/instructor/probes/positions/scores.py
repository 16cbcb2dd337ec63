"""Queries, keys and scores that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.probes.positions.adding import (
    ALL_DIGITS,
    full_of_digits,
)
from transformer_grading.checks.probes.positions.distance import hidden_ahead
from transformer_grading.checks.probes.positions.rotary import (
    FAR_ALONG,
    FEW_DIGITS,
    NEARLY,
    drawn,
    in_bfloat16,
    scores_moved_by,
    transposed,
    turned,
)

TURNED = (
    Probe(
        "value",
        "All sizes differ: five heads on three sequences.",
        turned(810, 3, 5, 7, 8),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "There may be as many heads as sequences.",
        turned(820, 4, 4, 3, 10),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "All sizes may be the same.",
        turned(830, 6, 6, 6, 6),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "x need not lie in memory in one piece.",
        transposed(turned(835, 3, 4, 5, 6)),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "There may be one head and one pair.",
        turned(840, 3, 1, 5, 2),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "The result has the dtype of x.",
        in_double(turned(850, 2, 3, 4, 6, 12)),
        value,
    ),
    Probe(
        "base",
        "The base may be small.",
        {**turned(860, 2, 3, 4, 8), "base": 7.5},
        value,
        **NEARLY,
    ),
    Probe(
        "base",
        "The base may be large.",
        {**turned(870, 3, 2, 5, 6), "base": 500_000.0},
        value,
        **NEARLY,
    ),
    Probe(
        "distance",
        "Move queries and keys along, and no score changes.",
        {**turned(880, 2, 3, 5, 8), "base": 200.0},
        scores_moved_by(211, 882),
        atol=2e-3,
    ),
    Probe(
        "positions",
        "Each sequence has places of its own.",
        turned(890, 5, 2, 3, 6, 30),
        value,
        **NEARLY,
    ),
    Probe(
        "positions",
        "Places may fall, and two tokens may share one.",
        {
            "x": numbers(900, 2, 3, 4, 6),
            "positions": drawn(901, 2, 4).flip(1) // 2,
        },
        value,
        **NEARLY,
    ),
    Probe(
        "positions",
        "Places may be thousands of tokens along.",
        {"x": numbers(905, 3, 2, 4, 8), "positions": drawn(906, 3, 4) * 211 + 600},
        value,
        **FAR_ALONG,
    ),
    Probe(
        "positions",
        "A sequence gets the same answer alone as with others.",
        turned(910, 4, 4, 5, 6),
        alone(3),
        **NEARLY,
    ),
    Probe(
        "few digits",
        "The result has the dtype of x, and far along it is still right.",
        {"x": numbers(920, 3, 2, 4, 8), "positions": drawn(921, 3, 4) + 930},
        in_bfloat16,
        **FEW_DIGITS,
    ),
    Probe(
        "input untouched",
        "x and the positions stay as they were.",
        turned(930, 3, 2, 5, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        turned(940, 3, 2, 5, 8),
        gradient,
        **NEARLY,
    ),
)
LOWERED = (
    Probe(
        "value",
        "All sizes differ: two heads on three sequences.",
        {"scores": numbers(950, 3, 2, 5, 8)},
        value,
    ),
    Probe(
        "value",
        "All sizes may be the same.",
        {"scores": numbers(951, 8, 8, 8, 8)},
        value,
    ),
    Probe(
        "value",
        "There may be as many heads as queries.",
        {"scores": numbers(952, 3, 4, 4, 7)},
        value,
    ),
    Probe(
        "value",
        "The result has the dtype of the scores, and their digits.",
        full_of_digits({"scores": numbers(953, 2, 4, 5, 5)}),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "value",
        "What a mask has hidden stays hidden.",
        {"scores": hidden_ahead(numbers(962, 3, 2, 5, 8))},
        value,
    ),
    Probe(
        "slopes",
        "There may be a single head.",
        {"scores": numbers(954, 3, 1, 4, 5)},
        value,
    ),
    Probe(
        "slopes",
        "There may be many heads.",
        {"scores": numbers(955, 2, 32, 3, 4)},
        value,
    ),
    Probe(
        "slopes",
        "There may be eight heads.",
        {"scores": numbers(956, 2, 8, 6, 6)},
        value,
    ),
    Probe(
        "alignment",
        "A single query stands at the last place.",
        {"scores": numbers(957, 2, 4, 1, 13)},
        value,
    ),
    Probe(
        "alignment",
        "With more keys than queries the queries are the last places.",
        {"scores": numbers(958, 3, 4, 5, 14)},
        value,
    ),
    Probe(
        "alignment",
        "There may be many keys.",
        {"scores": numbers(963, 2, 2, 3, 700)},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same scores alone as with others.",
        {"scores": numbers(959, 4, 4, 3, 5)},
        alone(2),
    ),
    Probe(
        "input untouched",
        "The scores that were handed in stay as they were.",
        {"scores": numbers(960, 3, 2, 4, 6)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to the scores.",
        {"scores": numbers(961, 3, 2, 4, 6)},
        gradient,
    ),
)
