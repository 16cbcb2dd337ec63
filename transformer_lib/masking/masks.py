"""Masks: which query may look at which key.

A mask is boolean, and True means that the query of its row may look at the key of its
column. The axes are (query, key), or (batch, heads, query, key) with 1 for all.

Source: vaswani2017, section 3.2.3.
"""

from functools import reduce

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from transformer_lib.multihead import Mask


def causal_mask(
    query: int, key: int | None = None, *, device: torch.device | str | None = None
) -> Bool[Tensor, "{query} key"]:
    """Let each position look at itself and at those before it.

    With more keys than queries, the queries are the last positions, as when tokens come
    in turn and the earlier ones are remembered.

    Args:
        query: Positions that look, at least 0.
        key: Positions that are looked at; as many as look if not given.
        device: Where the mask lives.

    Returns:
        True at and left of the diagonal that ends in the last corner.

    Raises:
        ValueError: If there are fewer keys than queries.

    Source: vaswani2017, section 3.2.3.
    """
    key = query if key is None else key
    if key < query:
        raise ValueError(
            f"there are {query} queries and {key} keys, but every query is one of the "
            f"keys: give at least as many keys as queries."
        )
    everything = torch.ones(query, key, dtype=torch.bool, device=device)
    return everything.tril(diagonal=key - query)


def padding_mask(
    ids: Int[Tensor, "batch key"], pad_id: int
) -> Bool[Tensor, "batch 1 1 key"]:
    """Hide the places that only fill a batch up.

    Only keys are hidden: what a place of padding finds is never used.

    Args:
        ids: The tokens as entries of the vocabulary.
        pad_id: The entry that stands for nothing.

    Returns:
        True where a real token is, for every head and query.

    Raises:
        ValueError: If the ids have another number of axes.
    """
    if ids.ndim != 2:
        raise ValueError(
            f"ids have shape {tuple(ids.shape)}, but need two axes, (batch, key): for "
            f"one sequence pass ids[None]."
        )
    return (ids != pad_id)[:, None, None, :]


def combine(*masks: Mask) -> Mask:
    r"""Let a query look where every one of some masks lets it look.

    $$M_{ij} = M^{(1)}_{ij} \land M^{(2)}_{ij} \land \dots$$

    Args:
        *masks: True where a query may look; a size of 1 stands for all.

    Returns:
        One mask of the joint shape.

    Raises:
        TypeError: If a mask is not boolean: `&` of whole numbers means something else.
        ValueError: If there is no mask, or if their shapes do not fit together.
    """
    if not masks:
        raise ValueError("there are 0 masks to combine: give at least 1.")
    for mask in masks:
        check_boolean(mask)
    shapes = [tuple(mask.shape) for mask in masks]
    try:
        torch.broadcast_shapes(*shapes)
    except RuntimeError as error:
        raise ValueError(
            f"masks of the shapes {shapes} do not fit together: counted from the last, "
            f"each axis must have one size, or 1."
        ) from error
    return reduce(torch.logical_and, masks)


def empty_rows(
    mask: Bool[Tensor, "... query key"],
) -> Bool[Tensor, "... query 1"]:
    """Find the queries that may look at nothing.

    Attention here gives them zeros. Other code may give NaN: open their rows with
    `mask | empty_rows(mask)`, and blank what it returns for them.

    Args:
        mask: True where a query may look at a key.

    Returns:
        True for each query whose row is all False.
    """
    return ~mask.any(dim=-1, keepdim=True)


def keys_only(mask: Bool[Tensor, "batch 1 1 key"]) -> Bool[Tensor, "batch key"]:
    """Drop the axes of heads and queries from a mask that has one of each for all.

    Args:
        mask: True where any query may look.

    Returns:
        True where any query may look.

    Raises:
        TypeError: If the mask is not boolean.
        ValueError: If it is not the same for every head and query.
    """
    check_boolean(mask)
    if mask.ndim != 4 or mask.shape[1:3] != (1, 1):
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}, but must be (batch, 1, 1, key): a "
            f"padding mask is the same for every head and query."
        )
    return mask[:, 0, 0, :]


def check_boolean(mask: Tensor) -> None:
    """Refuse a mask that is not boolean.

    Args:
        mask: The mask.

    Raises:
        TypeError: If it is not boolean.
    """
    if mask.dtype != torch.bool:
        raise TypeError(
            f"mask is {mask.dtype}, but must be torch.bool, True where a query may "
            f"look: masks of other code are read by masking.pytorch and its neighbours."
        )
