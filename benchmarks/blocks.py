"""The two blocks beside nn.TransformerEncoderLayer and nn.TransformerDecoderLayer."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import torch
import torch.nn.functional as F
from parity.blocks import PARTS, Kind, Size, twins
from torch import Tensor, nn

from benchmarks.core import (
    RATIOS,
    Pair,
    Question,
    Row,
    Run,
    check_equal,
    forward_and_backward,
    ratios,
)


def set_dropout(module: nn.Module, share: float) -> None:
    """Give every dropout of a module this share, also that of PyTorch's attention."""
    for part in module.modules():
        if isinstance(part, nn.Dropout):
            part.p = share
        if isinstance(part, nn.MultiheadAttention):
            part.dropout = share


def calls(
    name: str, ours: nn.Module, theirs: nn.Module, seq: int
) -> tuple[Callable[..., Tensor], Callable[..., Tensor]]:
    """Say how to call both: the one that writes under a causal mask."""
    if name == "Encoder":
        return ours, theirs
    seen = torch.ones(seq, seq, dtype=torch.bool).tril()
    return (
        lambda x, memory: ours(x, memory, seen),
        lambda x, memory: theirs(x, memory, ~seen, tgt_is_causal=True),
    )


def runs(name: str, seq: int, norm_first: bool, dropout: float) -> tuple[Run, Run]:
    """Make both blocks with the same weights."""
    size = Size(8, 8, seq, seq, 512, 2048)
    pair = twins(PARTS[name], size, Kind(norm_first, F.relu), torch.float32)
    generator = torch.Generator().manual_seed(0)
    count = 1 if name == "Encoder" else 2
    shape = (size.batch, seq, size.d_model)
    leaves = [torch.randn(shape, generator=generator) for _ in range(count)]
    ours, theirs = calls(name, pair.ours, pair.theirs, seq)
    check_equal(ours(*leaves), theirs(*leaves))
    set_dropout(pair.ours, dropout)
    set_dropout(pair.theirs, dropout)
    return (
        forward_and_backward(pair.ours, ours, leaves),
        forward_and_backward(pair.theirs, theirs, leaves),
    )


def rows(rounds: int) -> Iterator[Row]:
    """Time both blocks at two lengths, post- and pre-LN, and with dropout."""
    pairs = [
        Pair(
            f"`{name}Block`",
            f"`nn.Transformer{name}Layer`",
            f"batch 8, heads 8, d_model 512, d_ff 2048, n {seq}, "
            f"{'pre' if first else 'post'}-LN, dropout {dropout:g}",
            partial(runs, name, seq, first, dropout),
            bar=None if dropout else 1.0,
        )
        for name, seq in product(PARTS, (256, 1024))
        for first, dropout in ((False, 0.0), (True, 0.0), (False, 0.1))
    ]
    return ratios(pairs, rounds)


QUESTION = Question(
    "Are the blocks as fast as PyTorch's?",
    "Forward and backward in training mode, the same weights on both sides. The bar "
    "holds without dropout, where both do the same. With dropout PyTorch's layers also "
    "drop attention weights and features inside the feed-forward network, which the "
    "paper does not: those lines are for comparison. The block that writes works under "
    "a causal mask, of which PyTorch is told that it is one.",
    RATIOS,
    rows,
)
