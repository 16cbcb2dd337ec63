"""Features that go to the wrong heads."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def reshaped_straight(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-2], n_heads, x.shape[-2], -1)


def viewed_straight(x: Tensor, n_heads: int) -> Tensor:
    seq, width = x.shape[-2:]
    return x.contiguous().view(*x.shape[:-2], n_heads, seq, width // n_heads)


def unrolled(x: Tensor, n_heads: int) -> Tensor:
    line = x.flatten(-2)
    return line.reshape(*line.shape[:-1], n_heads, x.shape[-2], -1)


def dealt_in_turn(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], -1, n_heads).movedim(-1, -3)


def every_so_many(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack([x[..., h::n_heads] for h in range(n_heads)], dim=-3)


def dealt_by_permuting(x: Tensor, n_heads: int) -> Tensor:
    apart = x.view(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return apart.transpose(-1, -2).transpose(-2, -3)


def tokens_shared_out(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.chunk(n_heads, dim=-2), dim=-3)


def tokens_cut(x: Tensor, n_heads: int) -> Tensor:
    seq, width = x.shape[-2:]
    return x.reshape(*x.shape[:-2], n_heads, seq // n_heads, width)


def overlapping(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    return torch.stack([x[..., h : h + d_k] for h in range(n_heads)], dim=-3)


def unfolded(x: Tensor, n_heads: int) -> Tensor:
    windows = x.unfold(-1, x.shape[-1] // n_heads, 1)
    return windows[..., :n_heads, :].transpose(-2, -3)


def first_slice_for_all(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    return torch.stack([x[..., :d_k] for _ in range(n_heads)], dim=-3)


def first_slice_expanded(x: Tensor, n_heads: int) -> Tensor:
    one = x[..., : x.shape[-1] // n_heads].unsqueeze(-3)
    return one.expand(*one.shape[:-3], n_heads, *one.shape[-2:])


def everything_for_all(x: Tensor, n_heads: int) -> Tensor:
    return x.unsqueeze(-3).repeat_interleave(n_heads, dim=-3)


def whole_copies(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack([x] * n_heads, dim=-3)


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a view straight to the heads",
        "Head 0 gets the first tokens, cut into pieces, and not a part of each token.",
        "The shape is right. Fill each token with its own number: which tokens does "
        "head 0 see?",
        _HEADS,
        (reshaped_straight, viewed_straight, unrolled),
        ("M01",),
        "A view to the shape that is wanted puts every number where it belongs.",
        "A view keeps the order in memory; only a transpose moves the axis of heads.",
    ),
    Mistake(
        "features dealt out in turn",
        "Head 0 gets every so-many-th feature, not its neighbours.",
        "Each head sees all tokens, as it should. Which columns belong to head 0: the "
        "first ones, or one here and one there?",
        _HEADS,
        (dealt_in_turn, every_so_many, dealt_by_permuting),
    ),
    Mistake(
        "tokens shared out instead of features",
        "Each head sees whole tokens, but only some of them.",
        "What is shared out among the heads: the tokens of a sequence, or the features "
        "of each token?",
        _HEADS,
        (tokens_shared_out, tokens_cut),
        (),
        "Every head reads its own part of the sentence.",
        "Every head reads the whole sentence, in features of its own.",
    ),
    Mistake(
        "slices that overlap",
        "Each head starts one feature after the one before.",
        "Head 0 is right. If a head has d_k features, at which column does head 1 "
        "begin, and where does yours?",
        _HEADS,
        (overlapping, unfolded),
    ),
    Mistake(
        "the first slice for every head",
        "All heads get the same features, and the others go to nobody.",
        "Head 0 is right. Which columns of x does your code never read?",
        _HEADS,
        (first_slice_for_all, first_slice_expanded),
    ),
    Mistake(
        "all features for every head",
        "Each head gets a copy of everything.",
        "Your heads see all tokens. How wide is one head, if all of them together are "
        "as wide as x?",
        _HEADS,
        (everything_for_all, whole_copies),
    ),
)
