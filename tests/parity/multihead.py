"""Several heads beside nn.MultiheadAttention: self and cross, under every mask."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from einops import rearrange
from torch import Tensor, nn

from parity.core import BOUNDS, Row, Twins, View, randomise, worst
from transformer_lib.multihead import MultiHeadAttention


class Size(NamedTuple):
    batch: int
    heads: int
    query: int
    key: int
    d_model: int


PRIMES = Size(batch=2, heads=3, query=7, key=11, d_model=3 * 5)
BASE = Size(batch=2, heads=8, query=128, key=128, d_model=512)

Draw = Callable[[Size], Tensor | None]


def mask_of(*axes: str) -> Draw:
    """Draw masks that let every query look at the first key, so that no row is empty.

    nn.MultiheadAttention gives NaN for an empty row.
    """

    def draw(size: Size) -> Tensor:
        sizes = size._asdict() | {"1": 1}
        generator = torch.Generator().manual_seed(0)
        mask = torch.rand([sizes[axis] for axis in axes], generator=generator) < 0.6
        mask[..., 0] = True
        return mask

    return draw


def causal_and_padded(size: Size) -> Tensor:
    """Hide the future and, in every sequence but the first, the last keys."""
    causal = torch.ones(size.query, size.key, dtype=torch.bool).tril()
    padding = torch.ones(size.batch, 1, 1, size.key, dtype=torch.bool)
    padding[1:, ..., size.key // 2 :] = False
    return causal & padding


MASKS: dict[str, Draw] = {
    "none": lambda size: None,
    "causal": lambda size: torch.ones(size.query, size.key, dtype=torch.bool).tril(),
    "query key": mask_of("query", "key"),
    "1 key": mask_of("1", "key"),
    "batch 1 1 key": mask_of("batch", "1", "1", "key"),
    "1 heads query key": mask_of("1", "heads", "query", "key"),
    "batch 1 query key": mask_of("batch", "1", "query", "key"),
    "batch heads 1 key": mask_of("batch", "heads", "1", "key"),
    "batch heads query key": mask_of("batch", "heads", "query", "key"),
    "causal and padded": causal_and_padded,
}


def named(name: str, rows: slice = slice(None)) -> View:
    """Find some rows of the parameter with this name."""
    return lambda parameters: parameters[name][rows]


def views(d_model: int, ours: str = "", theirs: str = "") -> dict[str, View]:
    """Find our four projections, called `ours`…, in PyTorch's, called `theirs`…."""
    found: dict[str, View] = {}
    for kind in ("weight", "bias"):
        for place, name in enumerate(("w_q", "w_k", "w_v")):
            part = slice(place * d_model, (place + 1) * d_model)
            found[f"{ours}{name}.{kind}"] = named(f"{theirs}in_proj_{kind}", part)
        found[f"{ours}w_o.{kind}"] = named(f"{theirs}out_proj.{kind}")
    return found


def twins(size: Size, dtype: torch.dtype) -> Twins:
    """Make both modules, with the same weights."""
    theirs = nn.MultiheadAttention(
        size.d_model, size.heads, batch_first=True, dtype=dtype
    )
    randomise(theirs)
    ours = MultiHeadAttention(size.d_model, size.heads, dtype=dtype)
    return Twins(ours, theirs, views(size.d_model))


def hidden(size: Size, mask: Tensor | None) -> dict[str, Tensor | None]:
    """Say a mask of ours in PyTorch's way: True hides, and padding has its own name."""
    if mask is None:
        return {}
    if mask.ndim == 4 and mask.shape[1:3] == (1, 1):
        return {"key_padding_mask": ~mask[:, 0, 0]}
    if mask.ndim == 2:
        return {"attn_mask": ~mask.expand(size.query, size.key)}
    every = mask.expand(size.batch, size.heads, size.query, size.key)
    pattern = "batch heads query key -> (batch heads) query key"
    return {"attn_mask": ~rearrange(every, pattern)}


def tokens(size: Size, dtype: torch.dtype) -> list[Tensor]:
    """Draw the tokens that look, and those that are looked at."""
    generator = torch.Generator().manual_seed(0)
    shapes = [(n, size.d_model) for n in (size.query, size.key)]
    draws = [torch.randn(size.batch, *s, generator=generator) for s in shapes]
    return [draw.to(dtype) for draw in draws]


def measure(
    size: Size, dtype: torch.dtype, mask_name: str, *, cross: bool, need_weights: bool
) -> tuple[float, float]:
    """Return the largest distance of an output or its weights, and of a gradient."""
    size = size if cross else size._replace(key=size.query)
    pair, mask = twins(size, dtype), MASKS[mask_name](size)
    masks = hidden(size, mask)

    def ours(*x: Tensor) -> Tensor | tuple[Tensor, ...]:
        result: Tensor = pair.ours(*x, mask=mask, need_weights=need_weights)
        return result

    def theirs(*x: Tensor) -> Tensor | tuple[Tensor, ...]:
        wanted = {"need_weights": need_weights, "average_attn_weights": False}
        output, weights = pair.theirs(x[0], x[-1], x[-1], **masks, **wanted)
        return (output, weights) if need_weights else output

    leaves = tokens(size, dtype)
    return pair.measure(leaves if cross else leaves[:1], ours, theirs)


def rows() -> Iterator[Row]:
    """Compare self- and cross-attention, with weights and without, under every mask."""
    for size in (PRIMES, BASE):
        for dtype in BOUNDS:
            for cross in (False, True):
                for need_weights in (False, True):
                    cases = worst(
                        measure(
                            size, dtype, name, cross=cross, need_weights=need_weights
                        )
                        for name in MASKS
                    )
                    form = "cross" if cross else "self"
                    extra = " and weights" if need_weights else ""
                    twin = f"MultiHeadAttention, nn.MultiheadAttention: {form}{extra}"
                    words = ", ".join(f"{a} {n}" for a, n in size._asdict().items())
                    yield Row(twin, words, dtype, len(MASKS), *cases)
