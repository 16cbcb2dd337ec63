"""Codes that come into the tokens otherwise than by a sum."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def scaled(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x * math.sqrt(x.shape[-1]) + table[start : start + x.shape[1]].to(x.dtype)


def appended(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    codes = table[start : start + x.shape[1]].to(x.dtype)
    return torch.cat([x, codes.expand_as(x)], dim=-1)


def multiplied(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x * table[start : start + x.shape[1]].to(x.dtype)


def averaged(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return (x + table[start : start + x.shape[1]].to(x.dtype)) / 2


_INTO = "Into the token"

MISTAKES = (
    Mistake(
        "tokens scaled before the sum",
        "The tokens are multiplied by √d_model first.",
        "The codes are right. By what do you multiply the tokens, and who asks for it "
        "in this task?",
        _INTO,
        (scaled,),
    ),
    Mistake(
        "codes written behind the tokens",
        "The result is twice as wide as the tokens.",
        "Tokens and codes are all there. How wide is a token after its position has "
        "come in?",
        _INTO,
        (appended,),
        (),
        "The codes are appended to the tokens as further features.",
        "They are added: a token stays as wide as it was.",
    ),
    Mistake(
        "codes multiplied with the tokens",
        "Where a code is 0, the token is lost.",
        "The codes are the right ones. By which operation do they come into the token?",
        _INTO,
        (multiplied,),
    ),
    Mistake(
        "the mean of token and code",
        "Everything is half as large as it should be.",
        "Sum or mean?",
        _INTO,
        (averaged,),
    ),
)
