r"""Who may look at whom: the future is hidden, and so is padding.

A mask is boolean, and True means that the query of its row may look at the key of its
column. The axes are (query, key), or (batch, heads, query, key) with 1 for all.

Source: vaswani2017, section 3.2.3.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


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

    Args:
        ids: The tokens as entries of the vocabulary.
        pad_id: The entry that stands for nothing.

    Returns:
        True where a real token is, for every head and query.

    Source: vaswani2017, section 3.2.3.
    """
    return (ids != pad_id)[:, None, None, :]
