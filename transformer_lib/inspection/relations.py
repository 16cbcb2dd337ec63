"""Relations between tokens: who would look at whom, if a head had a certain role.

A relation is boolean, and True means that the query of its row is related to the key of
its column. As masks do, relations combine with `&`, `|` and `~`.

Source: clark2019, sections 3 and 4.
"""

from collections.abc import Iterable, Sequence

import torch
from jaxtyping import Bool
from torch import Tensor


def shifted(
    by: int, seq: int, *, device: torch.device | str | None = None
) -> Bool[Tensor, "{seq} {seq}"]:
    """Relate each token to the one that stands a number of places further on.

    Args:
        by: How many places: -1 for the token before, 0 for itself, 1 for the next.
        seq: How many tokens there are.
        device: Where the relation lives.

    Returns:
        True on one diagonal.

    Source: clark2019, section 3.1.
    """
    places = torch.arange(seq, device=device)
    return places[:, None] + by == places


def paired(
    pairs: Sequence[Iterable[tuple[int, int]]], query: int, key: int | None = None
) -> Bool[Tensor, "batch {query} key"]:
    """Relate the tokens that stand in a list, such as pronouns and what they mean.

    Args:
        pairs: For each sequence of a batch its pairs, the place of the query and the
            place of the key, counted from 0.
        query: Positions that look.
        key: Positions that are looked at; as many as look if not given.

    Returns:
        True for each pair.

    Raises:
        ValueError: If a place is not among the positions.

    Source: clark2019, section 4.
    """
    key = query if key is None else key
    relation = torch.zeros(len(pairs), query, key, dtype=torch.bool)
    for row, of_one in enumerate(pairs):
        for looks, looked_at in of_one:
            if not (0 <= looks < query and 0 <= looked_at < key):
                raise ValueError(
                    f"pair {(looks, looked_at)} of sequence {row} is not among "
                    f"{query} queries and {key} keys, counted from 0."
                )
            relation[row, looks, looked_at] = True
    return relation
