"""More scripts to search in, each with one trap."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.decoding.texts import Tree, searching

_WAIT = Tree(
    5,
    2,
    {
        (): {2: 0.5, 3: 0.4, 4: 0.1},
        (3,): {3: 1.0},
        (3, 3): {3: 1.0},
        (3, 3, 3): {2: 1.0},
    },
)
_TWO_ENDED = Tree(
    5,
    2,
    {
        (): {2: 0.45, 3: 0.3, 4: 0.25},
        (3,): {2: 0.5, 3: 0.3, 4: 0.2},
        **dict.fromkeys([(4,), (4, 4), (4, 4, 4)], {4: 1.0}),
    },
)
_FAR = Tree(
    5,
    2,
    {
        (): {2: 0.45, 3: 0.35, 4: 0.2},
        **{(3,) * length: {3: 1.0} for length in (1, 2, 3, 4)},
    },
)
_START_INSIDE = Tree(
    5,
    2,
    {
        (): {3: 0.55, 4: 0.45},
        (3,): {1: 0.9, 4: 0.1},
        (4,): {3: 0.6, 0: 0.4},
        (3, 1): {4: 0.8, 2: 0.2},
    },
)
_WIDE = Tree(
    4,
    2,
    {
        (): {0: 0.4, 3: 0.35, 1: 0.25},
        (0,): {0: 0.34, 3: 0.335, 1: 0.325},
        (3,): {0: 0.41, 3: 0.39, 1: 0.2},
        (1,): {0: 0.5, 3: 0.3, 1: 0.2},
        **dict.fromkeys([(0, 0), (0, 3)], {0: 0.34, 3: 0.335, 1: 0.325}),
        **dict.fromkeys([(3, 0), (3, 3)], {0: 0.345, 3: 0.33, 1: 0.325}),
        (0, 1): {0: 0.342, 3: 0.334, 1: 0.324},
    },
)
_DOUBLE = Tree(
    6,
    2,
    {
        (): {3: 0.6, 4: 0.4},
        (3,): {3: 0.4, 4: 0.35, 2: 0.25},
        (4,): {5: 0.9, 2: 0.1},
        (4, 5): {2: 0.7, 3: 0.3},
    },
    torch.float64,
)

PROBES = (
    Probe(
        "ends",
        "The only beam has ended: nothing else goes on.",
        searching(_WAIT, 1, 2, 1, 1.0, 4),
        value,
    ),
    Probe(
        "ends",
        "One of two ended at each step: what came third is lost.",
        searching(_TWO_ENDED, 1, 2, 2, 1.5, 5),
        value,
    ),
    Probe(
        "ends",
        "A living text may win at the limit, and not a step before.",
        searching(_FAR, 1, 2, 2, 1.0, 6),
        value,
    ),
    Probe(
        "several beams",
        "The id of the start comes again, inside of a text.",
        searching(_START_INSIDE, 1, 2, 2, 0.0, 5),
        value,
    ),
    Probe(
        "several beams",
        "More beams than the vocabulary has tokens.",
        searching(_WIDE, 0, 2, 6, 0.0, 3),
        value,
    ),
    Probe(
        "length",
        "In float64.",
        searching(_DOUBLE, 1, 2, 2, 0.7, 5),
        value,
        atol=1e-10,
        rtol=1e-10,
    ),
)
