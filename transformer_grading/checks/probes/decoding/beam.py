"""What a beam search has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.decoding.texts import Drawn, Tree, searching

_GARDEN = Tree(
    7,
    2,
    {
        (): {3: 0.5, 4: 0.4, 5: 0.1},
        (3,): {6: 0.5, 5: 0.4, 2: 0.1},
        (4,): {5: 0.9, 6: 0.1},
        (3, 6): {2: 0.9, 4: 0.1},
        (4, 5): {2: 0.9, 3: 0.1},
    },
)
_SPREAD = {3: 0.28, 4: 0.26, 5: 0.24, 6: 0.22}
# One token against five: the longer text has 1.62 and 1.72 times the logarithm.
_LONG = Tree(
    7,
    2,
    {
        (): {2: 0.3, 3: 0.7},
        (3,): {4: 0.7, 5: 0.3},
        (3, 4): {4: 0.7, 5: 0.3},
        (3, 4, 4): {4: 0.7, 6: 0.3},
        (3, 4, 4, 4): {2: 0.5925, 6: 0.4075},
        (3, 5): _SPREAD,
        (3, 4, 5): _SPREAD,
        (3, 4, 4, 6): _SPREAD,
    },
)
_TOO_LONG = Tree(7, 2, {**_LONG.shares, (3, 4, 4, 4): {2: 0.5253, 6: 0.4747}})
_LATER = Tree(
    8,
    2,
    {
        (): {2: 0.2, 3: 0.45, 4: 0.35},
        (3,): {2: 0.3, 5: 0.7},
        (4,): {2: 0.4, 6: 0.6},
        (3, 5): {2: 0.1, 7: 0.9},
        (4, 6): {2: 0.95, 5: 0.05},
        (3, 5, 7): {2: 0.97, 5: 0.03},
    },
)
_HOPE = Tree(
    7,
    2,
    {
        (): {2: 0.38, 3: 0.32, 4: 0.3},
        (3,): {5: 0.97, 6: 0.03},
        (4,): {6: 1.0},
        (4, 6): {6: 1.0},
        (4, 6, 6): {6: 0.6, 5: 0.4},
        (3, 5): {5: 0.97, 6: 0.03},
        (3, 5, 5): {4: 0.97, 6: 0.03},
        (3, 5, 5, 4): {2: 0.97, 6: 0.03},
    },
)
_REFILL = Tree(
    7,
    2,
    {
        (): {2: 0.38, 3: 0.62},
        (3,): {4: 0.55, 5: 0.45},
        (3, 4): {6: 0.55, 3: 0.45},
        (3, 5): {2: 0.95, 6: 0.05},
    },
)
_PATIENT = Tree(
    7,
    2,
    {
        (): {2: 0.37, 3: 0.63},
        (3,): {4: 0.53, 5: 0.47},
        (3, 4): {6: 0.98, 5: 0.02},
        (3, 5): {6: 0.6, 4: 0.4},
        (3, 4, 6): {5: 0.98, 6: 0.02},
        (3, 4, 6, 5): {2: 0.98, 6: 0.02},
    },
)
_MANY = Tree(
    6,
    2,
    {
        (): {3: 0.6, 4: 0.25, 2: 0.15},
        (3,): {3: 0.85, 2: 0.15},
        (3, 3): {3: 0.9, 2: 0.1},
        (3, 3, 3): {3: 0.9, 2: 0.1},
        (3, 3, 3, 3): {3: 0.9, 2: 0.1},
        (3, 3, 3, 3, 3): {3: 0.9, 2: 0.1},
        (3, 3, 3, 3, 3, 3): {2: 0.9, 4: 0.1},
    },
)
_AT_ONCE = Tree(
    6,
    2,
    {
        (): {2: 0.6, 3: 0.4},
        (3,): {4: 0.5, 5: 0.3, 2: 0.2},
        (3, 4): {4: 0.6, 5: 0.4},
    },
)
_NARROW = Tree(5, 0, {(): {3: 0.55, 2: 0.45}, (3,): {4: 0.6, 0: 0.4}, (2,): {4: 1.0}})

PROBES = (
    Probe(
        "one beam",
        "With one beam it is greedy search.",
        searching(_GARDEN, 1, 2, 1, 0.0, 4),
        value,
    ),
    Probe(
        "one beam",
        "So it is where shares depend on the whole text.",
        searching(Drawn(1065, 7, 4, 6, -1.0), 4, 6, 1, 0.0, 5),
        value,
    ),
    Probe(
        "several beams",
        "The second best beginning leads to the best text.",
        searching(_GARDEN, 1, 2, 2, 0.0, 4),
        value,
    ),
    Probe(
        "several beams",
        "Three beams, and shares that depend on the whole text.",
        searching(Drawn(1105, 7, 4, 6, -1.0), 4, 6, 3, 0.0, 5),
        value,
    ),
    Probe(
        "several beams",
        "Five beams, and other ids.",
        searching(Drawn(320, 7, 4, 6, -2.0), 4, 6, 5, 0.0, 6),
        value,
    ),
    Probe(
        "length",
        "A text of five tokens beats one of a single token, just so.",
        searching(_LONG, 1, 2, 2, 1.0, 6),
        value,
    ),
    Probe(
        "length",
        "Here it loses, just so.",
        searching(_TOO_LONG, 1, 2, 2, 1.0, 5),
        value,
    ),
    Probe(
        "length",
        "With half of the penalty the single token wins.",
        searching(_LONG, 1, 2, 2, 0.5, 6),
        value,
    ),
    Probe(
        "length",
        "Without a penalty, the score is the sum of the logarithms.",
        searching(_LONG, 1, 2, 3, 0.0, 6),
        value,
    ),
    Probe(
        "ends",
        "Texts of several lengths end, and the best ends last.",
        searching(_LATER, 1, 2, 2, 1.0, 6),
        value,
    ),
    Probe(
        "ends",
        "The best text is the empty one: its stop comes first.",
        searching(_AT_ONCE, 1, 2, 2, 0.0, 4),
        value,
    ),
    Probe(
        "ends",
        "A text may be overtaken long after it has ended.",
        searching(_HOPE, 1, 2, 3, 1.5, 6),
        value,
    ),
    Probe(
        "ends",
        "Many texts end before the best one does.",
        searching(_MANY, 1, 2, 2, 1.5, 8),
        value,
    ),
    Probe(
        "ends",
        "One of two beams ended: two beginnings survive the next step all the same.",
        searching(_REFILL, 1, 2, 2, 1.5, 6),
        value,
    ),
    Probe(
        "ends",
        "What is alive may look worse for a while, and win with its length.",
        searching(_PATIENT, 1, 2, 2, 0.5, 6),
        value,
    ),
    Probe(
        "ends",
        "Two beams, and shares that depend on the whole text.",
        searching(Drawn(1065, 7, 4, 6, -1.0), 4, 6, 2, 0.8, 6),
        value,
    ),
    Probe(
        "ends",
        "Three beams: a text that is set aside takes no place.",
        searching(Drawn(1112, 6, 5, 0), 5, 0, 3, 1.5, 6),
        value,
    ),
    Probe(
        "limit",
        "A limit of two tokens: what is still alive competes as it is.",
        searching(_GARDEN, 1, 2, 2, 0.0, 2),
        value,
    ),
    Probe(
        "limit",
        "At the limit some have ended, and some have not.",
        searching(_LATER, 1, 2, 3, 1.0, 3),
        value,
    ),
    Probe(
        "impossible",
        "There are fewer ways than beams.",
        searching(_NARROW, 1, 0, 4, 0.6, 4),
        value,
    ),
    Probe(
        "impossible",
        "Most tokens have the share 0.",
        searching(_GARDEN, 1, 2, 6, 0.6, 5),
        value,
    ),
)
