r"""Exact attention that never holds more than one tile of the scores.

The plain way keeps one number for every pair of a query and a key. Here the scores are
made tile by tile, used, and forgotten; the backward pass makes them anew. Three numbers
a query are enough to join the tiles into one softmax: the best score so far, the total
of the exponentials, and the sum of the values that they weigh.

Source: rabe2021, section 2; dao2022, section 3.1 and algorithm 1.
"""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.autograd.function import once_differentiable

from transformer_lib.attention import check_inputs


def tiled_attention(
    q: Float[Tensor, "*lead query d_k"],
    k: Float[Tensor, "*lead key d_k"],
    v: Float[Tensor, "*lead key d_v"],
    mask: Bool[Tensor, "#*lead #query #key"] | None = None,
    *,
    causal: bool = False,
    tile: int = 256,
) -> Float[Tensor, "*lead query d_v"]:
    r"""Average the values as `scaled_dot_product_attention` does, in linear memory.

    A softmax over two tiles of keys needs only what each left behind: with the larger
    of the two best scores as the common zero, totals and sums of values add up.

    $$m = \max(m_1, m_2), \quad \ell = e^{m_1 - m} \ell_1 + e^{m_2 - m} \ell_2, \quad
    o = e^{m_1 - m} o_1 + e^{m_2 - m} o_2,
    \quad \mathrm{Attention} = o / \ell$$

    Memory holds a few tiles of $\text{tile}^2$ scores, and otherwise only what grows
    with the tokens, forwards and backwards. A mask is never spread out: give `causal`
    and, say, a padding mask of one row, and no mask of all pairs exists. The result can
    be differentiated once, not twice.

    Args:
        q: What each position asks for; a pure number per feature, any size.
        k: What each position answers to; measured in the same features as `q`.
        v: What each position hands over; in any unit, which the output keeps.
        mask: True where a query may look at a key; a size of 1 stands for all.
            Without a mask every query may look at every key.
        causal: Whether a query may look at no key that comes after it; the last query
            lines up with the last key. Holds together with the mask.
        tile: The side of a tile, in positions, at least 1. The result does not depend
            on it but for rounding; the time does.

    Returns:
        For each query the average of the values, in the unit of `v`; zeros for a query
        that may look at nothing. Sums are kept in at least float32 on the way.

    Raises:
        TypeError: If an input is no tensor, if `q`, `k` and `v` are not of one floating
            dtype, or if `mask` is not boolean.
        ValueError: If the shapes do not fit together, if `tile` is below 1, or if
            `causal` attention has fewer keys than queries.

    Source: milakov2018, section 3, for the softmax; dao2022, section 3.1 and appendix
    B, for the output and the gradients.
    """
    check_inputs(q, k, v, mask)
    if tile < 1:
        raise ValueError(f"tile is {tile}, but a tile is at least 1 position long.")
    if causal and k.shape[-2] < q.shape[-2]:
        raise ValueError(
            f"there are {q.shape[-2]} queries and {k.shape[-2]} keys, but to be causal "
            f"every query is one of the keys: give at least as many keys as queries."
        )
    if mask is not None:  # a view: what is repeated takes no memory
        mask = mask.expand(*q.shape[:-1], k.shape[-2])
    q = q / math.sqrt(q.shape[-1])
    with without_autocast(q.device):
        output: Tensor = TiledSoftmax.apply(  # type: ignore[no-untyped-call]
            q, k, v, mask, causal, tile
        )
    return output


class TiledSoftmax(torch.autograd.Function):
    r"""The average of the values under $\mathrm{softmax}(Q K^\top)$, tile by tile."""

    @staticmethod
    def forward(
        ctx: Any, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, *how: Any
    ) -> Tensor:
        """Visit each tile once; keep the best score and the total of each query."""
        wide = torch.promote_types(q.dtype, torch.float32)
        best = q.new_full((*q.shape[:-1], 1), torch.finfo(wide).min, dtype=wide)
        total = torch.zeros_like(best)
        output = q.new_zeros((*q.shape[:-1], v.shape[-1]), dtype=wide)
        for rows, columns, scores in score_tiles(q.to(wide), k.to(wide), mask, *how):
            before = best[..., rows, :]
            after = before.maximum(scores.amax(dim=-1, keepdim=True))
            shares, fade = (scores - after).exp(), (before - after).exp()
            seen = shares @ v[..., columns, :].to(wide)
            output[..., rows, :] = fade * output[..., rows, :] + seen
            total[..., rows, :] = fade * total[..., rows, :] + shares.sum(-1, True)
            best[..., rows, :] = after
        total = total.masked_fill(total == 0, 1.0)  # an empty row is 0/1, not 0/0
        output = (output / total).to(q.dtype)
        ctx.save_for_backward(q, k, v, mask, output, best, total)
        ctx.how = how
        return output

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, slope: Tensor) -> tuple[Tensor | None, ...]:
        """Make each tile anew, and hand its part of the slope to q, k and v."""
        *inputs, mask, output, best, total = ctx.saved_tensors
        q, k, v, output, slope = (x.to(best.dtype) for x in (*inputs, output, slope))
        to_q, to_k, to_v = map(torch.zeros_like, (q, k, v))
        # A larger share shrinks the others: only what differs from the mean pulls.
        mean = (slope * output).sum(dim=-1, keepdim=True)
        with without_autocast(q.device):
            for rows, columns, scores in score_tiles(q, k, mask, *ctx.how):
                down = slope[..., rows, :]
                shares = (scores - best[..., rows, :]).exp() / total[..., rows, :]
                pull = shares * (down @ v[..., columns, :].mT - mean[..., rows, :])
                to_q[..., rows, :] += pull @ k[..., columns, :]
                to_k[..., columns, :] += pull.mT @ q[..., rows, :]
                to_v[..., columns, :] += shares.mT @ down
        slopes = zip((to_q, to_k, to_v), inputs, strict=True)
        return (*(to_x.to(x.dtype) for to_x, x in slopes), None, None, None)


def score_tiles(
    q: Tensor, k: Tensor, mask: Tensor | None, causal: bool, tile: int
) -> Iterator[tuple[slice, slice, Tensor]]:
    """Yield tile after tile: which queries, which keys, and their scores.

    Args:
        q: The queries, scaled.
        k: The keys.
        mask: True where a query may look; of the shape of all scores.
        causal: Whether to leave out what comes after a query.
        tile: The side of a tile, in positions.

    Yields:
        rows: The queries of the tile.
        columns: The keys of the tile.
        scores: How well they match; minus infinity where a query may not look.
    """
    keys = k.shape[-2]
    shift = keys - q.shape[-2]  # query i may look up to key i + shift
    for rows in pieces(q.shape[-2], tile):
        last = min(rows.stop + shift, keys) if causal else keys
        for columns in pieces(last, tile):
            scores = q[..., rows, :] @ k[..., columns, :].mT
            if mask is not None:
                scores = scores.masked_fill(~mask[..., rows, columns], -math.inf)
            first_hidden = rows.start + shift + 1 - columns.start
            if causal and first_hidden < columns.stop - columns.start:
                square = scores.new_ones(scores.shape[-2:], dtype=torch.bool)
                scores = scores.masked_fill(square.triu(first_hidden), -math.inf)
            yield rows, columns, scores


def pieces(length: int, tile: int) -> Iterator[slice]:
    """Cut a length into pieces of one tile; the last may be shorter."""
    for start in range(0, length, tile):
        yield slice(start, min(start + tile, length))


def without_autocast(device: torch.device) -> AbstractContextManager[object]:
    """Keep autocast from rounding the sums, which the two passes make alike."""
    if device.type == "meta":  # knows no autocast
        return nullcontext()
    return torch.autocast(device.type, enabled=False)
