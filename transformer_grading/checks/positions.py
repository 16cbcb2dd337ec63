"""The tasks of chapter 5: positions written, added, counted, moved and turned."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.inputs import mask, tensor
from transformer_grading.checks.probes.positions import (
    adding,
    counting,
    distance,
    padded,
    rotary,
    shift,
    sinusoidal,
)
from transformer_grading.mistakes.positions import (
    added,
    digits,
    exponents,
    layout,
    lowered,
    padded_effects,
    pairing,
    reach,
    rows,
    slopes,
    speeds,
    steps,
    sums,
    turned,
    turned_reach,
    turning,
)
from transformer_grading.mistakes.positions import adding as adding_mistakes
from transformer_grading.mistakes.positions import counting as counting_mistakes
from transformer_grading.mistakes.positions import distance as distance_mistakes
from transformer_grading.mistakes.positions import padded as padded_mistakes
from transformer_grading.mistakes.positions import shift as shift_mistakes
from transformer_lib.positions.rotary import RotaryPositions
from transformer_lib.positions.sinusoidal import (
    angles_of,
    rotation,
    sinusoidal_table,
)


def _sinusoidal(seq: int, d_model: int, start: int = 0) -> Tensor:
    return sinusoidal_table(seq, d_model, start=start)


def _add_positions(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table.to(x.dtype).narrow(0, start, x.shape[1])


def _inventory(max_len: int, d_model: int) -> tuple[int, int, int]:
    lengths = [math.tau * 10_000 ** (i / d_model) for i in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(length > max_len for length in lengths)


def _counterexample() -> tuple[Tensor, Tensor, Tensor]:
    return tensor([[0], [0]]), tensor([1], [5]), mask([False, True])


def _left_padded(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = (mask.cumsum(dim=1) - 1).clamp(min=0)
    return x + table.to(x.dtype)[positions]


def _shift_matrix(k: int, d_model: int) -> Tensor:
    return rotation(k, d_model)


def _rotate(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    pairs = torch.view_as_complex(x.double().unflatten(-1, (-1, 2)))
    steps = torch.arange(pairs.shape[-1], device=x.device).double()
    angles = positions[:, None, :, None] * base ** (-2 * steps / x.shape[-1])
    turns = torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(pairs * turns).flatten(-2).to(x.dtype)


def _with_distance(scores: Tensor) -> Tensor:
    _, heads, query, key = scores.shape
    numbers: Any = torch.arange(1, heads + 1, device=scores.device).double()
    gaps = torch.arange(key - query, key)[:, None] - torch.arange(key)
    loss = torch.exp2(-8 * numbers / heads)[:, None, None] * gaps.abs()
    return scores - loss.to(scores)


SINUSOIDAL = Task(
    name="sinusoidal",
    returns=("table",),
    reference=_sinusoidal,
    probes=sinusoidal.PROBES,
    mistakes=(
        *(*exponents.MISTAKES, *speeds.MISTAKES, *layout.MISTAKES),
        *(*rows.MISTAKES, *digits.MISTAKES, *reach.WAVES),
    ),
    seals=(sinusoidal_table, rotation, angles_of),
)
ADDING = Task(
    name="add_positions",
    returns=("the sum",),
    reference=_add_positions,
    probes=adding.PROBES,
    mistakes=(*adding_mistakes.MISTAKES, *sums.MISTAKES, *added.MISTAKES),
)
COUNTING = Task(
    name="inventory",
    returns=("learned", "waves", "slow"),
    reference=_inventory,
    probes=counting.PROBES,
    mistakes=(*counting_mistakes.MISTAKES, *reach.COUNTS),
    numbers=True,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("x", "table", "mask"),
    reference=_counterexample,
    probes=padded.EXPOSES,
    mistakes=(*padded_mistakes.EXAMPLES, *reach.EXAMPLES),
)
PADDED = Task(
    name="left_padded",
    returns=("the sum",),
    reference=_left_padded,
    probes=padded.PROBES,
    mistakes=(
        *(*padded_mistakes.MISTAKES, *padded_effects.MISTAKES),
        *reach.PADDED,
    ),
)
SHIFT = Task(
    name="shift_matrix",
    returns=("R",),
    reference=_shift_matrix,
    probes=shift.PROBES,
    mistakes=(*shift_mistakes.MISTAKES, *steps.MISTAKES, *reach.MATRICES),
    seals=(rotation,),
)
ROTARY = Task(
    name="rotate",
    returns=("the result",),
    reference=_rotate,
    probes=rotary.PROBES,
    mistakes=(
        *(*turning.MISTAKES, *pairing.MISTAKES),
        *(*turned.MISTAKES, *turned_reach.MISTAKES),
    ),
    seals=(RotaryPositions.forward,),
)
DISTANCE = Task(
    name="with_distance",
    returns=("the result",),
    reference=_with_distance,
    probes=distance.PROBES,
    mistakes=(*distance_mistakes.MISTAKES, *slopes.MISTAKES, *lowered.MISTAKES),
)
