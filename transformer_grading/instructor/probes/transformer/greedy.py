"""Sentences to write that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import alone, untouched, value
from transformer_grading.checks.probes.transformer.greedy import writing
from transformer_grading.checks.probes.transformer.scripted import counted

_IDS = (3, 10, 5)
_ONE = writing(2310, whole([7, 4, 9, 6, 3]))
_MANY = writing(
    2320,
    whole([4, 8, 0, 0, 0], [9, 3, 6, 7, 5], [5, 0, 0, 0, 0], [7, 6, 4, 0, 0]),
    more=1,
)
_OTHERS = writing(2330, whole([5, 5, 8, 0], [1, 7, 5, 5], [2, 4, 6, 8]), ids=_IDS)
_ALIKE = writing(2340, whole([6, 6, 6], [6, 6, 6], [4, 6, 4]), more=2)
_SHORT = writing(2350, whole([8, 4], [3, 0], [9, 9]), more=-1)
_SPOTTED = writing(2360, whole([0, 0, 9, 0, 4], [7, 0, 3, 5, 0], [0, 6, 0, 0, 0]))

PROBES = (
    Probe("words", "Five words.", {**_ONE, "limit": 5}, value),
    Probe(
        "words", "Three sentences of the same length.", {**_ALIKE, "limit": 4}, value
    ),
    Probe("stop", "It stops by itself.", _ONE, value),
    Probe("stop", "Three sentences stop together.", _ALIKE, value),
    Probe(
        "stop",
        "They stop although there is room for many more.",
        {**_ALIKE, "limit": 35},
        value,
    ),
    Probe("limit", "The limit comes first.", {**_ALIKE, "limit": 3}, value),
    Probe("limit", "It comes first for some.", {**_MANY, "limit": 4}, value),
    Probe("limit", "One word.", {**_ONE, "limit": 1}, value),
    Probe("limit", "The limit is where they stop.", {**_ALIKE, "limit": 6}, value),
    Probe("calls", "As few calls as columns.", _ALIKE, counted),
    Probe("behind the stop", "As few calls as the longest row needs.", _MANY, counted),
    Probe("calls", "As few as the limit allows.", {**_ONE, "limit": 3}, counted),
    Probe("behind the stop", "Four sentences.", _MANY, value),
    Probe("behind the stop", "Other ids.", _OTHERS, value),
    Probe("behind the stop", "One is over at once.", _SHORT, value),
    Probe("padding", "Padding in between.", _SPOTTED, value),
    Probe(
        "padding",
        "Padding with another id.",
        writing(2370, whole([5, 1, 5], [5, 5, 2], [5, 5, 5]), ids=_IDS),
        value,
    ),
    Probe("alone", "The shortest alone.", _MANY, alone(2)),
    Probe("alone", "The longest alone.", _MANY, alone(1)),
    Probe("alone", "Another one alone.", _SPOTTED, alone(0)),
    Probe("input untouched", "The source stays as it was.", _SPOTTED, untouched),
    Probe("input untouched", "So it does with other ids.", _OTHERS, untouched),
)
