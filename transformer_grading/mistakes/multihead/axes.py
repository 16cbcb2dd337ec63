"""Heads whose axes stand in the wrong places, and splits with side effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def heads_behind(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], n_heads, -1)


def heads_stacked_behind(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-2)


def sizes_swapped(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], -1, n_heads).transpose(-2, -3)


def heads_as_wide_as_many(x: Tensor, n_heads: int) -> Tensor:
    parts = x.split(n_heads, dim=-1)
    return torch.stack(parts, dim=-3)


def from_the_front(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(1, 2)


def for_a_batch_alone(x: Tensor, n_heads: int) -> Tensor:
    batch, seq, width = x.shape
    return x.reshape(batch, seq, n_heads, width // n_heads).transpose(1, 2)


def permuted_for_a_batch(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], n_heads, -1).permute(0, 2, 1, 3)


def stacked_for_a_batch(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.chunk(n_heads, dim=-1), dim=1)


def for_a_sequence_alone(x: Tensor, n_heads: int) -> Tensor:
    seq, width = x.shape
    return x.reshape(seq, n_heads, width // n_heads).transpose(0, 1)


def heads_in_front(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.chunk(n_heads, dim=-1))


def heads_moved_in_front(x: Tensor, n_heads: int) -> Tensor:
    return x.reshape(*x.shape[:-1], n_heads, -1).movedim(-2, 0)


def turned(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.mT.chunk(n_heads, dim=-2), dim=-3)


def turned_heads(x: Tensor, n_heads: int) -> Tensor:
    apart = x.reshape(*x.shape[:-1], n_heads, -1)
    return apart.movedim(-3, -1)


def single(x: Tensor, n_heads: int) -> Tensor:
    x = x.float()
    return x.reshape(*x.shape[:-1], n_heads, -1).transpose(-2, -3)


def buffer_of_float32(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    heads = torch.zeros(*x.shape[:-2], n_heads, x.shape[-2], d_k, dtype=torch.float32)
    for h in range(n_heads):
        heads[..., h, :, :] = x[..., h * d_k : (h + 1) * d_k]
    return heads


def detached(x: Tensor, n_heads: int) -> Tensor:
    return x.detach().reshape(*x.shape[:-1], n_heads, -1).transpose(-2, -3)


def through_numpy(x: Tensor, n_heads: int) -> Tensor:
    parts = x.detach().numpy().reshape(*x.shape[:-1], n_heads, -1)
    return torch.from_numpy(parts.swapaxes(-2, -3).copy())


def through_a_list(x: Tensor, n_heads: int) -> Tensor:
    apart = torch.tensor(x.tolist(), dtype=x.dtype)
    return torch.stack(apart.chunk(n_heads, dim=-1), dim=-3)


def transposed_in_place(x: Tensor, n_heads: int) -> Tensor:
    parts = x.transpose_(-1, -2).chunk(n_heads, dim=-2)
    return torch.stack([part.mT for part in parts], dim=-3)


def axis_added_in_place(x: Tensor, n_heads: int) -> Tensor:
    x.unsqueeze_(-3)
    return torch.cat(x.chunk(n_heads, dim=-1), dim=-3)


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "heads left behind the tokens",
        "Every token has its heads, and no head has its tokens.",
        "The features are cut rightly. Attention matches the last two axes: tokens "
        "with features. Which two stand there now?",
        _HEADS,
        (heads_behind, heads_stacked_behind),
    ),
    Mistake(
        "the number of heads taken for their width",
        "There are as many features in a head as there should be heads.",
        "Where both numbers agree you are right. Which of the two does n_heads give: "
        "how many pieces, or how wide a piece is?",
        _HEADS,
        (sizes_swapped, heads_as_wide_as_many),
    ),
    Mistake(
        "axes counted from the front",
        "The split works for one number of leading axes only.",
        "With the right number of axes you are right. Which way of counting axes stays "
        "the same when another axis comes in front?",
        _HEADS,
        (
            *(from_the_front, for_a_batch_alone, permuted_for_a_batch),
            *(stacked_for_a_batch, for_a_sequence_alone),
        ),
    ),
    Mistake(
        "heads in front of the batch",
        "The axis of heads comes first of all.",
        "Without a leading axis you are right. Between which two axes do the heads "
        "belong once there is a batch?",
        _HEADS,
        (heads_in_front, heads_moved_in_front),
    ),
    Mistake(
        "tokens and features in each other's place",
        "Each head holds its features as rows.",
        "Every head has the right numbers. Is a token a row of it, or a column?",
        _HEADS,
        (turned, turned_heads),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of x.",
        "Which of your lines decides on float32 by itself, and whose dtype should it "
        "take over?",
        _HEADS,
        (single, buffer_of_float32),
    ),
    Mistake(
        "heads cut off from the gradient",
        "The numbers are right, but x can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _HEADS,
        (detached, through_numpy, through_a_list),
    ),
    Mistake(
        "an input that is changed",
        "The heads are right, and x has another form after the call.",
        "Which of your calls ends in an underscore, and what does that mean?",
        _HEADS,
        (transposed_in_place, axis_added_in_place),
    ),
)
