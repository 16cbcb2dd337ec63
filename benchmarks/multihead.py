"""MultiHeadAttention beside nn.MultiheadAttention, weights not asked for."""

from collections.abc import Iterator
from functools import partial

import torch
from parity.multihead import Size, tokens, twins
from torch import Tensor

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


def runs(size: Size, causal: bool) -> tuple[Run, Run]:
    """Make both with the same weights, looking at themselves."""
    pair = twins(size, torch.float32)
    seen = torch.ones(size.query, size.query, dtype=torch.bool).tril()
    masks = {"attn_mask": ~seen, "is_causal": True} if causal else {}
    mask = seen if causal else None

    def ours(x: Tensor) -> Tensor:
        return pair.ours(x, mask=mask)

    def theirs(x: Tensor) -> Tensor:
        return pair.theirs(x, x, x, need_weights=False, **masks)[0]

    leaves = tokens(size, torch.float32)[:1]
    check_equal(ours(*leaves), theirs(*leaves))
    return (
        forward_and_backward(pair.ours, ours, leaves),
        forward_and_backward(pair.theirs, theirs, leaves),
    )


def rows(rounds: int) -> Iterator[Row]:
    """Time two lengths, with and without a causal mask."""
    pairs = [
        Pair(
            "`MultiHeadAttention`",
            "`nn.MultiheadAttention`" + (", `is_causal`" if causal else ""),
            f"batch 8, heads 8, d_model 512, n {seq}, "
            + ("causal mask" if causal else "no mask"),
            partial(runs, Size(8, 8, seq, seq, 512), causal),
        )
        for causal in (False, True)
        for seq in (256, 1024)
    ]
    return ratios(pairs, rounds)


QUESTION = Question(
    "Is multi-head attention as fast as PyTorch's?",
    "Self-attention, forward and backward in training mode, the same weights on both "
    "sides, no weights asked for. Under a causal mask PyTorch is told that it is one.",
    RATIOS,
    rows,
)
