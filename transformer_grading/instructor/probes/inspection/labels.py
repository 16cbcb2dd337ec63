"""Labels that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, tensor
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.probes.inspection.labels import DECIDES, SCORES, looks

_BACK = mask(
    [
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 1, 0],
    ],
    [
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
)
_FAR = mask(
    [
        [0, 0, 0, 0, 1],
        [0, 0, 0, 1, 1],
        [1, 1, 0, 0, 0],
        [1, 1, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    [
        [0, 1, 1, 0, 0],
        [1, 0, 0, 0, 0],
        [1, 0, 1, 1, 1],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0],
    ],
)
_PAIR = looks(2110, 3, _BACK, _FAR)
_TURNED = looks(2120, 5, _FAR, _BACK)
_MANY = looks(
    2130,
    2,
    mask(*[[[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]]] * 7),
    mask(*[[[0, 0, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0]]] * 7),
)
_SHARED = looks(
    2135, 2, mask([[0, 1, 1, 0], [1, 1, 0, 0]]), mask([[0, 1, 0, 1], [0, 1, 0, 1]])
)
_LEVEL = {
    "weights": tensor(
        [[[0.5, 0.25, 0.25]], [[0.25, 0.25, 0.5]], [[0.125, 0.125, 0.75]]]
    ),
    "one": mask([[1, 0, 0]]),
    "other": mask([[0, 1, 1]]),
}
_CLOSE = in_double(_LEVEL)
_CLOSE["weights"] = _CLOSE["weights"] + 3e-10 * tensor([-1, 1, 0]).double()[0]

PROBES = (
    Probe("decides", "Two sentences.", _PAIR, DECIDES),
    Probe("decides", "Labels exchanged.", _TURNED, DECIDES),
    Probe("decides", "Everywhere.", _MANY, DECIDES),
    Probe("decides", "One in common.", _SHARED, DECIDES),
    Probe("decides", "Nowhere.", looks(2140, 2, _FAR, _FAR), DECIDES),
    Probe("wins", "Two sentences.", _PAIR, SCORES),
    Probe("wins", "Labels exchanged.", _TURNED, SCORES),
    Probe("wins", "Nobody.", looks(2150, 3, _BACK, _BACK), SCORES),
    Probe("several keys", "Seven sentences.", _MANY, SCORES),
    Probe(
        "several keys",
        "Two keys against one.",
        {**_LEVEL, "weights": tensor([[[0.375, 0.3125, 0.3125]]])},
        SCORES,
    ),
    Probe("ties", "Half and half.", _LEVEL, SCORES),
    Probe("ties", "A small lead in float64.", _CLOSE, SCORES),
    Probe("input untouched", "Nothing that was handed in changes.", _PAIR, untouched),
    Probe("input untouched", "Nor with many sentences.", _MANY, untouched),
)
