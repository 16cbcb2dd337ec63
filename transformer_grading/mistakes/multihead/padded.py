"""Repairs whose mask still meets the wrong axis, or hides the wrong tokens."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention


def unrepaired(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, :]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def in_front_of_the_batch(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[None, :, None, :]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def a_row_for_each_query(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, :].expand(-1, x.shape[1], -1)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def as_queries_and_keys(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads, real)
    return found.transpose(1, 2).flatten(2)


def two_axes_in_front(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[None, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def queries_hidden(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, :, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def findings_zeroed(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads)
    return found.transpose(1, 2).flatten(2) * real[..., None]


def ignored(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = torch.stack(x.chunk(n_heads, dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(heads, heads, heads)
    return torch.cat(found.unbind(dim=1), dim=-1)


def turned_round(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = ~real[:, None, None, :]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def turned_round_nan(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = heads @ heads.mT / math.sqrt(heads.shape[-1])
    weights = scores.masked_fill(real[:, None, None], -math.inf).softmax(dim=-1)
    found: Tensor = weights @ heads
    return found.transpose(1, 2).flatten(2)


def turned_round_mean(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = heads @ heads.mT / math.sqrt(heads.shape[-1])
    weights = scores.masked_fill(real[:, None, None], -1e9).softmax(dim=-1)
    found: Tensor = weights @ heads
    return found.transpose(1, 2).flatten(2)


def first_head_only(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None].repeat(1, n_heads, 1, 1)
    mask[:, 1:] = True
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def repeated_as_a_whole(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2).flatten(0, 1)
    mask = real.repeat(n_heads, 1)[:, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    apart = found.view(len(x), n_heads, *found.shape[1:])
    return apart.transpose(1, 2).flatten(2)


def shared_by_all(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real.all(dim=0, keepdim=True)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def longest_for_all(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real.any(dim=0, keepdim=True)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def first_for_all(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads, real[:1])
    return found.transpose(1, 2).flatten(2)


def first_tokens_counted(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    seen = torch.arange(x.shape[1]) < real.sum(dim=1, keepdim=True)
    found, _ = scaled_dot_product_attention(heads, heads, heads, seen[:, None, None])
    return found.transpose(1, 2).flatten(2)


def cut_by_length(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    output = torch.zeros_like(x)
    for row, length in enumerate(real.sum(dim=1).tolist()):
        heads = x[row, :length].unflatten(-1, (n_heads, -1)).transpose(0, 1)
        found, _ = scaled_dot_product_attention(heads, heads, heads)
        output[row, :length] = found.transpose(0, 1).flatten(1)
    return output


def stairs_as_well(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    earlier = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()
    mask = real[:, None, None] & earlier
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "the mask of a sequence taken for that of a head",
        "With as many heads as sequences, head 0 gets the padding of sequence 0.",
        "One sequence is treated rightly. Write the shape of your mask below (batch, "
        "heads, query, key), last axis below last axis: what does its batch meet?",
        _HEADS,
        (unrepaired, in_front_of_the_batch, a_row_for_each_query),
        ("M06",),
    ),
    Mistake(
        "sequences taken for queries",
        "With as many tokens as sequences, query 0 gets the padding of sequence 0.",
        "One sequence is treated rightly. The last axis of real names the keys; which "
        "axis of the scores does its first one meet?",
        _HEADS,
        (as_queries_and_keys, two_axes_in_front),
        ("M07",),
    ),
    Mistake(
        "padding that is still looked at",
        "Real tokens take something home from padding.",
        "Editing padding still moves outputs of real tokens. Which tokens does your "
        "code keep from being looked at, and which only from looking?",
        _HEADS,
        (queries_hidden, findings_zeroed, ignored),
        ("A11",),
        "Padding is harmless once it may not look.",
        "What matters is that nobody looks at it: it is hidden as a key.",
    ),
    Mistake(
        "a mask turned round",
        "Real tokens look at padding alone.",
        "You hide one part of the tokens and keep the other. What does True mean in "
        "real, and what in a mask of this course?",
        _HEADS,
        (turned_round, turned_round_nan, turned_round_mean),
        ("A20",),
    ),
    Mistake(
        "a mask for the first head only",
        "Every further head sees the padding.",
        "The first head is masked rightly. For how many heads does the mask hold?",
        _HEADS,
        (first_head_only,),
    ),
    Mistake(
        "masks repeated in another order than the heads",
        "With heads folded into the batch, most heads get another sequence's mask.",
        "One sequence is treated rightly. In your folded batch, do the heads of one "
        "sequence follow each other, and do the copies of its mask?",
        _HEADS,
        (repeated_as_a_whole,),
        (),
        "To repeat a mask as often as there are heads is enough.",
        "The copies must stand in the order of the heads: each beside its own.",
    ),
    Mistake(
        "one mask for all sequences",
        "The padding of one sequence is hidden, or shown, in all of them.",
        "One sequence is treated rightly. In a batch, whose padding does your mask "
        "hide in the second sequence?",
        _HEADS,
        (shared_by_all, longest_for_all, first_for_all),
    ),
    Mistake(
        "padding taken to stand at the end",
        "As many tokens are seen as are real, counted from the first.",
        "Padding at the end is treated rightly. Where else may it stand, and does the "
        "number of real tokens say so?",
        _HEADS,
        (first_tokens_counted, cut_by_length),
    ),
    Mistake(
        "later tokens hidden as well",
        "A token looks at itself and at earlier ones only.",
        "Padding is hidden rightly. Which real tokens should the first token look at, "
        "and at which does it look in your code?",
        _HEADS,
        (stairs_as_well,),
    ),
)
