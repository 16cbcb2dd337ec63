"""What a comparison with a rule and with chance has to be like."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import mask
from transformer_grading.checks.observations import only, untouched

EXACT: dict[str, float] = {"atol": 0.0, "rtol": 1e-9}


def sentences(
    better: int, worse: int, *, both: int = 0, neither: int = 0, tried: int = 1
) -> dict[str, Any]:
    """Lay out sentences on which a head and a rule are right, one kind after another.

    Args:
        better: Sentences on which the head alone is right.
        worse: Sentences on which the rule alone is right.
        both: Sentences on which both are.
        neither: Sentences on which neither is.
        tried: Heads among which this one was picked.
    """
    counts = (neither, better, both, worse)
    ours = [
        right for n, right in zip(counts, (0, 1, 1, 0), strict=True) for _ in [0] * n
    ]
    theirs = [
        right for n, right in zip(counts, (0, 0, 1, 1), strict=True) for _ in [0] * n
    ]
    return {"ours": mask(*ours), "theirs": mask(*theirs), "tried": tried}


COUNTS, CHANCE = only("better", "worse"), only("p")

PROBES = (
    Probe(
        "counts",
        "Three sentences for the head, one for the rule.",
        sentences(3, 1),
        COUNTS,
        **EXACT,
    ),
    Probe(
        "counts",
        "Sentences on which both do the same count for neither.",
        sentences(4, 2, both=5, neither=3),
        COUNTS,
        **EXACT,
    ),
    Probe(
        "chance",
        "Four to none.",
        sentences(4, 0),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "chance",
        "Nine to one.",
        sentences(9, 1),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "chance",
        "Seven to three.",
        sentences(7, 3),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "either direction",
        "One to six: the rule may be ahead as well.",
        sentences(1, 6),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "either direction",
        "Three to three: every outcome is at least as unequal.",
        sentences(3, 3),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "ties",
        "Sentences on which both do the same leave p as it is.",
        sentences(6, 1, both=7, neither=2),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "ties",
        "Where both always do the same, nothing is unlikely.",
        sentences(0, 0, both=3, neither=2),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "ties",
        "However many heads were tried.",
        sentences(0, 0, both=1, tried=3),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "picked",
        "The best of five heads.",
        sentences(9, 1, tried=5),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "picked",
        "A probability is never more than 1.",
        sentences(9, 1, tried=144),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "many",
        "Thousands of sentences, exact to nine digits.",
        sentences(1600, 1400, both=500),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "many",
        "A probability may be very small.",
        sentences(700, 40, tried=72),
        CHANCE,
        **EXACT,
    ),
    Probe(
        "input untouched",
        "Neither list changes.",
        sentences(4, 2, both=3, neither=1),
        untouched,
    ),
)
