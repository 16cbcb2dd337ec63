"""Whole models on sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, numbers
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.transformer.wiring import SOFT, edited, model

_ONE = model(2110, first(6, 6), target=4, d_model=3, blocks=(1, 1))
_TALL = model(2120, first(5, 5, 5), target=2, d_model=7, blocks=(4, 1))
_WRITES = model(2130, first(3, 3, 3), target=4, d_model=6, blocks=(2, 5))
_SQUARE = model(2140, first(4, 4, 4, 4, 4), target=4, d_model=4, blocks=(4, 4))
_PADDED = model(2150, first(6, 4, 6, 1), target=5, d_model=7, blocks=(2, 2))
_FRONT = model(
    2160, mask([0, 0, 1, 1, 1], [0, 1, 1, 0, 1]), target=5, d_model=5, blocks=(1, 2)
)
_EMPTY = model(2170, mask([0, 0, 0], [1, 0, 1]), target=2, d_model=5, blocks=(1, 1))
_WORD = model(2180, first(4, 4, 1), target=1, d_model=5, blocks=(2, 2))

PROBES = (
    Probe("one block", "One block on each side.", _ONE, value),
    Probe(
        "one block", "The result has the dtype of the words.", in_double(_ONE), value
    ),
    Probe(
        "one block",
        "It does not matter how the words lie in memory.",
        {**_ONE, "source": numbers(2119, 1, 3, 6).mT},
        value,
    ),
    Probe("depth", "Four blocks read, one writes.", _TALL, value, **SOFT),
    Probe("depth", "Two blocks read, five write.", _WRITES, value, **SOFT),
    Probe(
        "depth",
        "As many blocks as words, features and sentences.",
        _SQUARE,
        value,
        **SOFT,
    ),
    Probe("depth", "Deep models in float64.", in_double(_WRITES), value),
    Probe("padding", "Three sentences of different lengths.", _PADDED, value, **SOFT),
    Probe("padding", "Padding in front.", _FRONT, value, **SOFT),
    Probe("padding", "A source of nothing but padding.", _EMPTY, value, **SOFT),
    Probe("padding", "One word is written.", _WORD, value, **SOFT),
    Probe(
        "padding",
        "Editing padding moves nothing.",
        {**_FRONT, "words": mask([0, 1, 1, 1, 1], [0, 1, 1, 0, 1])},
        moved_by(source=edited(_FRONT, "source", 0)),
        **SOFT,
    ),
    Probe(
        "padding",
        "A short sentence gives the same alone.",
        _PADDED,
        alone(2, "encoder", "decoder"),
        **SOFT,
    ),
    Probe(
        "who hears whom",
        "Editing a word of the target moves what follows.",
        _WRITES,
        moved_by(target=edited(_WRITES, "target", 2)),
        **SOFT,
    ),
    Probe(
        "who hears whom",
        "Editing the first word of the source moves all.",
        _WRITES,
        moved_by(source=edited(_WRITES, "source", 0)),
        **SOFT,
    ),
    Probe("who hears whom", "All sizes are the same.", _SQUARE, value, **SOFT),
    Probe("input untouched", "Nothing that was handed in changes.", _WRITES, untouched),
    Probe("input untouched", "Nor with padding.", _EMPTY, untouched),
    Probe("gradient", "Gradients flow to all inputs.", _TALL, gradient, **SOFT),
    Probe("gradient", "So they do past padding.", _PADDED, gradient, **SOFT),
    Probe(
        "gradient", "They are finite where a source is empty.", _EMPTY, gradient, **SOFT
    ),
)
