"""Right ways to let queries decide between two labels."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Tensor, Tensor, Tensor]


def tables(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((first < second) & decides[:, None]).sum(dim=(0, 2))


def counted_keys(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    n, m, both = (t.sum(dim=-1) for t in (one, other, one * other))
    decides = (n > 0) * (m > 0) * (both == 0)
    gap = torch.einsum("bhqk,bqk->hbq", weights, one.to(weights) - other.to(weights))
    decided = gap[:, decides]
    return decides, (decided > 0).sum(dim=-1), (decided < 0).sum(dim=-1)


def query_by_query(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = torch.zeros(one.shape[:-1], dtype=torch.bool)
    wins, losses = torch.zeros(2, weights.shape[1], dtype=torch.int64)
    for n in range(len(one)):
        for q in range(one.shape[1]):
            a, b = one[n, q], other[n, q]
            if a.any() and b.any() and not (a & b).any():
                decides[n, q] = True
                first = weights[n, :, q, a].sum(dim=-1)
                second = weights[n, :, q, b].sum(dim=-1)
                wins += first > second
                losses += second > first
    return decides, wins, losses


def as_sets(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    batch, query, _ = one.shape
    wins, losses = [0] * weights.shape[1], [0] * weights.shape[1]
    decides = one.new_zeros(batch, query)
    for n in range(batch):
        for q in range(query):
            a, b = (set(t[n, q].nonzero().flatten().tolist()) for t in (one, other))
            if not a or not b or a & b:
                continue
            decides[n, q] = True
            for h in range(weights.shape[1]):
                first, second = (
                    sum(weights[n, h, q, k].item() for k in sorted(keys))
                    for keys in (a, b)
                )
                wins[h] += first > second
                losses[h] += second > first
    return decides, torch.tensor(wins), torch.tensor(losses)


def products(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    named = torch.minimum(one.amax(dim=-1), other.amax(dim=-1))
    decides = named & ~torch.logical_and(one, other).amax(dim=-1)
    per_query = weights.transpose(1, 2)[decides]
    first, second = (
        (per_query * t[decides][:, None]).sum(dim=-1) for t in (one, other)
    )
    return decides, first.gt(second).sum(dim=0), second.gt(first).sum(dim=0)


def by_sign(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = ~(one & other).any(-1) & one.any(-1) & other.any(-1)
    a = weights.masked_fill(~one[:, None], 0).sum(-1)
    b = weights.masked_fill(~other[:, None], 0).sum(-1)
    sign = (a - b).sign() * decides[:, None]
    return decides, (sign == 1).sum((0, 2)), (sign == -1).sum((0, 2))


RIGHT = (
    Right("own", "tables of yes and no", tables),
    Right("own", "keys counted, one difference", counted_keys),
    Right("own", "query by query", query_by_query),
    Right("own", "sets of keys", as_sets),
    Right("own", "queries that decide picked first", products),
    Right("own", "the sign of the difference", by_sign),
)
