"""Heads that are joined rightly, with side effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def single(x: Tensor) -> Tensor:
    return x.float().transpose(-3, -2).flatten(-2)


def buffer_of_float32(x: Tensor) -> Tensor:
    heads, seq, d_v = x.shape[-3:]
    joined = torch.zeros(*x.shape[:-3], seq, heads * d_v, dtype=torch.float32)
    for h in range(heads):
        joined[..., h * d_v : (h + 1) * d_v] = x[..., h, :, :]
    return joined


def detached(x: Tensor) -> Tensor:
    return x.detach().transpose(-3, -2).flatten(-2)


def through_numpy(x: Tensor) -> Tensor:
    moved = x.detach().numpy().swapaxes(-3, -2)
    return torch.from_numpy(moved.reshape(*moved.shape[:-2], -1).copy())


def through_a_list(x: Tensor) -> Tensor:
    return torch.tensor(x.transpose(-3, -2).tolist(), dtype=x.dtype).flatten(-2)


def transposed_in_place(x: Tensor) -> Tensor:
    return x.transpose_(-3, -2).flatten(-2)


def swapped_in_place(x: Tensor) -> Tensor:
    x.swapaxes_(-2, -3)
    return x.reshape(*x.shape[:-2], -1)


_HEADS = "Several heads side by side"

MISTAKES = (
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
        "The rows are right, and x has another form after the call.",
        "Which of your calls ends in an underscore, and what does that mean?",
        _HEADS,
        (transposed_in_place, swapped_in_place),
    ),
)
