"""Look at masks as attention does, whatever axes they leave to broadcasting."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.observing import (
    Call,
    Observation,
    UnusableError,
)

HEADS = 7
"""The heads that a mask is looked at with; no probe has another size of 7."""


def drawn_ids(seed: int, below: int, *shape: int) -> Tensor:
    """Draw ids, the same ones for the same seed.

    Args:
        seed: The seed.
        below: The first number that is no id.
        *shape: The shape.
    """
    generator = torch.Generator("cpu").manual_seed(seed)
    return torch.randint(below, shape, generator=generator, device="cpu")


def padded(rows: Tensor, pad_id: int, *lengths: int) -> Tensor:
    """Put padding behind the first ids of each row, or before the last ones.

    Args:
        rows: The ids.
        pad_id: The id of padding; it is no word, and so it is replaced in the words.
        *lengths: How many ids of each row are kept; below zero: the last ones are.
    """
    rows = rows.masked_fill(rows == pad_id, pad_id + 1)
    for row, length in zip(rows, lengths, strict=True):
        if length >= 0:
            row[length:] = pad_id
        else:
            row[:length] = pad_id
    return rows


def looks(name: str, mask: Tensor, batch: int, query: int, key: int) -> Tensor:
    """Spread a mask over all texts, and give what it allows every head.

    Args:
        name: What the mask is called.
        mask: The mask; it may leave sizes to broadcasting.
        batch: How many texts.
        query: How many queries.
        key: How many keys.

    Raises:
        UnusableError: If it does not fit.
    """
    shape = (batch, HEADS, query, key)
    try:
        return mask.expand(shape)[:, 0]
    except RuntimeError:
        has = f"{name} has shape {tuple(mask.shape)}"
        says = (
            f"{has}, which does not broadcast against the scores, (batch, heads, "
            f"query, key) = ({batch}, heads, {query}, {key})."
        )
        raise UnusableError(has, says) from None


def square(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe what the mask of some ids allows every head."""
    batch, seq = inputs["ids"].shape
    return {"mask": looks("mask", call(*inputs.values())["mask"], batch, seq, seq)}
