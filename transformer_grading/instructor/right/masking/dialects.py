"""Right ways to write masks for other code."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def expanded(mask: Tensor, heads: int) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def repeated(mask: Tensor, heads: int) -> Tensor:
    hidden = ~mask.squeeze(1)
    hidden = hidden & ~hidden.all(dim=-1, keepdim=True)
    return hidden.repeat_interleave(heads, dim=0)


def reshaped(mask: Tensor, heads: int) -> Tensor:
    batch, _, query, key = mask.shape
    opened = mask | (mask.sum(dim=-1, keepdim=True) == 0)
    return ~opened.repeat(1, heads, 1, 1).reshape(batch * heads, query, key)


def in_loops(mask: Tensor, heads: int) -> Tensor:
    found = []
    for text in mask[:, 0]:
        rows = [~row if row.any() else torch.zeros_like(row) for row in text]
        found += [torch.stack(rows)] * heads
    return torch.stack(found)


def into_a_buffer(mask: Tensor, heads: int) -> Tensor:
    hidden = torch.zeros(len(mask), heads, *mask.shape[-2:], dtype=torch.bool)
    hidden[:] = ~mask
    hidden[hidden.all(dim=-1)] = False
    return hidden.view(-1, *mask.shape[-2:])


def on_a_copy(mask: Tensor, heads: int) -> Tensor:
    opened = mask.clone()
    opened[~opened.any(dim=-1)] = True
    return opened.logical_not()[:, 0].repeat_interleave(heads, 0)


def by_numbers(mask: Tensor, heads: int) -> Tensor:
    shown = mask.float()
    hidden = (1 - shown) * shown.amax(dim=-1, keepdim=True)
    return torch.cat([hidden] * heads, dim=1).flatten(0, 1) > 0


def with_the_library_s_rows(mask: Tensor, heads: int) -> Tensor:
    from transformer_lib.masking.masks import empty_rows

    hidden = torch.logical_not(torch.logical_or(mask, empty_rows(mask)))
    return torch.stack([hidden[:, 0]] * heads, dim=1).flatten(0, 1)


def first_key_opened(mask: Tensor, heads: int) -> Tensor:
    opened = mask.clone()
    opened[..., 0] |= ~mask.any(dim=-1)
    return ~opened.expand(-1, heads, -1, -1).flatten(0, 1)


def sealed_multihead(mask: Tensor, heads: int) -> Tensor:
    from transformer_lib.masking.masks import empty_rows
    from transformer_lib.masking.pytorch import to_multihead

    opened = mask | empty_rows(mask)
    return to_multihead(opened.expand(-1, heads, -1, -1))


MULTIHEAD = (
    Right("own", "expand, flatten", expanded),
    Right("own", "repeat_interleave, what is all hidden opened", repeated),
    Right("own", "repeat, reshape", reshaped),
    Right("own", "loops", in_loops),
    Right("own", "into a buffer", into_a_buffer),
    Right("own", "in place on a copy", on_a_copy),
    Right("own", "products of numbers", by_numbers),
    Right("own", "stack; the course's empty_rows", with_the_library_s_rows),
    Right(
        *("own", "empty rows opened to one key", first_key_opened),
        *(Verdict.CONVENTION, "is opened *in full*"),
    ),
    Right(
        *("own", "the course's own", sealed_multihead, Verdict.SEALED),
        "to_multihead is what this task asks you to write",
    ),
)


def filled(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return torch.zeros_like(mask, dtype=scores.dtype).masked_fill(~opened, -math.inf)


def filled_in_full(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return torch.zeros_like(scores).masked_fill(hidden, float("-inf"))


def chosen(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask.logical_or(mask.sum(dim=-1, keepdim=True) == 0)
    return torch.where(opened, 0.0, -math.inf).to(scores.dtype)


def logarithm(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.to(scores.dtype).log()


def zeroed_afterwards(mask: Tensor, scores: Tensor) -> Tensor:
    added = torch.full(mask.shape, -math.inf, dtype=scores.dtype)
    added[mask] = 0
    empty = (added == -math.inf).all(dim=-1, keepdim=True)
    return added.masked_fill(empty, 0)


def rows_in_a_loop(mask: Tensor, scores: Tensor) -> Tensor:
    added = torch.zeros(mask.shape, dtype=scores.dtype)
    key = mask.shape[-1]
    for row, seen in zip(added.view(-1, key), mask.reshape(-1, key), strict=True):
        if seen.any():
            row[~seen] = -math.inf
    return added


def added_to_a_copy(mask: Tensor, scores: Tensor) -> Tensor:
    added = scores.clone().zero_()
    hidden = (~mask & mask.any(dim=-1, keepdim=True)).expand_as(added)
    added[hidden] = -torch.inf
    return added


def from_the_lowest(mask: Tensor, scores: Tensor) -> Tensor:
    lowest = torch.finfo(scores.dtype).min
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    once = torch.zeros_like(opened, dtype=scores.dtype).masked_fill(~opened, lowest)
    return once + once


def repaired_numbers(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return (hidden.to(scores.dtype) * -math.inf).nan_to_num(0.0, neginf=-math.inf)


def sealed_additive(mask: Tensor, scores: Tensor) -> Tensor:
    from transformer_lib.masking.additive import to_additive
    from transformer_lib.masking.masks import empty_rows

    return to_additive(mask | empty_rows(mask), dtype=scores.dtype)


ADDITIVE = (
    Right("W09", "zeros, masked_fill −∞", filled),
    Right("own", "in the shape of the scores", filled_in_full),
    Right("W12", "torch.where", chosen),
    Right("own", "the logarithm of 1 and 0", logarithm),
    Right("own", "empty rows zeroed afterwards", zeroed_afterwards),
    Right("own", "row by row", rows_in_a_loop),
    Right("own", "into a copy of the scores", added_to_a_copy),
    Right("own", "the lowest number, twice", from_the_lowest),
    Right("own", "0 times −∞, repaired", repaired_numbers),
    Right(
        *("own", "the course's own", sealed_additive, Verdict.SEALED),
        "to_additive is what this task asks you to write",
    ),
)
