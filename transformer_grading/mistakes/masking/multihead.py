"""Masks for nn.MultiheadAttention with a wrong meaning, shape, or order."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def as_it_is(mask: Tensor, heads: int) -> Tensor:
    return mask.expand(-1, heads, -1, -1).flatten(0, 1)


def as_it_is_opened(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.squeeze(1).repeat_interleave(heads, dim=0)


def turned_twice(mask: Tensor, heads: int) -> Tensor:
    hidden = ~(mask | ~mask.any(dim=-1, keepdim=True))
    return ~hidden.expand(-1, heads, -1, -1).flatten(0, 1)


def heads_first(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.squeeze(1).repeat(heads, 1, 1)


def heads_first_joined(mask: Tensor, heads: int) -> Tensor:
    empty = mask.sum(dim=-1, keepdim=True) == 0
    hidden = (~mask & ~empty)[:, 0]
    return torch.cat([hidden] * heads)


def heads_first_flattened(mask: Tensor, heads: int) -> Tensor:
    hidden = mask.logical_not() & mask.any(dim=-1, keepdim=True)
    return hidden.transpose(0, 1).expand(heads, -1, -1, -1).flatten(0, 1)


def two_axes_left(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.expand(-1, heads, -1, -1)


def two_axes_left_repeated(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask & mask.any(-1, keepdim=True)
    return hidden.repeat(1, heads, 1, 1)


def one_for_each_text(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.squeeze(1)


def one_for_each_text_with_its_axis(mask: Tensor, heads: int) -> Tensor:
    empty = ~mask.any(dim=-1, keepdim=True)
    return ~(mask | empty)


def one_for_all_texts(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened[0, 0]


def first_text_for_every_head(mask: Tensor, heads: int) -> Tensor:
    first = mask[0] | ~mask[0].any(dim=-1, keepdim=True)
    return ~first.expand(len(mask) * heads, -1, -1)


def two_heads(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.expand(-1, 2, -1, -1).flatten(0, 1)


def as_many_heads_as_texts(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.expand(-1, len(mask), -1, -1).flatten(0, 1)


def eight_heads(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened[:, 0].repeat_interleave(8, dim=0)


def ones_and_zeros(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return 1 - opened.expand(-1, heads, -1, -1).flatten(0, 1).float()


def whole_numbers(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return (~opened).long().expand(-1, heads, -1, -1).flatten(0, 1)


def added(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    there = torch.zeros(hidden.shape).masked_fill(hidden, -math.inf)
    return there.expand(-1, heads, -1, -1).flatten(0, 1)


def turned_as_numbers(mask: Tensor, heads: int) -> Tensor:
    opened = (mask | ~mask.any(dim=-1, keepdim=True)).int()
    return (~opened).expand(-1, heads, -1, -1).flatten(0, 1)


def transposed(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.mT.expand(-1, heads, -1, -1).flatten(0, 1)


def transposed_first(mask: Tensor, heads: int) -> Tensor:
    mask = mask.transpose(-2, -1)
    hidden = ~(mask | ~mask.any(dim=-2, keepdim=True))
    return hidden.repeat_interleave(heads, dim=1).flatten(0, 1)


def reshaped(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    batch, _, query, key = mask.shape
    hidden = ~opened.expand(batch, heads, query, key)
    return hidden.permute(2, 3, 0, 1).reshape(batch * heads, query, key)


def reshaped_from_the_end(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    batch, _, query, key = mask.shape
    copies = hidden[..., None].expand(-1, -1, -1, -1, heads)
    return copies.reshape(batch * heads, query, key)


_DIALECTS = "One meaning, many dialects"

MISTAKES = (
    Mistake(
        "the mask handed over as it is",
        "The layer hides what should be seen, and shows what should be hidden.",
        "Axes and heads are right. Which line of the chapter's table of dialects did "
        "you write for, and what does True mean there?",
        _DIALECTS,
        (as_it_is, as_it_is_opened, turned_twice),
        ("A20",),
        "A boolean mask means the same for both attentions of PyTorch.",
        "One shows where it is True, the other hides there.",
    ),
    Mistake(
        "the texts repeated for each head",
        "A head of one text gets the mask of another.",
        "The shape is right. In batch · heads, what belongs to place 1: text 0 or "
        "text 1?",
        _DIALECTS,
        (heads_first, heads_first_joined, heads_first_flattened),
        (),
        "The order of batch and heads in one axis is a matter of taste.",
        "The layer cuts the axis up again, texts first, so the order is fixed.",
    ),
    Mistake(
        "texts and heads on two axes",
        "The layer refuses a mask with four axes.",
        "Each head has its mask. How many axes does the layer want, and which two of "
        "yours does it take as one?",
        _DIALECTS,
        (two_axes_left, two_axes_left_repeated),
    ),
    Mistake(
        "masks that are not repeated for the heads",
        "With more than one head there are too few masks.",
        "For one head it may look right. How many rows has an axis of batch · heads, "
        "for 2 texts and 5 heads?",
        _DIALECTS,
        (one_for_each_text, one_for_each_text_with_its_axis),
    ),
    Mistake(
        "the mask of the first text for all",
        "All texts are masked as the first one is.",
        "For one text it is right. Which of your lines looks at text 1?",
        _DIALECTS,
        (one_for_all_texts, first_text_for_every_head),
    ),
    Mistake(
        "a number of heads that is fixed in the code",
        "The mask fits layers of one kind only.",
        "Which of your lines would change the shape if `heads` changed?",
        _DIALECTS,
        (two_heads, as_many_heads_as_texts, eight_heads),
    ),
    Mistake(
        "numbers where True and False are asked for",
        "Code that asks for a boolean mask refuses it, and ~ makes -2 of a 1.",
        "The right places are marked. Of which dtype is your result?",
        _DIALECTS,
        (ones_and_zeros, whole_numbers, added, turned_as_numbers),
        ("C08",),
    ),
    Mistake(
        "queries and keys that changed places",
        "Each key gets the row of a query.",
        "Meaning and heads are right. Which axis comes last there: who looks, or who "
        "is seen?",
        _DIALECTS,
        (transposed, transposed_first),
    ),
    Mistake(
        "axes that are poured into a shape",
        "The shape is right, and entries stand in places of others.",
        "A reshape keeps the order in memory. Are batch and heads the first two axes, "
        "side by side, before yours?",
        _DIALECTS,
        (reshaped, reshaped_from_the_end),
    ),
)
