"""Codes of the wrong rows, or for the wrong tokens."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def along_the_batch(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start : start + x.shape[0], None].to(x.dtype)


def along_the_batch_by_numbers(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    positions = torch.arange(x.size(0)) + start
    return x + table[positions].unsqueeze(1).to(x.dtype)


def along_the_batch_in_loops(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    rows = [tokens + table[start + n] for n, tokens in enumerate(x)]
    return torch.stack(rows).to(x.dtype)


def codes_alone(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return table[start : start + x.shape[1]]


def codes_alone_in_a_batch(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return table[None, start : start + x.shape[1]]


def codes_alone_for_all(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return table[start : start + x.shape[1]].to(x.dtype).expand_as(x).clone()


def first_sequence_alone(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x[:1] + table[start : start + x.shape[1]].to(x.dtype)


def first_sequence_without_a_batch(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x[0] + table[start : start + x.shape[1]].to(x.dtype)


def start_ignored(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[: x.shape[1]].to(x.dtype)


def up_to_seq(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start : x.shape[1]].to(x.dtype)


def last_rows(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[len(table) - x.shape[1] :].to(x.dtype)


def from_one(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start + 1 : start + 1 + x.shape[1]].to(x.dtype)


def from_one_by_numbers(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[torch.arange(1, x.shape[1] + 1) + start].to(x.dtype)


def one_code_for_all(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start].to(x.dtype)


def run_on(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    positions = torch.arange(x.shape[0] * x.shape[1]).view(x.shape[:2]) + start
    return x + table[positions].to(x.dtype)


def run_on_and_round(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    positions = start + torch.arange(x.shape[0] * x.shape[1]).reshape(x.shape[:2])
    return x + table[positions % len(table)].to(x.dtype)


def none_for_zeros(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    codes = table[start : start + x.shape[1]].to(x.dtype)
    return torch.where(x == 0, x, x + codes)


def none_for_zero_tokens(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    seen = (x != 0).any(dim=-1, keepdim=True)
    return x + table[start : start + x.shape[1]].to(x.dtype) * seen


def left_swapped(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    x = x.transpose(0, 1)
    return x + table[start : start + len(x), None].to(x.dtype)


def first_sequence_coded(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    out = x.clone()
    out[0] += table[start : start + x.shape[1]]
    return out


_INTO = "Into the token"
_WAVES = "Waves of many lengths"

MISTAKES = (
    Mistake(
        "positions taken along the batch",
        "Every token of a sequence gets one and the same code.",
        "Shapes fit, and nothing complains. Along which axis do the tokens of a "
        "sequence stand, and which one do you count?",
        _INTO,
        (along_the_batch, along_the_batch_by_numbers, along_the_batch_in_loops),
        ("E11",),
        "Positions run along the first axis of x.",
        "The first axis holds sequences; positions run along the second.",
    ),
    Mistake(
        "the codes in the place of the sum",
        "The tokens are lost.",
        "The codes are the right ones. What becomes of x?",
        _INTO,
        (codes_alone, codes_alone_in_a_batch, codes_alone_for_all),
        ("E19",),
        beside=("dtype",),
    ),
    Mistake(
        "a result for the first sequence alone",
        "All other sequences of the batch are lost.",
        "The first sequence is right. How many sequences went in, and how many come "
        "out?",
        _INTO,
        (first_sequence_alone, first_sequence_without_a_batch),
        ("E19",),
    ),
    Mistake(
        "a start that is not used",
        "Every sequence begins at position 0.",
        "From position 0 on you are right. Which row of the table belongs to the first "
        "token when start is 2?",
        _WAVES,
        (start_ignored,),
    ),
    Mistake(
        "rows that end at position seq",
        "The later the start, the fewer rows are left to add.",
        "From position 0 on you are right. With start 2 and three tokens, which is the "
        "last row you need?",
        _WAVES,
        (up_to_seq,),
    ),
    Mistake(
        "the last rows of the table",
        "The tokens get the positions at the end of the table.",
        "A table with as many rows as tokens works. Which of its rows do you take when "
        "it has more?",
        _WAVES,
        (last_rows,),
    ),
    Mistake(
        "rows counted from 1",
        "Every token gets the code of the place after it.",
        "You take as many rows as there are tokens. Which row is that of position 0?",
        _WAVES,
        (from_one, from_one_by_numbers),
    ),
    Mistake(
        "one code for all tokens",
        "All tokens get the code of the first position.",
        "The first token is right. How many rows of the table do the others need?",
        _WAVES,
        (one_code_for_all,),
    ),
    Mistake(
        "positions that run on through the batch",
        "The second sequence begins where the first one ended.",
        "The first sequence is right. At which position does the second one begin?",
        _INTO,
        (run_on, run_on_and_round),
    ),
    Mistake(
        "no code where a token is zero",
        "Zeros are taken for padding and stay zero.",
        "Tokens without zeros are right. May a real token have a feature that is 0?",
        _INTO,
        (none_for_zeros, none_for_zero_tokens),
        (),
        "Zeros in x are padding.",
        "A feature may be 0 by chance; only a mask tells what is padding.",
    ),
    Mistake(
        "axes left swapped",
        "The sequence stands before the batch.",
        "All your sums are right. In which order did the axes of x come in, and in "
        "which do they go out?",
        _INTO,
        (left_swapped,),
    ),
    Mistake(
        "codes for the first sequence alone",
        "All other sequences stay as they were.",
        "The first sequence is right. What do the others get?",
        _INTO,
        (first_sequence_coded,),
    ),
)
