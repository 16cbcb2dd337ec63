"""What an example that exposes a guess at padding has to be like, and its repair."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import tensor, whole
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.observing import Call, Observation, UnusableError
from transformer_grading.checks.probes.masking.fitting import square

_NEARLY = 1e-3


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    found, table = call().values()
    _refuse_misfits(found, table)
    # In float64 no sum is too large to be a number. Row 0 is another matter.
    exact, words = table.double(), table[1:]
    total, size = exact[1:].sum(dim=-1), exact[1:].abs().sum(dim=-1)
    hidden = (table[found].sum(dim=-1) == 0) & (found != 0)
    facts = {
        "row 0 of the table is all zeros": not table[0].any(),
        "no other row is all zeros": bool((size > 0).all()),
        "another row adds up to nearly 0": bool((total.abs() <= _NEARLY * size).any()),
        "it adds up to exactly 0 as PyTorch adds": bool((words.sum(dim=-1) == 0).any()),
        "she hides a word of the ids": bool(hidden.any()),
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in facts.items()}


def _refuse_misfits(found: Tensor, table: Tensor) -> None:
    says = ""
    if found.dtype not in (torch.int64, torch.int32) or found.dim() != 2:
        says = "ids need whole numbers and two axes, (batch, key)"
    elif not table.is_floating_point() or table.dim() != 2 or not table.numel():
        says = "the table needs floating-point numbers and two axes, (vocab, d_model)"
    elif not table.isfinite().all():
        says = "the table needs finite numbers"
    elif not found.numel() or found.min() < 0 or found.max() >= len(table):
        says = f"ids must be rows of the table, from 0 to {len(table) - 1}"
    if says:
        raise UnusableError("misfits", f"It does not fit together: {says}.")


def embedded(x: Any, found: Any, pad_id: int) -> dict[str, Any]:
    """Name the arguments of the repaired function."""
    return {"x": x, "ids": found, "pad_id": pad_id}


_PLAIN = embedded(tensor([[1, 2], [0, 0]]), whole([3, 0]), 0)
_CANCELS = embedded(tensor([[1, -1], [2, 3], [0, 0]]), whole([5, 4, 0]), 0)
_ZEROS = embedded(tensor([[0, 0], [2, 3], [5, -1]]), whole([2, 3, 1]), 1)
_PLACED = embedded(
    tensor([[1, 2], [0, 1], [0.8, 0.5]], [[4, 2], [3, 3], [0.8, 0.5]]),
    whole([0, 1, 1], [0, 3, 1]),
    1,
)
_IN_FRONT = embedded(
    tensor([[7, 7], [7, 7], [2, 1], [7, 7]], [[7, 7], [3, 1], [4, 1], [5, 1]]),
    whole([4, 4, 2, 5], [4, 0, 2, 3]),
    4,
)

EXAMPLE = (
    Probe(
        "exposes the bug",
        "She hides a word whose numbers are not all zeros.",
        {},
        facts,
    ),
)
REPAIRED = (
    Probe("value", "Padding is hidden from every query.", _PLAIN, square),
    Probe(
        "any numbers",
        "A word is seen, though its numbers cancel.",
        _CANCELS,
        square,
    ),
    Probe("any numbers", "A word is seen, though it is all zeros.", _ZEROS, square),
    Probe(
        "any numbers",
        "Padding is hidden, though positions were added to it.",
        _PLACED,
        square,
    ),
    Probe(
        "any numbers",
        "A word is seen, though it has the numbers of padding, which stands in front.",
        _IN_FRONT,
        square,
    ),
    Probe("input untouched", "x and ids stay as they were.", _PLACED, untouched),
)
