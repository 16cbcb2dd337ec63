"""What a table of shares has to be like, so that two beams miss the likeliest text."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation, UnusableError
from transformer_grading.checks.probes.decoding.texts import best_text

BOS, EOS, LIMIT = 0, 1, 4
_MOST = 30


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe which searches a table leads astray."""
    (table,) = call().values()
    _refuse_misfits(table)
    likely = {beams: _found(table, beams) for beams in (1, 2, 3)}
    best = _likeliest(table)
    there = (1 - 1e-5) * best
    facts = {
        "greedy search misses it": likely[1] < there,
        "two beams miss it": likely[2] < there,
        "it is 1.2 times as likely as what two beams find": 1.2 * likely[2] <= best,
        "three beams find it": likely[3] >= there,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in facts.items()}


def _refuse_misfits(table: Tensor) -> None:
    says = ""
    if not table.is_floating_point() or table.dim() != 2 or not table.numel():
        says = "the table needs floating-point numbers and two axes"
    elif table.shape[0] != table.shape[1] or not 3 <= len(table) <= _MOST:
        says = f"the table needs as many rows as columns, from 3 to {_MOST}"
    elif not table.isfinite().all() or bool((table < 0).any()):
        says = "shares are finite, and none is below 0"
    elif bool(((table.sum(dim=1) - 1).abs() > 1e-4).any()):
        row = int((table.sum(dim=1) - 1).abs().argmax())
        says = f"the shares of a row sum to 1, and those of row {row} do not"
    elif bool((table[:, BOS] > 0).any()):
        says = "the start is never written, so its column is 0"
    if says:
        raise UnusableError("misfits", f"It does not fit together: {says}.")


def _found(table: Tensor, beams: int) -> float:
    logs = table.double().log()
    found = best_text(lambda texts: logs[texts[:, -1]], BOS, EOS, beams, 0.0, LIMIT)
    return float(found[1].exp())


def _likeliest(table: Tensor) -> float:
    alive, best = table[BOS].double(), 0.0
    for _ in range(LIMIT - 1):
        best = max(best, float(alive[EOS]))
        alive = alive.clone()
        alive[EOS] = 0
        alive = (alive[:, None] * table.double()).amax(dim=0)
    return max(best, float(alive.max()))


PROBES = (
    Probe("is a trap", "Two beams miss the likeliest text, three find it.", {}, facts),
)
