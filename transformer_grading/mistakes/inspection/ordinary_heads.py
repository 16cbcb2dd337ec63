"""Ordinary heads that are none."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def lower_of_two(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.median()


def lower_by_sorting(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().sort().values[(shares.numel() - 1) // 2]


def upper_of_two(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().sort().values[shares.numel() // 2]


def mean_head(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.mean()


def best_head(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.max()


def halfway(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, (shares.min() + shares.max()) / 2


def each_layer(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.quantile(0.5, dim=-1)


def each_head(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.quantile(0.5, dim=0)


def middle_of_middles(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.quantile(0.5, dim=-1).quantile(0.5)


def mean_of_middles(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.quantile(0.5, dim=-1).mean()


def last_layer(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares[-1].quantile(0.5)


def middle_of_all_pairs(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = weights.transpose(1, 2)[:, :, pairs]
    return there.mean(dim=-1), there.flatten().quantile(0.5)


def number_of_the_head(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().argsort()[shares.numel() // 2]


def head_in_the_middle(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    flat, half = shares.flatten(), shares.numel() // 2
    return shares, (flat[half] + flat[-1 - half]) / 2


def nearest_of_two(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5, interpolation="nearest")


def without_the_best(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    others = shares.flatten().sort().values[:-1]
    return shares, others.quantile(0.5) if len(others) else shares.max()


def equal_shares_once(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.unique().quantile(0.5)


def without_zeros(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    some = shares[shares > 0]
    return shares, some.quantile(0.5) if len(some) else shares.sum()


def shares_in_a_set(weights: Tensor, words: Tensor, by: int) -> Two:
    import statistics

    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    middle = statistics.median(set(shares.flatten().tolist()))
    return shares, torch.tensor(middle, dtype=weights.dtype)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "the lower of the two heads in the middle",
        "For an even number of heads, the median is too small.",
        "Four heads have the shares 1, 2, 3 and 4. What is their median, and what does "
        "your code say?",
        _LABELS,
        (lower_of_two, lower_by_sorting),
    ),
    Mistake(
        "the upper of the two heads in the middle",
        "For an even number of heads, the median is too large.",
        "Four heads have the shares 1, 2, 3 and 4. What is their median, and what does "
        "your code say?",
        _LABELS,
        (upper_of_two,),
    ),
    Mistake(
        "the mean of all heads",
        "A few heads with a clear role move it.",
        "One head in ten has all the weight. What does an ordinary head have?",
        _LABELS,
        (mean_head,),
    ),
    Mistake(
        "the extremes of all heads",
        "The best head stands in the place of the ordinary one, or helps to make it.",
        "What does your ordinary head do if the best head gets still better?",
        _LABELS,
        (best_head, halfway),
    ),
    Mistake(
        "an ordinary head for each row of the table",
        "The median is taken along one axis, and is no single number.",
        "How many numbers is the median of all heads of all layers?",
        _LABELS,
        (each_layer, each_head),
    ),
    Mistake(
        "medians of layers put together",
        "The middle of some layers is not the middle of all heads.",
        "Which numbers do you sort: those of all heads, or those of a layer?",
        _LABELS,
        (middle_of_middles, mean_of_middles, last_layer),
    ),
    Mistake(
        "the middle of all pairs",
        "It is taken before the pairs of a head have become one number.",
        "How many numbers has a head when you look for the middle?",
        _LABELS,
        (middle_of_all_pairs,),
    ),
    Mistake(
        "the head in the middle of the list",
        "Heads are not sorted by their shares, or a place is given and no share.",
        "In which order do the heads stand when you take the one in the middle?",
        _LABELS,
        (number_of_the_head, head_in_the_middle),
    ),
    Mistake(
        "the nearer of the two heads in the middle",
        "For an even number of heads, one of two is taken, now this one, now that.",
        "Four heads have the shares 1, 2, 3 and 4. What is their median?",
        _LABELS,
        (nearest_of_two,),
    ),
    Mistake(
        "a median without the best head",
        "One head is left out.",
        "How many heads do you sort, and how many are there?",
        _LABELS,
        (without_the_best,),
    ),
    Mistake(
        "equal shares counted once",
        "Several heads with the same share are taken for one.",
        "Three heads have the shares 0, 0 and 1. What is their median?",
        _LABELS,
        (equal_shares_once, shares_in_a_set),
    ),
    Mistake(
        "a median without heads that give nothing",
        "A head whose share is 0 is a head as well.",
        "Three heads have the shares 0, 0 and 1. How many numbers do you sort?",
        _LABELS,
        (without_zeros,),
    ),
)
