"""Masks for other code that the student does not see."""

import math

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import numbers
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.masking.dialects import (
    added,
    added_in,
    heads_of,
    sum_of,
)


def drawn(seed: int, *shape: int) -> Tensor:
    """Draw a mask without a row that is empty or full; keys are the last axis."""
    visible = numbers(seed, *shape) > 0
    visible[..., 0] |= ~visible.any(dim=-1)
    visible[..., -1] &= ~visible.all(dim=-1)
    return visible


def with_odd_rows(seed: int, *shape: int) -> Tensor:
    """Draw a mask with an empty row in the first text, a full one in the last."""
    visible = drawn(seed, *shape)
    visible[0, :, 1] = False
    visible[-1, :, -1] = True
    visible[:, :, :2, 0] = False
    return visible


_ODD = with_odd_rows(100, 3, 1, 4, 5)
_SQUARE = with_odd_rows(101, 4, 1, 4, 4)
_TEXT_EMPTY = drawn(102, 3, 1, 4, 5)
_TEXT_EMPTY[1] = False
_NO_COLUMN = drawn(103, 2, 1, 5, 6)
_NO_COLUMN[0, :, :, 2] = False

MULTIHEAD = (
    Probe(
        "polarity",
        "Where our mask says True, this one says False, and the reverse.",
        heads_of(drawn(104, 2, 1, 4, 5), 1),
        value,
    ),
    Probe(
        "heads",
        "Texts first, then heads.",
        heads_of(drawn(105, 3, 1, 4, 5), 2),
        value,
    ),
    Probe(
        "heads",
        "As many heads as texts.",
        heads_of(drawn(106, 3, 1, 5, 4), 3),
        value,
    ),
    Probe(
        "heads",
        "More heads than texts, one query.",
        heads_of(drawn(107, 2, 1, 1, 5), 8),
        value,
    ),
    Probe(
        "empty row",
        "An empty row is opened in full, and no other.",
        heads_of(_ODD, 2),
        value,
    ),
    Probe(
        "empty row",
        "All sizes may be the same.",
        heads_of(_SQUARE, 4),
        value,
    ),
    Probe("empty row", "A text may be empty.", heads_of(_TEXT_EMPTY, 5), value),
    Probe(
        "empty row",
        "A key that nobody may look at stays hidden.",
        heads_of(_NO_COLUMN, 3),
        value,
    ),
    Probe("input untouched", "mask stays as it was.", heads_of(_ODD, 3), untouched),
    Probe(
        "input untouched", "mask stays as it was.", heads_of(_TEXT_EMPTY, 2), untouched
    ),
)
ADDITIVE = (
    Probe(
        "value",
        "0 where a query may look, −∞ where it may not.",
        sum_of(drawn(110, 4, 5), numbers(120, 4, 5)),
        added,
    ),
    Probe(
        "value",
        "One mask may serve all heads.",
        sum_of(drawn(111, 3, 1, 4, 5), numbers(121, 3, 2, 4, 5)),
        added,
    ),
    Probe(
        "value",
        "One row may serve all queries.",
        sum_of(drawn(112, 2, 1, 1, 6), numbers(122, 2, 3, 4, 6) * math.inf),
        added,
    ),
    Probe(
        "value",
        "Scores may have sunk to −∞.",
        sum_of(drawn(118, 3, 1, 4, 5), numbers(133, 3, 2, 4, 5).abs() * -math.inf),
        added,
    ),
    Probe(
        "dtype",
        "The mask has the dtype of scores in float16.",
        sum_of(drawn(113, 4, 5), numbers(123, 3, 4, 5).half()),
        added,
    ),
    Probe(
        "dtype",
        "The mask has the dtype of scores in bfloat16.",
        sum_of(drawn(114, 5, 5), numbers(124, 5, 5).bfloat16()),
        added,
    ),
    Probe(
        "dtype",
        "The mask has the dtype of scores in float64.",
        sum_of(drawn(115, 3, 1, 4, 5), numbers(125, 3, 2, 4, 5).double()),
        added,
    ),
    Probe(
        "dtype",
        "The mask has the dtype of scores in float16, not PyTorch's own.",
        sum_of(drawn(116, 4, 5), numbers(131, 3, 4, 5)),
        added_in(torch.float16),
    ),
    Probe(
        "dtype",
        "The mask has the dtype of scores in float64, not PyTorch's own.",
        sum_of(drawn(117, 2, 1, 4, 5), numbers(132, 2, 3, 4, 5)),
        added_in(torch.float64),
    ),
    Probe(
        "empty row",
        "An empty row has zeros, and no other row notices.",
        sum_of(_ODD, numbers(126, 3, 2, 4, 5)),
        added,
    ),
    Probe(
        "empty row",
        "All sizes may be the same.",
        sum_of(_SQUARE, numbers(127, 4, 4, 4, 4)),
        added,
    ),
    Probe(
        "empty row",
        "A text may be empty.",
        sum_of(_TEXT_EMPTY, numbers(128, 3, 5, 4, 5).half()),
        added,
    ),
    Probe(
        "empty row",
        "A key that nobody may look at stays hidden.",
        sum_of(_NO_COLUMN, numbers(129, 2, 3, 5, 6)),
        added,
    ),
    Probe(
        "input untouched",
        "mask and scores stay as they were.",
        sum_of(_ODD, numbers(130, 3, 2, 4, 5)),
        untouched,
    ),
)
