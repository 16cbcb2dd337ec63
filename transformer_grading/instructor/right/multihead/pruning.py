"""Right ways to take heads away."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

T = Tensor
Four = tuple[Tensor, Tensor, Tensor, Tensor]


def repeated(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    columns = keep.repeat_interleave(w_q.shape[1] // n_heads)
    values = keep.repeat_interleave(w_v.shape[1] // n_heads)
    return w_q[:, columns], w_k[:, columns], w_v[:, values], w_o[values]


def viewed(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_model = w_q.shape[0]
    q, k, v = (
        w.view(d_model, n_heads, -1)[:, keep].reshape(d_model, -1)
        for w in (w_q, w_k, w_v)
    )
    return q, k, v, w_o.view(n_heads, -1, d_model)[keep].reshape(-1, d_model)


def blocks_joined(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    kept = [h for h in range(n_heads) if keep[h]]
    q, k, v = (
        torch.cat([w.chunk(n_heads, dim=1)[h] for h in kept], dim=1)
        for w in (w_q, w_k, w_v)
    )
    return q, k, v, torch.cat([w_o.chunk(n_heads)[h] for h in kept])


def columns_listed(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    kept = keep.nonzero().flatten().tolist()
    narrow = [c for h in kept for c in range(h * d_k, (h + 1) * d_k)]
    wide = [c for h in kept for c in range(h * d_v, (h + 1) * d_v)]
    return w_q[:, narrow], w_k[:, narrow], w_v[:, wide], w_o[wide]


def selected(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    columns = torch.arange(w_q.shape[1]).view(n_heads, -1)[keep].flatten()
    values = torch.arange(w_v.shape[1]).view(n_heads, -1)[keep].flatten()
    q, k = w_q.index_select(1, columns), w_k.index_select(1, columns)
    return q, k, w_v.index_select(1, values), w_o.index_select(0, values)


def deleted(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    gone = (~keep).nonzero().flatten().tolist()
    q, k, v = ([*w.chunk(n_heads, dim=1)] for w in (w_q, w_k, w_v))
    o = [*w_o.chunk(n_heads)]
    for h in reversed(gone):
        for blocks in (q, k, v, o):
            del blocks[h]
    return torch.cat(q, 1), torch.cat(k, 1), torch.cat(v, 1), torch.cat(o)


def transposed(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    q, k, v, o = (
        w.unflatten(0, (n_heads, -1))[keep].flatten(0, 1)
        for w in (w_q.T, w_k.T, w_v.T, w_o)
    )
    return q.T, k.T, v.T, o


def by_products(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    narrow, wide = (
        torch.eye(width, dtype=w_q.dtype)[:, keep.repeat_interleave(width // n_heads)]
        for width in (w_q.shape[1], w_v.shape[1])
    )
    return w_q @ narrow, w_k @ narrow, w_v @ wide, wide.T @ w_o


def in_another_order(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    kept = [h for h in reversed(range(n_heads)) if keep[h]]
    q, k, v = (
        torch.cat([w.tensor_split(n_heads, dim=1)[h] for h in kept], dim=1)
        for w in (w_q, w_k, w_v)
    )
    return q, k, v, torch.cat([w_o.tensor_split(n_heads)[h] for h in kept])


RIGHT = (
    Right("own", "keep repeated for every column", repeated),
    Right("W29", "matrices viewed with an axis for heads", viewed),
    Right("W27", "chunks joined", blocks_joined),
    Right("W30", "columns listed in a loop", columns_listed),
    Right("own", "index_select", selected),
    Right("own", "blocks deleted", deleted),
    Right("W26", "unflatten, flatten, transposed", transposed),
    Right("own", "products with columns of the unit matrix", by_products),
    Right("own", "kept heads in another order", in_another_order),
)
