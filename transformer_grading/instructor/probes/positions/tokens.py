"""Tokens and padded batches that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import numbers
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.probes.positions.adding import (
    ALL_DIGITS,
    full_of_digits,
    of_the_tokens,
    table_in_double,
    tokens,
)
from transformer_grading.checks.probes.positions.padded import (
    after,
    of_real_tokens,
    real_tokens,
    without_its_padding,
)

_WITH_ZEROS = tokens(550, 2, 4, 7, 9)
_WITH_ZEROS["x"][0, 3] = 0.0
_WITH_ZEROS["x"][1, 1, 4] = 0.0

SUMS = (
    Probe(
        "value",
        "Batch, sequence, width and table may all have different sizes.",
        tokens(510, 2, 7, 5, 11),
        value,
    ),
    Probe(
        "value",
        "There may be more sequences than tokens.",
        tokens(520, 6, 3, 4, 8),
        value,
    ),
    Probe(
        "value",
        "Batch, sequence, width and table may all have the same size.",
        tokens(530, 5, 5, 5, 5),
        value,
    ),
    Probe(
        "value",
        "The table may be much longer than a sequence.",
        tokens(540, 3, 4, 6, 37),
        value,
    ),
    Probe(
        "value",
        "A token of zeros is a token like any other.",
        _WITH_ZEROS,
        value,
    ),
    Probe(
        "value",
        "Tokens may be large.",
        {"x": 1000 * numbers(545, 2, 3, 4), "table": 500 * numbers(546, 5, 4)},
        value,
    ),
    Probe(
        "start",
        "The first token gets row start.",
        {**tokens(560, 3, 5, 7, 17), "start": 6},
        value,
    ),
    Probe(
        "start",
        "The last token may get the last row.",
        {**tokens(570, 4, 5, 3, 13), "start": 8},
        value,
    ),
    Probe(
        "dtype",
        "The sum has the dtype of the tokens, whatever the table has.",
        table_in_double(tokens(580, 3, 5, 4, 7)),
        value,
    ),
    Probe(
        "dtype",
        "Tokens in float64 stay float64, and keep their digits.",
        full_of_digits(tokens(590, 3, 5, 4, 7)),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        {**tokens(600, 4, 5, 3, 11), "start": 2},
        of_the_tokens(alone(3)),
    ),
    Probe(
        "input untouched",
        "x and the table stay as they were.",
        {**tokens(610, 3, 5, 4, 9), "start": 1},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        tokens(620, 3, 5, 4, 7),
        of_the_tokens(gradient),
    ),
)
PADDED = (
    Probe(
        "value",
        "The first real token of every sequence gets row 0.",
        {**tokens(630, 4, 7, 3, 13), "mask": after(7, 3, 0, 5, 1)},
        real_tokens,
    ),
    Probe(
        "value",
        "All sequences may begin with padding.",
        {**tokens(640, 3, 6, 5, 11), "mask": after(6, 2, 5, 3)},
        real_tokens,
    ),
    Probe(
        "value",
        "There may be as many sequences as columns.",
        {**tokens(650, 6, 6, 2, 8), "mask": after(6, 5, 1, 4, 0, 2, 3)},
        real_tokens,
    ),
    Probe(
        "value",
        "A batch may be many columns long.",
        {**tokens(655, 2, 300, 2, 310), "mask": after(300, 20, 0)},
        real_tokens,
    ),
    Probe(
        "only padding",
        "A sequence that is padding from end to end does not stop the others.",
        {**tokens(656, 4, 5, 3, 7), "mask": after(5, 5, 2, 5, 0)},
        real_tokens,
    ),
    Probe(
        "no padding",
        "Without padding the token in column t gets row t.",
        {**tokens(660, 3, 5, 4, 7), "mask": after(5, 0, 0, 0)},
        real_tokens,
    ),
    Probe(
        "dtype",
        "The sum has the dtype of the tokens, whatever the table has.",
        table_in_double({**tokens(670, 3, 5, 4, 9), "mask": after(5, 1, 3, 2)}),
        real_tokens,
    ),
    Probe(
        "dtype",
        "Tokens in float64 stay float64, and keep their digits.",
        full_of_digits({**tokens(680, 3, 5, 4, 9), "mask": after(5, 1, 3, 2)}),
        real_tokens,
        **ALL_DIGITS,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same alone and without its padding.",
        {**tokens(690, 4, 7, 5, 12), "mask": after(7, 1, 6, 2, 4)},
        without_its_padding(3, 4),
    ),
    Probe(
        "input untouched",
        "x, the table and the mask stay as they were.",
        {**tokens(700, 3, 5, 4, 9), "mask": after(5, 1, 3, 2)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {**tokens(710, 3, 5, 4, 9), "mask": after(5, 4, 0, 2)},
        of_real_tokens(gradient),
    ),
)
