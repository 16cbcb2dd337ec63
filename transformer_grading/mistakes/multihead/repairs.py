"""Repairs that hide the right tokens in the wrong way, or have side effects."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention


def padding_set_to_zero(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    kept = x * real.unsqueeze(-1)
    heads = kept.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads)
    return found.transpose(1, 2).flatten(2)


def scores_set_to_zero(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = heads @ heads.mT / math.sqrt(heads.shape[-1])
    found: Tensor = (scores * real[:, None, None]).softmax(dim=-1) @ heads
    return found.transpose(1, 2).flatten(2)


def after_the_softmax(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    _, weights = scaled_dot_product_attention(heads, heads, heads)
    found: Tensor = weights * real[:, None, None] @ heads
    return found.transpose(1, 2).flatten(2)


def joined_in_memory_order(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None, :]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.reshape(x.shape)


def always_two_heads(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (2, -1)).transpose(1, 2)
    mask = real[:, None, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def one_wide_head(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    return scaled_dot_product_attention(x, x, x, real[:, None])[0]


def unscaled(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = (heads @ heads.mT).masked_fill(~real[:, None, None], -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ heads
    return found.transpose(1, 2).flatten(2)


def single(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.float().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def buffer_of_float32(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    output = torch.zeros(x.shape, dtype=torch.float32)
    d_k = x.shape[-1] // n_heads
    for h in range(n_heads):
        own = x[..., h * d_k : (h + 1) * d_k]
        found, _ = scaled_dot_product_attention(own, own, own, real[:, None])
        output[..., h * d_k : (h + 1) * d_k] = found
    return output


def without_gradient(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.detach().unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def one_by_one_in_lists(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    output = torch.zeros_like(x)
    for b, sequence in enumerate(x.tolist()):
        shown = torch.tensor(sequence, dtype=x.dtype).unflatten(-1, (n_heads, -1))
        heads = shown.transpose(0, 1)
        found, _ = scaled_dot_product_attention(heads, heads, heads, real[b, None])
        output[b] = found.transpose(0, 1).flatten(1)
    return output


def padding_cleared_in_place(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    x[~real] = 0.0
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def axes_added_in_place(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real.unsqueeze_(1).unsqueeze_(1)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def scaled_by_the_whole_width(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = heads @ heads.mT / x.shape[-1] ** 0.5
    scores = scores.masked_fill(~real[:, None, None], -math.inf)
    found: Tensor = scores.softmax(dim=-1) @ heads
    return found.transpose(1, 2).flatten(2)


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "padding with a score of zero",
        "Padding keeps the weight of a score of zero.",
        "Padding gets a score of zero, by your hand or as a vector of zeros. What is "
        "the exponential of zero, and how much weight is that?",
        _HEADS,
        (padding_set_to_zero, scores_set_to_zero),
        ("A13",),
        "Padding of zeros takes no weight.",
        "Its score is zero, and the exponential of zero is 1.",
    ),
    Mistake(
        "a mask after the softmax",
        "The weight of padding is taken away, and nobody gets it.",
        "Padding has weight 0, as it should. What do the weights of a row add up to "
        "after your mask?",
        _HEADS,
        (after_the_softmax,),
    ),
    Mistake(
        "heads joined in memory order",
        "A row of the output holds several tokens of one head.",
        "Your mask is right. After attention, do the findings about one token lie side "
        "by side?",
        _HEADS,
        (joined_in_memory_order,),
        ("M02",),
    ),
    Mistake(
        "always two heads",
        "Any other number of heads is taken for two, or raises an error.",
        "With two heads you are right. Which of the arguments is never used?",
        _HEADS,
        (always_two_heads,),
    ),
    Mistake(
        "one wide head",
        "All features make one row of weights.",
        "Your mask is right. How many rows of weights does a token have with two "
        "heads, and which of your lines makes them?",
        _HEADS,
        (one_wide_head,),
    ),
    Mistake(
        "scores divided by the root of the whole width",
        "The weights of each head are too flat.",
        "With one head you are right. How many products does one score of one head "
        "add up?",
        _HEADS,
        (scaled_by_the_whole_width,),
    ),
    Mistake(
        "scores that are not scaled",
        "Weights are sharper than they should be.",
        "Your mask is right. What does attention divide its scores by, and where does "
        "your code do so?",
        _HEADS,
        (unscaled,),
        ("A01",),
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
        "tokens cut off from the gradient",
        "The numbers are right, but x can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _HEADS,
        (without_gradient, one_by_one_in_lists),
    ),
    Mistake(
        "inputs that are changed",
        "The output is right, and the caller's tensors are other ones.",
        "Which of your lines writes into a tensor that was handed in?",
        _HEADS,
        (padding_cleared_in_place, axes_added_in_place),
    ),
)
