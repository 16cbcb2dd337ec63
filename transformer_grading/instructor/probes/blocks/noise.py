"""Dropout on sizes and masks that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask
from transformer_grading.checks.observations import gradient, only, untouched, value
from transformer_grading.checks.probes.blocks.noise import IN_USE, TRAINING, noisy
from transformer_grading.checks.probes.blocks.noisy_attention import looks
from transformer_grading.checks.probes.blocks.rows import on_average

_BATCH = noisy(1600, 2, 4, 5, rate=0.15)
_SQUARE = noisy(1610, 4, 4, rate=0.6)
_FEW = noisy(1620, 5, 3, rate=0.35)
_SILENT = {**_BATCH, "added": 0 * _BATCH["added"]}
_NONE = {**_BATCH, "keep": mask(*[[False] * 5] * 4).expand(2, 4, 5).clone()}
_ALL = {**_BATCH, "keep": ~_NONE["keep"], "rate": 0.0}
_LOOKS = looks(1700, 2, 3, sizes=(4, 5, 7), rate=0.15)
_LEVEL = looks(1710, 3, sizes=(5, 5, 5), rate=0.6)
_ROW = _LEVEL["keep"].clone()
_ROW[1, 2] = False
_THREE = looks(1720, sizes=(5, 3, 4), rate=0.35)

SUM = (
    Probe(
        "training",
        "Rate 0.15 on a batch.",
        {**_BATCH, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Rate 0.6, as many tokens as features.",
        {**_SQUARE, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Rate 0, and nothing is dropped.",
        {**_ALL, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "The result has the dtype of the tokens.",
        in_double({**_BATCH, **TRAINING}),
        value,
    ),
    Probe(
        "road",
        "The sublayer gives zero.",
        {**_SILENT, **TRAINING},
        value,
    ),
    Probe(
        "road",
        "All that is added is dropped.",
        {**_NONE, **TRAINING},
        value,
    ),
    Probe(
        "on average",
        "On average over all masks training gives what use gives.",
        {**_FEW, **TRAINING},
        on_average,
    ),
    Probe(
        "in use",
        "In use nothing is dropped and nothing is scaled.",
        {**_SQUARE, **IN_USE},
        value,
    ),
    Probe(
        "in use",
        "In use keep and rate do not matter.",
        {**_NONE, "rate": 0.7, **IN_USE},
        value,
    ),
    Probe(
        "input untouched",
        "x, added and keep stay as they were, in training.",
        {**_BATCH, **TRAINING},
        untouched,
    ),
    Probe(
        "input untouched",
        "x, added and keep stay as they were, in use.",
        {**_BATCH, **IN_USE},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow over the road, and to what is kept.",
        {**_SQUARE, **TRAINING},
        gradient,
    ),
    Probe(
        "gradient",
        "In use gradients flow to all that is added.",
        {**_SQUARE, **IN_USE},
        gradient,
    ),
)

ATTENTION = (
    Probe(
        "training",
        "Rate 0.15, several leading axes.",
        {**_LOOKS, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "Rate 0.6, all sizes the same.",
        {**_LEVEL, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "One query loses all its keys.",
        {**_LEVEL, "keep": _ROW, **TRAINING},
        value,
    ),
    Probe(
        "training",
        "The results have the dtype of the scores.",
        in_double({**_LOOKS, **TRAINING}),
        value,
    ),
    Probe(
        "on average",
        "On average over all masks training gives what use gives.",
        {**_THREE, **TRAINING},
        on_average,
    ),
    Probe(
        "in use",
        "In use no weight is dropped.",
        {**_LOOKS, **IN_USE},
        value,
    ),
    Probe(
        "in use",
        "Scores may be loud, of either sign.",
        {**_LOOKS, "scores": 300 * _LOOKS["scores"], **IN_USE},
        value,
        atol=1e-3,
    ),
    Probe(
        "in use",
        "In use keep and rate do not matter.",
        {**_LEVEL, "keep": _ROW, "rate": 0.8, **IN_USE},
        value,
    ),
    Probe(
        "input untouched",
        "scores, v and keep stay as they were, in training.",
        {**_LOOKS, **TRAINING},
        untouched,
    ),
    Probe(
        "input untouched",
        "scores, v and keep stay as they were, in use.",
        {**_LOOKS, **IN_USE},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to scores and values in training.",
        {**_LEVEL, **TRAINING},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow to scores and values in use.",
        {**_LEVEL, **IN_USE},
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow from the weights as well.",
        {**_LEVEL, **IN_USE},
        only("weights", look=gradient),
    ),
)
