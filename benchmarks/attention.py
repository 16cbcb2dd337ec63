"""Attention without weights, beside the kernel that it calls."""

from collections.abc import Iterator
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor

from benchmarks.core import RATIOS, Pair, Question, Row, Run, check_equal, ratios
from transformer_lib.attention import fused_attention

HEADS, D_K, BATCH = 8, 64, 8


def step(attention: object, leaves: list[Tensor], mask: Tensor | None) -> Run:
    """Make a forward and a backward pass."""
    push = torch.ones_like(leaves[0])

    def run() -> None:
        torch.autograd.grad(attention(*leaves, mask), leaves, push)

    return run


def kernel(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """Call PyTorch's own."""
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def runs(seq: int, causal: bool) -> tuple[Run, Run]:
    """Make ours and the kernel, on the same tensors."""
    generator = torch.Generator().manual_seed(0)
    shape = (BATCH, HEADS, seq, D_K)
    leaves = [torch.randn(shape, generator=generator).requires_grad_() for _ in "qkv"]
    mask = torch.ones(seq, seq, dtype=torch.bool).tril() if causal else None
    check_equal(fused_attention(*leaves, mask), kernel(*leaves, mask))
    return step(fused_attention, leaves, mask), step(kernel, leaves, mask)


def rows(rounds: int) -> Iterator[Row]:
    """Time sequences of four lengths, without a mask and with one."""
    pairs = [
        Pair(
            "`fused_attention`",
            "`F.scaled_dot_product_attention`",
            f"batch {BATCH}, heads {HEADS}, d_k {D_K}, n {seq}, "
            + ("boolean causal mask" if causal else "no mask"),
            partial(runs, seq, causal),
            bar=1.05,
        )
        for causal in (False, True)
        for seq in (256, 512, 1024, 2048)
    ]
    return ratios(pairs, rounds)


QUESTION = Question(
    "Does attention without weights cost more than PyTorch's kernel?",
    "Forward and backward. Ours checks its inputs first, and with a mask it gives "
    "zeros to a query that may look at nothing.",
    RATIOS,
    rows,
)
