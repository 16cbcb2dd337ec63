"""Queries and keys turned rightly, as far as a table or a memory layout goes."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def last_row_for_all_beyond(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    table = torch.arange(512)[:, None] / base**exponents
    angles = table[positions.clamp(max=511)][:, None]
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def round_and_round(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    table = torch.arange(2048)[:, None] / base**exponents
    angles = table[positions % 2048][:, None]
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def no_row_beyond(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    table = torch.arange(4096)[:, None] / base**exponents
    angles = table[positions][:, None]
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def sorted_first(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions.sort(dim=1).values[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def heads_merged_by_view(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    batch, heads, seq, d_k = x.shape
    exponents = torch.arange(0, d_k, 2).double() / d_k
    angles = positions.repeat_interleave(heads, dim=0)[..., None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.view(batch * heads, seq, -1, 2).unbind(-1)
    turned = torch.stack([a * c - b * s, a * s + b * c], dim=-1)
    return turned.view(batch, heads, seq, d_k)


def second_half_detached(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[:, None, :, None] / base**exponents
    c, s = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    turned = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2).detach()
    return x * c.repeat_interleave(2, -1) + turned * s.repeat_interleave(2, -1)


_TURN = "Turning instead of adding"

MISTAKES = (
    Mistake(
        "a table of a fixed length",
        "Places past its last row have no angle, or the angle of another place.",
        "As far as your table goes you are right. Which place is its last, and what "
        "does the text say about the places?",
        _TURN,
        (last_row_for_all_beyond, round_and_round, no_row_beyond),
    ),
    Mistake(
        "places put in order first",
        "Each token is turned by the place of another one, unless they rise.",
        "Places that rise are right. When places are sorted, do the tokens go along?",
        _TURN,
        (sorted_first,),
    ),
    Mistake(
        "axes merged by view",
        "It works on a tensor in one piece, and stops on heads from a transpose.",
        "On a fresh tensor you are right. What does view ask of the memory of a "
        "tensor, and reshape does not?",
        _TURN,
        (heads_merged_by_view,),
    ),
    Mistake(
        "a gradient through one of two products",
        "The numbers are right, and each query learns from half of its result.",
        "A gradient arrives, and it is not whole. Each feature stands in two products: "
        "in which of them is it cut off?",
        _TURN,
        (second_half_detached,),
        ("E17",),
    ),
)
