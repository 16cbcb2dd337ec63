"""Shares of neighbours with side effects, or without half their digits."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def weights_blanked(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    weights.masked_fill_(~pairs[:, None], 0.0)
    shares = weights.sum(dim=(1, 3, 4)) / pairs.sum()
    return shares, shares.flatten().quantile(0.5)


def rows_blanked(weights: Tensor, words: Tensor, by: int) -> Two:
    weights[~words[:, None, :, None].expand_as(weights)] = 0.0
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def words_shortened(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    words &= pairs.any(dim=-1)
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def single(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.float().transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def there_and_back(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.float().transpose(1, 2)[:, :, pairs].mean(dim=-1)
    shares = shares.to(weights.dtype)
    return shares, shares.flatten().quantile(0.5)


def rounded(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares.mul(100).round() / 100, shares.flatten().quantile(0.5)


def always_double(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.double().transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def ordinary_in_double(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.double().flatten().quantile(0.5)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "weights or marks changed by the call",
        "The shares are right, and what was handed in is no longer what it was.",
        "Which of your lines writes into a tensor that was handed in?",
        _LABELS,
        (weights_blanked, rows_blanked, words_shortened),
    ),
    Mistake(
        "a share in float32 on the way",
        "From float64 half the digits are lost.",
        "Which of your lines names a dtype?",
        _LABELS,
        (single, there_and_back),
    ),
    Mistake(
        "a rounded share",
        "Digits are missing.",
        "Who rounds: the function, or who prints its result?",
        _LABELS,
        (rounded,),
    ),
    Mistake(
        "a result in another dtype than the weights",
        "float32 comes in and float64 goes out.",
        "Which dtype do the weights have, and which the result?",
        _LABELS,
        (always_double, ordinary_in_double),
    ),
)
