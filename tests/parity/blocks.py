"""The norm, both blocks and stacks of six beside PyTorch's, post- and pre-LN."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from parity.core import BOUNDS, Row, Twins, View, randomise, worst
from parity.multihead import named
from parity.multihead import views as attention_views
from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward, LayerNorm
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.transformer.stacks import Decoder, Encoder

Bend = Callable[[Tensor], Tensor]


class Size(NamedTuple):
    batch: int
    heads: int
    target: int
    source: int
    d_model: int
    d_ff: int


class Kind(NamedTuple):
    """What a block may be made of: where it normalises, and how it bends."""

    norm_first: bool
    activation: Bend


PRIMES = Size(batch=2, heads=3, target=7, source=11, d_model=3 * 5, d_ff=13)
BASE = Size(batch=2, heads=8, target=128, source=128, d_model=512, d_ff=2048)
KINDS = [Kind(first, bend) for first in (False, True) for bend in (F.relu, F.gelu)]
CASES = [(causal, padded) for causal in (False, True) for padded in (False, True)]
DEPTH = 6


def norm_views(ours: str = "", theirs: str = "") -> dict[str, View]:
    """Find our gain and bias, called `ours`…, in PyTorch's norm, called `theirs`…."""
    return {
        f"{ours}gain": named(f"{theirs}weight"),
        f"{ours}bias": named(f"{theirs}bias"),
    }


def encoder_views(d_model: int, ours: str = "", theirs: str = "") -> dict[str, View]:
    """Find our block that reads, called `ours`…, in PyTorch's, called `theirs`…."""
    return {
        **attention_views(d_model, f"{ours}attention.", f"{theirs}self_attn."),
        **_feed_forward_views(ours, theirs),
        **norm_views(f"{ours}after_attention.norm.", f"{theirs}norm1."),
        **norm_views(f"{ours}after_feed_forward.norm.", f"{theirs}norm2."),
    }


def decoder_views(d_model: int, ours: str = "", theirs: str = "") -> dict[str, View]:
    """Find our block that writes, called `ours`…, in PyTorch's, called `theirs`…."""
    cross = f"{theirs}multihead_attn."
    return {
        **attention_views(d_model, f"{ours}self_attention.", f"{theirs}self_attn."),
        **attention_views(d_model, f"{ours}cross_attention.", cross),
        **_feed_forward_views(ours, theirs),
        **norm_views(f"{ours}after_self_attention.norm.", f"{theirs}norm1."),
        **norm_views(f"{ours}after_cross_attention.norm.", f"{theirs}norm2."),
        **norm_views(f"{ours}after_feed_forward.norm.", f"{theirs}norm3."),
    }


def _feed_forward_views(ours: str, theirs: str) -> dict[str, View]:
    return {
        f"{ours}feed_forward.w_{n}.{kind}": named(f"{theirs}linear{n}.{kind}")
        for n in (1, 2)
        for kind in ("weight", "bias")
    }


def encoder_block(size: Size, kind: Kind, dtype: torch.dtype) -> EncoderBlock:
    """Make a block that reads, without dropout."""
    return EncoderBlock(
        MultiHeadAttention(size.d_model, size.heads, dtype=dtype),
        FeedForward(size.d_model, size.d_ff, activation=kind.activation, dtype=dtype),
        norm_first=kind.norm_first,
        dropout=0.0,
    )


def decoder_block(size: Size, kind: Kind, dtype: torch.dtype) -> DecoderBlock:
    """Make a block that writes, without dropout."""
    return DecoderBlock(
        MultiHeadAttention(size.d_model, size.heads, dtype=dtype),
        MultiHeadAttention(size.d_model, size.heads, dtype=dtype),
        FeedForward(size.d_model, size.d_ff, activation=kind.activation, dtype=dtype),
        norm_first=kind.norm_first,
        dropout=0.0,
    )


class Part(NamedTuple):
    """A block of ours and PyTorch's, and the stacks that are made of them."""

    ours: Callable[[Size, Kind, torch.dtype], nn.Module]
    theirs: Callable[..., nn.Module]
    views: Callable[..., dict[str, View]]
    our_stack: Callable[..., nn.Module]
    their_stack: Callable[..., nn.Module]


PARTS = {
    "Encoder": Part(
        encoder_block,
        nn.TransformerEncoderLayer,
        encoder_views,
        Encoder,
        partial(nn.TransformerEncoder, enable_nested_tensor=False),
    ),
    "Decoder": Part(
        decoder_block,
        nn.TransformerDecoderLayer,
        decoder_views,
        Decoder,
        nn.TransformerDecoder,
    ),
}


def their_layer(part: Part, size: Size, kind: Kind, dtype: torch.dtype) -> nn.Module:
    """Make PyTorch's layer of these sizes, without dropout."""
    return part.theirs(
        size.d_model,
        size.heads,
        size.d_ff,
        dropout=0.0,
        activation=kind.activation,
        batch_first=True,
        norm_first=kind.norm_first,
        dtype=dtype,
    )


def twins(part: Part, size: Size, kind: Kind, dtype: torch.dtype) -> Twins:
    """Make both blocks, with the same weights."""
    theirs = their_layer(part, size, kind, dtype)
    randomise(theirs)
    return Twins(part.ours(size, kind, dtype), theirs, part.views(size.d_model))


def stacks(part: Part, size: Size, kind: Kind, dtype: torch.dtype) -> Twins:
    """Make both stacks of six, with a last norm where blocks normalise first."""
    views, norms = {}, (None, None)
    if kind.norm_first:
        views = norm_views("norm.", "norm.")
        norms = (
            LayerNorm(size.d_model, dtype=dtype),
            nn.LayerNorm(size.d_model, dtype=dtype),
        )
    for n in range(DEPTH):
        views |= part.views(size.d_model, f"blocks.{n}.", f"layers.{n}.")
    layer = their_layer(part, size, kind, dtype)
    theirs = part.their_stack(layer, DEPTH, norms[1])
    randomise(theirs)
    blocks = [part.ours(size, kind, dtype) for _ in range(DEPTH)]
    return Twins(part.our_stack(blocks, norms[0]), theirs, views)


def padding(size: Size, length: int) -> Tensor:
    """Hide the last third of every sequence but the first."""
    mask = torch.ones(size.batch, length, dtype=torch.bool)
    mask[1:, -(length // 3) :] = False
    return mask


def measure(
    part: Part, pair: Twins, size: Size, *, causal: bool, padded: bool
) -> tuple[float, float]:
    """Return the distance of the outputs, and the largest of the gradients'."""
    dtype = next(pair.theirs.parameters()).dtype
    generator = torch.Generator().manual_seed(2)
    x, memory = (
        torch.randn(size.batch, n, size.d_model, generator=generator).to(dtype)
        for n in (size.target, size.source)
    )
    past = own = read = mask = memory_mask = None
    if causal:
        mask = past = torch.ones(size.target, size.target, dtype=torch.bool).tril()
    if padded:
        own, read = padding(size, size.target), padding(size, size.source)
        memory_mask = read[:, None, None]
        mask = own[:, None, None] if past is None else past & own[:, None, None]
    leaves, masks, hidden = [x], [mask], [past, own]
    if part is PARTS["Decoder"]:
        leaves, masks = [x, memory], [mask, memory_mask]
        hidden = [past, None, own, read]
    hidden = [None if shown is None else ~shown for shown in hidden]
    return pair.measure(
        leaves, lambda *x: pair.ours(*x, *masks), lambda *x: pair.theirs(*x, *hidden)
    )


def norm_rows() -> Iterator[Row]:
    """Compare the norms, with tokens of any size and place."""
    for d_model in (13, 512):
        for dtype in BOUNDS:
            theirs = nn.LayerNorm(d_model, eps=0.1, dtype=dtype)
            randomise(theirs)
            pair = Twins(LayerNorm(d_model, eps=0.1, dtype=dtype), theirs, norm_views())
            x = torch.randn(2, 7, d_model, dtype=dtype)
            cases = [(scale, place) for scale in (1e-3, 1.0, 1e3) for place in (0, 1e3)]
            found = worst(pair.measure([scale * x + place]) for scale, place in cases)
            size = f"batch 2, seq 7, d_model {d_model}"
            yield Row("LayerNorm, nn.LayerNorm", size, dtype, len(cases), *found)


def rows() -> Iterator[Row]:
    """Compare the norm, then blocks, then stacks of six, post- and pre-LN."""
    yield from norm_rows()
    both, last = (F.relu, F.gelu), CASES[-1:]
    yield from rows_of("{0}Block, nn.Transformer{0}Layer", twins, PRIMES, both, CASES)
    yield from rows_of("{0}Block, nn.Transformer{0}Layer", twins, BASE, both, last)
    yield from rows_of("{0} of 6, nn.Transformer{0}", stacks, BASE, (F.relu,), last)


def rows_of(
    names: str,
    make: Callable[[Part, Size, Kind, torch.dtype], Twins],
    size: Size,
    bends: Sequence[Bend],
    cases: Sequence[tuple[bool, bool]],
) -> Iterator[Row]:
    """Compare one pair of twins, for every activation and mask."""
    words = ", ".join(f"{axis} {n}" for axis, n in size._asdict().items())
    for dtype, (name, part), first in product(BOUNDS, PARTS.items(), (False, True)):
        pairs = [make(part, size, Kind(first, bend), dtype) for bend in bends]
        found = [
            measure(part, pair, size, causal=causal, padded=padded)
            for pair in pairs
            for causal, padded in cases
        ]
        order = "pre-LN" if first else "post-LN"
        twin = f"{names.format(name)}: {order}"
        yield Row(twin, words, dtype, len(found), *worst(found))
