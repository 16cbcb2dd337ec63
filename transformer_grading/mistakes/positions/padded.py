"""Codes for padded batches that go wrong, and examples that do not show it."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def without_padding() -> Three:
    table = torch.tensor([[1.0], [2.0], [4.0]])
    return torch.zeros(1, 3, 1), table, torch.tensor([[True, True, True]])


def padded_on_the_right() -> Three:
    table = torch.tensor([[1.0], [2.0], [4.0]])
    return torch.zeros(1, 3, 1), table, torch.tensor([[True, True, False]])


def rows_alike() -> Three:
    return torch.zeros(1, 2, 1), torch.ones(2, 1), torch.tensor([[False, True]])


def padding_alone() -> Three:
    table = torch.tensor([[1.0], [5.0]])
    return torch.zeros(1, 2, 1), table, torch.tensor([[False, False]])


def padding_alone_beside() -> Three:
    mask = torch.tensor([[False, False], [False, True]])
    return torch.zeros(2, 2, 1), torch.tensor([[1.0], [5.0]]), mask


def shared(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return x + table[: x.shape[1]].to(x.dtype)


def shared_where_real(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    codes = table[: x.shape[1]].to(x.dtype)
    return x + codes * mask.unsqueeze(-1)


def counted_from_one(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return x + table[mask.cumsum(dim=1)].to(x.dtype)


def counted_from_one_and_cut(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = mask.long().cumsum(-1).clamp(max=len(table) - 1)
    return x + table[positions].to(x.dtype)


def counted_over_padding(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = ((~mask).cumsum(dim=1) - 1).clamp(min=0)
    return x + table[positions].to(x.dtype)


def counted_backwards(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = torch.arange(x.shape[1] - 1, -1, -1)
    return x + table[positions].to(x.dtype)


def counted_down_the_batch(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = (mask.cumsum(dim=0) - 1).clamp(min=0)
    return x + table[positions].to(x.dtype)


def longest_padding_for_all(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    most = int((~mask).sum(dim=1).max())
    positions = (torch.arange(x.shape[1]) - most).clamp(min=0)
    return x + table[positions].to(x.dtype)


def shortest_padding_for_all(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    least = int((~mask).sum(dim=1).min())
    positions = (torch.arange(x.shape[1]) - least).clamp(min=0)
    return x + table[positions].to(x.dtype)


def length_taken_off(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    lengths = mask.sum(dim=1, keepdim=True)
    positions = (torch.arange(x.shape[1]) - lengths).clamp(min=0)
    return x + table[positions].to(x.dtype)


def padding_put_on(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    padding = (~mask).sum(dim=1, keepdim=True)
    positions = (torch.arange(x.shape[1]) + padding).clamp(max=len(table) - 1)
    return x + table[positions].to(x.dtype)


def mask_for_position(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    return x + table[mask.long()].to(x.dtype)


def moved_to_the_front(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    padding = (~mask).sum(dim=1).tolist()
    rows = [tokens.roll(-n, 0) for tokens, n in zip(x, padding, strict=True)]
    return torch.stack(rows) + table[: x.shape[1]].to(x.dtype)


def run_on(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = mask.flatten().cumsum(0).view(mask.shape) - 1
    return x + table[positions.clamp(min=0) % len(table)].to(x.dtype)


_INTO = "Into the token"
_WAVES = "Waves of many lengths"

EXAMPLES = (
    Mistake(
        "an example without padding",
        "Her rows are right for sequences that fill the batch.",
        "Your tensors fit. When every token is real, which row does the first token "
        "need, and which does she give it?",
        _INTO,
        (without_padding,),
    ),
    Mistake(
        "padding behind the tokens",
        "Her rows are right where the tokens stand first.",
        "You have padding, after the tokens. Which side did the text put it on, and "
        "does the first real token stand in column 0 then?",
        _INTO,
        (padded_on_the_right,),
    ),
    Mistake(
        "a table whose rows are alike",
        "A wrong row goes unnoticed, since the rows hold nearly the same.",
        "Your padding exposes her. By how much does the row she takes differ from the "
        "right one, in your table?",
        _INTO,
        (rows_alike,),
    ),
    Mistake(
        "a sequence of padding alone",
        "Where no token is real there is nothing to be wrong about.",
        "How many real tokens has each of your sequences?",
        _INTO,
        (padding_alone, padding_alone_beside),
    ),
)

MISTAKES = (
    Mistake(
        "one row of positions for the whole batch",
        "Padding is counted as if it were text: every shorter sequence is shifted.",
        "Sequences without padding are right. Two sequences begin in different "
        "columns: can one row of positions serve both?",
        _INTO,
        (shared, shared_where_real),
        ("V08",),
        "The column of a token in the batch is its position.",
        "Padding shifts the columns; positions count real tokens.",
    ),
    Mistake(
        "real tokens counted from 1",
        "Every token gets the code of the place after it.",
        "You count the right tokens. What does your count say at the first of them, "
        "and which position is that?",
        _WAVES,
        (counted_from_one, counted_from_one_and_cut),
        beside=("no padding",),
    ),
    Mistake(
        "padding counted, tokens not",
        "Real tokens all get one position, that of the last padding.",
        "What does True mean in this mask, and which of the two do you count?",
        _INTO,
        (counted_over_padding,),
    ),
    Mistake(
        "positions counted from the end",
        "The last token has position 0.",
        "All sequences end in the same column, that is true. Which token has position "
        "0 all the same?",
        _WAVES,
        (counted_backwards,),
    ),
    Mistake(
        "real tokens counted down the batch",
        "A token's position depends on which sequences stand above it.",
        "Your count goes up by real tokens. Along which axis should it run?",
        _INTO,
        (counted_down_the_batch,),
    ),
    Mistake(
        "one shift for all sequences",
        "Only the sequences with that much padding are right.",
        "You take the padding off, and one sequence is right. How much padding has "
        "each of the others?",
        _INTO,
        (longest_padding_for_all, shortest_padding_for_all),
    ),
    Mistake(
        "a shift by the wrong amount",
        "The shift goes the wrong way, or by the tokens in the place of the padding.",
        "You shift each sequence by itself, as one should. If two columns are padding, "
        "what is the position of the token in column 2?",
        _INTO,
        (length_taken_off, padding_put_on),
    ),
    Mistake(
        "the mask in the place of a position",
        "All real tokens get the code of position 1.",
        "Your rows do differ between padding and text. How many positions can a mask "
        "of 0 and 1 name?",
        _INTO,
        (mask_for_position,),
    ),
    Mistake(
        "tokens moved to the front",
        "The codes fit the tokens, and the tokens have left their columns.",
        "Each token has its own code now. Which column did it stand in before?",
        _INTO,
        (moved_to_the_front,),
    ),
    Mistake(
        "a count that runs on through the batch",
        "The second sequence begins where the first one ended.",
        "The first sequence is right. Where should the count of the next one begin?",
        _INTO,
        (run_on,),
    ),
)
