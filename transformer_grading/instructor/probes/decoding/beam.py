"""Scripts to search in that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.decoding.texts import Drawn, Tree, searching

_GARDEN = Tree(
    8,
    7,
    {
        (): {1: 0.45, 2: 0.35, 3: 0.2},
        (1,): {4: 0.4, 5: 0.35, 6: 0.25},
        (2,): {5: 0.95, 6: 0.05},
        (3,): {6: 0.9, 4: 0.1},
        (1, 4): {7: 0.8, 5: 0.2},
        (2, 5): {7: 0.9, 6: 0.1},
    },
)
# One token against five again, with other words.
_LONG = Tree(
    8,
    3,
    {
        (): {3: 0.25, 4: 0.75},
        (4,): {5: 0.65, 6: 0.35},
        (4, 5): {5: 0.65, 7: 0.35},
        (4, 5, 5): {6: 0.65, 7: 0.35},
        (4, 5, 5, 6): {3: 0.52, 7: 0.48},
        **dict.fromkeys([(4, 6), (4, 5, 7)], {4: 0.28, 5: 0.26, 6: 0.24, 7: 0.22}),
        (4, 5, 5, 7): {4: 0.27, 5: 0.26, 6: 0.25, 7: 0.22},
    },
)
_REFILL = Tree(
    7,
    1,
    {
        (): {1: 0.4, 3: 0.6},
        (3,): {4: 0.54, 5: 0.46},
        (3, 4): {6: 0.56, 3: 0.44},
        (3, 5): {1: 0.97, 6: 0.03},
    },
)
_HOPE = Tree(
    7,
    1,
    {
        (): {1: 0.37, 3: 0.33, 4: 0.3},
        (3,): {5: 0.96, 6: 0.04},
        (4,): {6: 1.0},
        (4, 6): {6: 1.0},
        (4, 6, 6): {6: 0.6, 5: 0.4},
        (3, 5): {5: 0.97, 6: 0.03},
        (3, 5, 5): {4: 0.98, 6: 0.02},
        (3, 5, 5, 4): {1: 0.98, 6: 0.02},
    },
)
_PATIENT = Tree(
    7,
    1,
    {
        (): {1: 0.36, 3: 0.64},
        (3,): {4: 0.52, 5: 0.48},
        (3, 4): {6: 0.98, 5: 0.02},
        (3, 5): {6: 0.6, 4: 0.4},
        (3, 4, 6): {5: 0.98, 6: 0.02},
        (3, 4, 6, 5): {1: 0.98, 6: 0.02},
    },
)
_MANY = Tree(
    6,
    0,
    {
        (): {3: 0.58, 4: 0.26, 0: 0.16},
        (3,): {4: 0.86, 0: 0.14},
        (3, 4): {3: 0.91, 0: 0.09},
        (3, 4, 3): {4: 0.9, 0: 0.1},
        (3, 4, 3, 4): {3: 0.91, 0: 0.09},
        (3, 4, 3, 4, 3): {4: 0.9, 0: 0.1},
        (3, 4, 3, 4, 3, 4): {0: 0.92, 5: 0.08},
    },
)
_NARROW = Tree(4, 3, {(): {1: 0.7, 2: 0.3}, (1,): {2: 0.6, 3: 0.4}, (2,): {1: 1.0}})
_WAIT = Tree(
    6,
    0,
    {
        (): {0: 0.48, 5: 0.42, 4: 0.1},
        (5,): {5: 1.0},
        (5, 5): {3: 1.0},
        (5, 5, 3): {0: 1},
    },
)
_TWO_ENDED = Tree(
    6,
    1,
    {
        (): {1: 0.46, 5: 0.3, 4: 0.24},
        (5,): {1: 0.52, 5: 0.28, 3: 0.2},
        **dict.fromkeys([(4,), (4, 3), (4, 3, 3)], {3: 1.0}),
    },
)
_FAR = Tree(
    5,
    3,
    {
        (): {3: 0.46, 4: 0.34, 2: 0.2},
        **{(4,) * length: {4: 1.0} for length in (1, 2, 3, 4)},
    },
)
_START_INSIDE = Tree(
    5,
    4,
    {
        (): {1: 0.53, 3: 0.47},
        (1,): {0: 0.92, 3: 0.08},
        (3,): {1: 0.58, 2: 0.42},
        (1, 0): {2: 0.85, 4: 0.15},
    },
)
_WIDE = Tree(
    4,
    1,
    {
        (): {2: 0.41, 3: 0.34, 0: 0.25},
        (2,): {2: 0.34, 3: 0.335, 0: 0.325},
        (3,): {2: 0.41, 3: 0.39, 0: 0.2},
        (0,): {3: 0.52, 2: 0.28, 0: 0.2},
        **dict.fromkeys([(2, 2), (2, 3)], {2: 0.34, 3: 0.335, 0: 0.325}),
        **dict.fromkeys([(3, 2), (3, 3)], {2: 0.345, 3: 0.33, 0: 0.325}),
        (2, 0): {2: 0.342, 3: 0.334, 0: 0.324},
    },
)
_DOUBLE = Tree(_GARDEN.vocab, _GARDEN.eos, _GARDEN.shares, torch.float64)

PROBES = (
    Probe("one beam", "A greedy text.", searching(_GARDEN, 0, 7, 1, 0.0, 5), value),
    Probe(
        "one beam",
        "A greedy text that depends on all of itself.",
        searching(Drawn(1156, 7, 4, 6, -1.0), 4, 6, 1, 0.0, 6),
        value,
    ),
    Probe("several beams", "Two.", searching(_GARDEN, 0, 7, 2, 0.0, 5), value),
    Probe("several beams", "Three.", searching(_GARDEN, 0, 7, 3, 0.0, 5), value),
    Probe(
        "several beams",
        "Five.",
        searching(Drawn(1174, 6, 1, 2, -2.0), 1, 2, 5, 0.0, 5),
        value,
    ),
    Probe("length", "Five against one.", searching(_LONG, 0, 3, 2, 1.0, 6), value),
    Probe("length", "A small penalty.", searching(_LONG, 0, 3, 2, 0.3, 6), value),
    Probe("length", "A large one.", searching(_LONG, 0, 3, 3, 2.0, 5), value),
    Probe("length", "None.", searching(_LONG, 0, 3, 2, 0.0, 6), value),
    Probe("ends", "Two beams.", searching(_REFILL, 2, 1, 2, 1.5, 6), value),
    Probe("ends", "Three beams.", searching(_HOPE, 0, 1, 3, 1.5, 6), value),
    Probe("ends", "Many ends.", searching(_MANY, 1, 0, 2, 1.5, 8), value),
    Probe("ends", "Half a penalty.", searching(_PATIENT, 2, 1, 2, 0.5, 6), value),
    Probe(
        "ends",
        "Five beams, long texts.",
        searching(Drawn(1156, 7, 4, 6, -1.0), 4, 6, 5, 0.8, 6),
        value,
    ),
    Probe(
        "ends",
        "Two beams, other ids.",
        searching(Drawn(1072, 6, 5, 0, -1.0), 5, 0, 2, 1.5, 6),
        value,
    ),
    Probe(
        "ends",
        "Five beams, many ends.",
        searching(Drawn(1174, 6, 1, 2, 1.0), 1, 2, 5, 0.8, 6),
        value,
    ),
    Probe("limit", "Two tokens.", searching(_GARDEN, 0, 7, 3, 0.6, 2), value),
    Probe("limit", "One token.", searching(_PATIENT, 2, 1, 2, 0.6, 1), value),
    Probe(
        "limit",
        "Some have ended, and some have not.",
        searching(Drawn(1063, 6, 1, 2, -1.0), 1, 2, 2, 0.8, 4),
        value,
    ),
    Probe("impossible", "Few ways.", searching(_NARROW, 0, 3, 5, 1.0, 5), value),
    Probe("impossible", "Many beams.", searching(_GARDEN, 0, 7, 7, 1.0, 5), value),
    Probe("ends", "One beam, ended.", searching(_WAIT, 2, 0, 1, 1.0, 4), value),
    Probe("ends", "Two ends.", searching(_TWO_ENDED, 2, 1, 2, 1.5, 5), value),
    Probe("ends", "A late winner.", searching(_FAR, 0, 3, 2, 1.0, 6), value),
    Probe(
        "several beams",
        "The start inside.",
        searching(_START_INSIDE, 0, 4, 2, 0.0, 5),
        value,
    ),
    Probe("several beams", "Very many.", searching(_WIDE, 2, 1, 6, 0.0, 3), value),
    Probe(
        "length",
        "In float64.",
        searching(_DOUBLE, 0, 7, 3, 0.9, 5),
        value,
        1e-10,
        1e-10,
    ),
)
