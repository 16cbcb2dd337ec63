"""What masks for other code have to be like."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import mask, tensor
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)


def added(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe where minus infinity is added to the scores, and what is elsewhere."""
    return _spread(call(*inputs.values())["added"], inputs["scores"].shape)


def added_in(dtype: torch.dtype) -> Observe:
    """Observe the same for scores in a dtype that PyTorch does not make by itself.

    Args:
        dtype: The dtype of the scores.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        visible, scores = inputs.values()
        return _spread(call(visible, scores.to(dtype))["added"], scores.shape)

    return observe


def _spread(result: Tensor, shape: torch.Size) -> Observation:
    try:
        result = result.expand(shape)
    except RuntimeError:
        has = f"added has shape {tuple(result.shape)}"
        says = f"{has}, which does not broadcast against scores, {tuple(shape)}."
        raise UnusableError(has, says) from None
    hidden = result == -math.inf
    rest = result.masked_fill(hidden, 0) if hidden.any() else result
    return {"“added is −∞”": hidden, "added, elsewhere than there,": rest}


def heads_of(visible: Any, heads: int) -> dict[str, Any]:
    """Name the arguments of a mask for `nn.MultiheadAttention`."""
    return {"mask": visible, "heads": heads}


def sum_of(visible: Any, scores: Any) -> dict[str, Any]:
    """Name the arguments of a mask that is added."""
    return {"mask": visible, "scores": scores}


_TWO_TEXTS = mask([1, 0, 1], [0, 1, 1])[:, None, None]
_HALF_EMPTY = mask([0, 0], [1, 0])
_A_COLUMN = mask([0, 1, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1])[None, None]
_TALL = torch.stack(
    [
        mask([1, 0, 0], [0, 1, 1], [1, 1, 0], [0, 1, 0]),
        mask([0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]),
    ]
)
_THREE = tensor([0.5, -1, 2])

MULTIHEAD = (
    Probe(
        "polarity",
        "Where our mask says True, this one says False, and the reverse.",
        heads_of(mask([1, 0, 0], [1, 1, 0])[None, None], 1),
        value,
    ),
    Probe(
        "heads",
        "First come all heads of text 0, then all heads of text 1.",
        heads_of(_TWO_TEXTS, 2),
        value,
    ),
    Probe(
        "heads",
        "There may be more heads than texts, and more queries than keys.",
        heads_of(_TALL[:, None], 5),
        value,
    ),
    Probe(
        "empty row",
        "A query that may look at nothing is opened in full, and no other.",
        heads_of(_HALF_EMPTY[None, None], 1),
        value,
    ),
    Probe(
        "empty row",
        "A query that may look anywhere still may.",
        heads_of(mask([1, 1, 1], [0, 0, 0], [0, 1, 0], [1, 1, 0])[None, None], 1),
        value,
    ),
    Probe(
        "empty row",
        "A key that nobody may look at stays hidden.",
        heads_of(_A_COLUMN, 1),
        value,
    ),
    Probe(
        "empty row",
        "A text may be all padding.",
        heads_of(mask([0, 0, 0], [1, 1, 0])[:, None, None], 2),
        value,
    ),
    Probe(
        "input untouched",
        "mask stays as it was, also where a row is empty.",
        heads_of(_HALF_EMPTY[None, None], 3),
        untouched,
    ),
)
ADDITIVE = (
    Probe(
        "value",
        "0 is added where a query may look, −∞ where it may not.",
        sum_of(mask([1, 0, 1]), _THREE),
        added,
    ),
    Probe(
        "value",
        "One mask may serve all heads and queries.",
        sum_of(_TWO_TEXTS, tensor([[0, 3, 1]], [[4, 5, 2]])[:, None]),
        added,
    ),
    Probe(
        "value",
        "What the scores are does not matter, only what they are made of.",
        sum_of(mask([1, 1, 0]), tensor([math.inf, -2e4, 3e4])),
        added,
    ),
    Probe(
        "value",
        "Scores may have sunk to −∞; whether a row is empty, the mask says alone.",
        sum_of(mask([1, 1, 0]), tensor([-math.inf] * 3)),
        added,
    ),
    Probe(
        "dtype",
        "To scores in float16 a mask in float16 is added.",
        sum_of(mask([1, 0, 1]), _THREE.half()),
        added,
    ),
    Probe(
        "dtype",
        "To scores in float64 a mask in float64 is added.",
        sum_of(mask([1, 0, 1]), _THREE.double()),
        added,
    ),
    Probe(
        "dtype",
        "To these scores in bfloat16 a mask in bfloat16 is added, "
        "whatever dtype PyTorch makes by itself.",
        sum_of(mask([1, 0, 1]), _THREE),
        added_in(torch.bfloat16),
    ),
    Probe(
        "empty row",
        "To a row that may look at nothing only zeros are added.",
        sum_of(_HALF_EMPTY, tensor([1, 2], [3, 4])),
        added,
    ),
    Probe(
        "empty row",
        "A key that nobody may look at stays hidden from all other rows.",
        sum_of(_A_COLUMN[0, 0], tensor(*[[1, 2, 3]] * 4)),
        added,
    ),
    Probe(
        "empty row",
        "A text that is all padding has zeros, also in bfloat16.",
        sum_of(mask([0, 0], [0, 1])[:, None], tensor([[1, 2]], [[3, 4]]).bfloat16()),
        added,
    ),
    Probe(
        "input untouched",
        "mask and scores stay as they were.",
        sum_of(_HALF_EMPTY, tensor([1, 2], [3, 4])),
        untouched,
    ),
)
