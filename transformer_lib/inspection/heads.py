r"""What a head does, in numbers: how widely, how far and at whom it looks.

Every statistic is an average over queries, one number a layer and head. The number of
the best head says little by itself: the best of many is good at anything by chance, so
`median_head` stands beside it.

Source: clark2019, sections 3 and 4.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from transformer_lib.scaling import largest_weight, softmax_entropy


def mean_entropy(
    weights: Float[Tensor, "*lead batch heads query key"],
    queries: Bool[Tensor, "#batch query"] | None = None,
) -> Float[Tensor, "*lead heads"]:
    r"""Measure how widely each head looks.

    $$H = -\sum_j w_j \ln w_j$$

    Args:
        weights: The weights, shares from 0 to 1.
        queries: True for the queries that count; all of them if not given. Leave out
            padding, which looks but means nothing.

    Returns:
        The entropy in nats: 0 for one key, $\ln n$ for $n$ keys alike.

    Raises:
        ValueError: If `queries` does not fit the weights, or if none counts.

    Source: clark2019, section 3.3.
    """
    return _mean(softmax_entropy(weights), queries)


def mean_largest_weight(
    weights: Float[Tensor, "*lead batch heads query key"],
    queries: Bool[Tensor, "#batch query"] | None = None,
) -> Float[Tensor, "*lead heads"]:
    """Measure how much of its attention each head gives to one key.

    Args:
        weights: The weights, shares from 0 to 1.
        queries: As for `mean_entropy`.

    Returns:
        The largest share, from 0 to 1.

    Raises:
        ValueError: If `queries` does not fit the weights, or if none counts.
    """
    return _mean(largest_weight(weights), queries)


def mean_distance(
    weights: Float[Tensor, "*lead batch heads query key"],
    queries: Bool[Tensor, "#batch query"] | None = None,
) -> Float[Tensor, "*lead heads"]:
    r"""Measure how far each head looks.

    $$D = \sum_j w_j\, |i - j|$$

    for a query at place $i$. The last query stands where the last key does.

    Args:
        weights: The weights of self-attention, shares from 0 to 1.
        queries: As for `mean_entropy`.

    Returns:
        The distance in tokens, at least 0.

    Raises:
        ValueError: If `queries` does not fit the weights, or if none counts.
    """
    query, key = weights.shape[-2:]
    places = torch.arange(key, device=weights.device)
    steps = (places[key - query :, None] - places).abs()
    return _mean((weights * steps).sum(-1), queries)


def share(
    weights: Float[Tensor, "*lead batch heads query key"],
    relation: Bool[Tensor, "#batch #query #key"],
) -> Float[Tensor, "*lead heads"]:
    """Measure how much of its attention a query gives to the keys it is related to.

    Args:
        weights: The weights, shares from 0 to 1.
        relation: True where a query is related to a key. Queries that are related to
            nothing do not count.

    Returns:
        The share of each head, from 0 to 1.

    Raises:
        ValueError: If `relation` does not fit the weights, or is empty.

    Source: clark2019, section 3.
    """
    relation = _fitted("relation", relation, weights)
    on_related = weights.masked_fill(~relation[:, None], 0.0).sum(-1)
    return _mean(on_related, relation.any(-1))


def hits(
    weights: Float[Tensor, "*lead batch heads query key"],
    relation: Bool[Tensor, "#batch #query #key"],
    *,
    among: Bool[Tensor, "#batch #query #key"] | None = None,
) -> Int[Tensor, "*lead heads"]:
    """Count the queries that look most at a key they are related to.

    Args:
        weights: The weights, shares from 0 to 1.
        relation: True where a query is related to a key.
        among: True for the keys that are compared; all of them if not given. Leave out
            tokens that heads rest on, such as the first, to see what else they prefer.

    Returns:
        The queries of each head; at most as many as are related to something.

    Raises:
        ValueError: If a relation does not fit the weights.

    Source: clark2019, section 4.
    """
    goal = _fitted("relation", relation, weights)
    if among is not None:
        among = _fitted("among", among, weights)
        goal = goal & among
        weights = weights.masked_fill(~among[:, None], -1.0)
    preferred = weights.argmax(-1, keepdim=True)
    hit = goal[:, None].expand(weights.shape).gather(-1, preferred)
    return hit.squeeze(-1).sum((-3, -1))


class Head(NamedTuple):
    """One head of a model, and what was measured of it.

    Attributes:
        layer: Its layer, counted from 0.
        head: Its number in the layer, counted from 0.
        value: What was measured.
    """

    layer: int
    head: int
    value: float

    def __str__(self) -> str:
        """Name the head as the literature does, counted from 1."""
        return f"L{self.layer + 1}H{self.head + 1}"


def ranking(
    values: Float[Tensor, "layers heads"] | Int[Tensor, "layers heads"],
) -> list[Head]:
    """Order the heads by what was measured of them, the largest first.

    Args:
        values: One number a layer and head.

    Returns:
        All the heads.
    """
    heads = [
        Head(layer, head, value)
        for layer, row in enumerate(values.tolist())
        for head, value in enumerate(row)
    ]
    return sorted(heads, key=lambda head: head.value, reverse=True)


def median_head(
    values: Float[Tensor, "layers heads"] | Int[Tensor, "layers heads"],
) -> float:
    """Say what an ordinary head does, to compare the best one with.

    Args:
        values: One number a layer and head.

    Returns:
        The number that half of all heads do not reach, in the unit of the values.
    """
    return values.double().quantile(0.5).item()


def _mean(
    per_query: Float[Tensor, "*lead batch heads query"],
    queries: Bool[Tensor, "#batch query"] | None,
) -> Float[Tensor, "*lead heads"]:
    if queries is None:
        return per_query.mean((-3, -1))
    batch, query = per_query.shape[-3], per_query.shape[-1]
    if queries.shape not in ((batch, query), (1, query)):
        raise ValueError(
            f"queries has shape {tuple(queries.shape)}, but the weights are of "
            f"{batch} sequences with {query} queries each."
        )
    counted = queries.expand(batch, query)
    if not counted.any():
        raise ValueError(f"0 of {counted.numel()} queries count: there is no average.")
    total = per_query.masked_fill(~counted[:, None], 0.0).sum((-3, -1))
    return total / counted.sum()


def _fitted(
    name: str, relation: Bool[Tensor, "#batch #query #key"], weights: Tensor
) -> Bool[Tensor, "batch query key"]:
    shape = (weights.shape[-4], *weights.shape[-2:])
    sizes = zip(relation.shape, shape, strict=False)
    if relation.ndim != 3 or any(have not in (1, want) for have, want in sizes):
        raise ValueError(
            f"{name} has shape {tuple(relation.shape)}, which does not fit the "
            f"weights' (batch, query, key) = {shape}: each axis must have that size or "
            f"1."
        )
    return relation.expand(shape)
