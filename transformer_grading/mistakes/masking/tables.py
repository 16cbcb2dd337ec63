"""Tables of leaks that mix up axes, or overlook some places."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def inputs_as_rows(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).transpose(0, 1)
    return (moved & ~mask[:, 0]).any(dim=0)


def inputs_as_rows_in_loops(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    found = torch.zeros(mask.shape[-2:], dtype=torch.bool)
    for row in range(mask.shape[-2]):
        moved = (after[row] != before).any(dim=-1)
        found[row] = (moved & ~mask[:, 0, row]).any(dim=0)
    return found


def poured_into_shape(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    key, batch, query, _ = after.shape
    moved = (after != before).any(dim=-1).reshape(batch, query, key)
    return (moved & ~mask[:, 0]).any(dim=0)


def squared(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    far = (after - before).square().sum(dim=-1).permute(1, 2, 0)
    return ((far != 0) & ~mask[:, 0]).any(dim=0)


def lengths_of_moves(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    far: Tensor = torch.linalg.vector_norm(after - before, dim=-1)
    return ((far > 0).permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def all_axes_of_one_dropped(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask.squeeze()).any(dim=0)


def whatever_differs(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved != mask[:, 0]).any(dim=0)


def future_alone(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0).triu(1)


def never_itself(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    leak = (moved & ~mask[:, 0]).any(dim=0)
    return leak & ~torch.eye(*leak.shape, dtype=torch.bool)


_CAUGHT = "Caught red-handed"

MISTAKES = (
    Mistake(
        "moves that meet the mask with their axes in another order",
        "What happens at one pair of places is held against what another pair may do.",
        "You ask for both, a move and a mask. After your `any`, which axis stands "
        "where, and which order has the mask?",
        _CAUGHT,
        (inputs_as_rows, inputs_as_rows_in_loops),
    ),
    Mistake(
        "axes that are poured into a shape",
        "The shape is right, and moves stand in places of others.",
        "A reshape keeps the order in memory. Which function moves an axis instead?",
        _CAUGHT,
        (poured_into_shape,),
    ),
    Mistake(
        "moves that are squared",
        "The square of a very small number rounds to 0, and the leak is overlooked.",
        "Ordinary leaks are found. What is the square of 1e-30 in float32, and do you "
        "need it to see a change?",
        _CAUGHT,
        (squared, lengths_of_moves),
    ),
    Mistake(
        "axes that are dropped because they have size 1",
        "With a single output, the texts land on another axis.",
        "Many outputs are right. Which axes does your line drop when there is only "
        "one query?",
        _CAUGHT,
        (all_axes_of_one_dropped,),
    ),
    Mistake(
        "whatever differs from the mask",
        "An output that may look and stands still is reported as well.",
        "Leaks are among what you find. Is an output that could have moved, and did "
        "not, a leak?",
        _CAUGHT,
        (whatever_differs,),
    ),
    Mistake(
        "places of the past, or of the output itself, that are never asked",
        "Padding in front, or an input hidden from its own output, is overlooked.",
        "Leaks of the future are found. On and below the diagonal, can an entry of the "
        "mask be False?",
        "Filled up with nothing",
        (future_alone, never_itself),
    ),
)
