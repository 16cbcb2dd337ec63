"""What tokens of a batch with padding have to be like, and an example of a bug."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import mask, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)
from transformer_grading.checks.probes.positions.adding import (
    ALL_DIGITS,
    full_of_digits,
    table_in_double,
    tokens,
)

_OFF = 0.01


def after(seq: int, *padding: int) -> Tensor:
    """Put padding before the real tokens, in a row for each number.

    Args:
        seq: Columns.
        *padding: How many of them are padding, row by row.
    """
    return mask(*([column >= n for column in range(seq)] for n in padding))


def of_real_tokens(observe: Observe) -> Observe:
    """Observe the tokens that are real; the places of padding are set to 0.

    Args:
        observe: What to look at in them.
    """

    def observe_real(call: Call, inputs: dict[str, Any]) -> Observation:
        table: Tensor = inputs["table"]

        def real(x: Tensor, mask: Tensor) -> dict[str, Tensor]:
            padding = ~mask[..., None]
            ((name, seen),) = call(x, table.clone(), mask).items()
            fits = seen.dim() == 3 and seen.shape[:2] == padding.shape[:2]
            return {name: seen.masked_fill(padding, 0) if fits else seen}

        return observe(real, {"x": inputs["x"], "mask": inputs["mask"]})

    return observe_real


real_tokens = of_real_tokens(value)


def without_its_padding(row: int, padding: int) -> Observe:
    """Observe one sequence, handed over without the others and without its padding.

    Args:
        row: Which sequence.
        padding: How many columns of padding it begins with.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        x, table, mask = inputs.values()
        (together,) = call(x.clone(), table.clone(), mask.clone()).values()
        only = [t[row : row + 1, padding:].clone() for t in (x, mask)]
        (alone,) = call(only[0], table.clone(), only[1]).values()
        if together.shape != x.shape:
            says = f"It came back with shape {tuple(together.shape)}, not that of x."
            raise UnusableError("shape", says)
        return {
            "that sequence alone": alone,
            "that sequence in the batch": together[row, padding:],
        }

    return observe


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example exposes the colleague's function."""
    x, table, mask = call().values()
    _refuse_misfits(x, table, mask)
    right_rows = table[(mask.cumsum(dim=1) - 1).clamp(min=0)]
    wrong = ((table[: x.shape[1]] - right_rows).abs() >= _OFF).any(dim=-1)
    off = ((x + table[: x.shape[1]] - (x + right_rows)).abs() >= _OFF).any(dim=-1)
    found = {
        "x and the table are finite": bool(x.isfinite().all() & table.isfinite().all()),
        "padding stands before the tokens": not (mask[:, :-1] & ~mask[:, 1:]).any(),
        "every sequence has a real token": bool(mask.any(dim=1).all()),
        "a sequence begins with padding": not mask[:, :1].all(),
        "her row for a real token is off by 0.01": bool((wrong & mask).any()),
        "a real token is off by 0.01": bool((off & mask).any()),
    }
    return {f"“{name}”": torch.tensor(bool(fact)) for name, fact in found.items()}


def _refuse_misfits(x: Tensor, table: Tensor, mask: Tensor) -> None:
    says = ""
    if mask.dtype != torch.bool:
        says = f"mask has dtype {str(mask.dtype)[6:]}, and should be boolean."
    elif not (x.is_floating_point() and table.is_floating_point()):
        says = "x and the table should hold floats."
    elif (x.dim(), table.dim(), mask.dim()) != (3, 2, 2):
        says = "x has three axes, the table and the mask have two each."
    elif not x.numel():
        says = f"x has shape {tuple(x.shape)}, and so no number in it."
    elif mask.shape != x.shape[:2]:
        says = f"the mask should have shape {tuple(x.shape[:2])}, one entry a token."
    elif table.shape[1] != x.shape[2] or len(table) < x.shape[1]:
        says = "the table needs a row for each column of x, and is as wide as a token."
    if says:
        raise UnusableError("misfits", f"It does not fit together: {says}")


BY_HAND = {
    "x": tensor([[5], [6], [7]], [[8], [9], [3]]),
    "table": tensor([10], [20], [30], [40]),
    "mask": after(3, 0, 1),
}

EXPOSES = (
    Probe(
        "exposes the bug",
        "At a real token her output and the right one differ by 0.01 or more.",
        {},
        facts,
    ),
)
PROBES = (
    Probe(
        "value",
        "The first real token of every sequence gets row 0 (padding is shown as 0).",
        BY_HAND,
        real_tokens,
    ),
    Probe(
        "value",
        "Each sequence may have another amount of padding, and all may have some.",
        {**tokens(110, 3, 6, 4, 11), "mask": after(6, 2, 4, 1)},
        real_tokens,
    ),
    Probe(
        "value",
        "There may be as many sequences as columns, and one may have a single token.",
        {**tokens(120, 5, 5, 3, 9), "mask": after(5, 0, 4, 1, 3, 2)},
        real_tokens,
    ),
    Probe(
        "no padding",
        "Without padding the token in column t gets row t.",
        {**tokens(130, 2, 4, 3, 4), "mask": after(4, 0, 0)},
        real_tokens,
    ),
    Probe(
        "only padding",
        "A sequence that is padding from end to end does not stop the others.",
        {**tokens(170, 3, 4, 2, 6), "mask": after(4, 1, 4, 0)},
        real_tokens,
    ),
    Probe(
        "dtype",
        "Tokens in float32 stay float32 when the table is float64.",
        table_in_double(BY_HAND),
        real_tokens,
    ),
    Probe(
        "dtype",
        "Tokens in float64 stay float64, and keep their digits.",
        full_of_digits({**tokens(160, 2, 3, 4, 4), "mask": after(3, 0, 1)}),
        real_tokens,
        **ALL_DIGITS,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same alone and without its padding.",
        {**tokens(140, 3, 6, 2, 10), "mask": after(6, 1, 3, 2)},
        without_its_padding(1, 3),
    ),
    Probe(
        "input untouched",
        "x, the table and the mask stay as they were.",
        BY_HAND,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {**tokens(150, 2, 4, 3, 8), "mask": after(4, 2, 0)},
        of_real_tokens(gradient),
    ),
)
