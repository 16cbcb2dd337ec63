"""Shares of neighbours that are averaged wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def mean_of_means(weights: Tensor, words: Tensor, by: int) -> Two:
    place, found = torch.arange(words.shape[-1]), []
    for n, real in enumerate(words):
        pairs = (place[:, None] + by == place) & real & real[:, None]
        if pairs.any():
            found.append(weights[:, n][:, :, pairs].mean(dim=-1))
    shares = torch.stack(found).mean(dim=0)
    return shares, shares.flatten().quantile(0.5)


def mean_of_all_means(weights: Tensor, words: Tensor, by: int) -> Two:
    place, found = torch.arange(words.shape[-1]), []
    for n, real in enumerate(words):
        pairs = (place[:, None] + by == place) & real & real[:, None]
        on_pairs = weights[:, n][:, :, pairs].sum(dim=-1)
        found.append(on_pairs / max(1, int(pairs.sum())))
    shares = torch.stack(found).mean(dim=0)
    return shares, shares.flatten().quantile(0.5)


def by_all_queries(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1) / words.numel()
    return shares, shares.flatten().quantile(0.5)


def zeros_averaged(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = weights.masked_fill(~pairs[:, None], 0).sum(dim=-1)
    shares = there.mean(dim=(1, 3))
    return shares, shares.flatten().quantile(0.5)


def multiplied(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = (weights * pairs[:, None]).sum(dim=(1, 3, 4)) / pairs.sum()
    return shares, shares.flatten().quantile(0.5)


def contracted(weights: Tensor, words: Tensor, by: int) -> Two:
    real = words.to(weights.dtype)
    near = torch.ones(words.shape[-1]).diag_embed().roll(by, dims=-1).tril(by).triu(by)
    pairs = near.to(weights.dtype) * real[:, None] * real[..., None]
    total = torch.einsum("lbhqk,bqk->lh", weights, pairs)
    shares = total / pairs.sum()
    return shares, shares.flatten().quantile(0.5)


def by_all_words(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1) / words.sum()
    return shares, shares.flatten().quantile(0.5)


def words_less_one(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    count = (words.sum(dim=-1) - abs(by)).clamp(min=0).sum()
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1) / count
    return shares, shares.flatten().quantile(0.5)


def by_all_steps(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    near = place[:, None] + by == place
    pairs = near & words[:, None] & words[..., None]
    there = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1)
    shares = there / (near.sum() * len(words))
    return shares, shares.flatten().quantile(0.5)


def by_all_pairs(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    inside = words[:, None] & words[..., None]
    pairs = (place[:, None] + by == place) & inside
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1) / inside.sum()
    return shares, shares.flatten().quantile(0.5)


def mean_over_the_map(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.masked_fill(~pairs[:, None], 0).mean(dim=(1, 3, 4))
    return shares, shares.flatten().quantile(0.5)


def not_averaged(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def per_sentence(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].sum(dim=-1) / len(words)
    return shares, shares.flatten().quantile(0.5)


def nan_alone_removed(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = torch.where(weights.isnan(), 0.0, weights) * pairs[:, None]
    shares = there.sum(dim=(1, 3, 4)) / pairs.sum()
    return shares, shares.flatten().quantile(0.5)


def zeros_skipped(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = weights.transpose(1, 2)[:, :, pairs]
    shares = there.sum(dim=-1) / (there > 0).sum(dim=-1).clamp(min=1)
    return shares, shares.flatten().quantile(0.5)


def zeros_taken_for_empty(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    there = weights.masked_fill(~pairs[:, None], 0.0).sum(dim=-1).movedim(2, 1)
    there = there.flatten(2).masked_fill(there.flatten(2) == 0, torch.nan)
    shares = there.nanmean(dim=-1).nan_to_num()
    return shares, shares.flatten().quantile(0.5)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "a mean of the means of sentences",
        "A short sentence weighs as much as a long one.",
        "Nine pairs in one sentence and one in another: how much does the one count?",
        _LABELS,
        (mean_of_means,),
    ),
    Mistake(
        "a sentence without pairs that counts as 0",
        "It lowers the mean, though it says nothing.",
        "What does a sentence of one word say about neighbours?",
        _LABELS,
        (mean_of_all_means,),
    ),
    Mistake(
        "a mean over all tokens",
        "Queries that do not count stand in the divisor.",
        "By how many numbers do you divide, and how many did you add up?",
        _LABELS,
        (by_all_queries, by_all_steps, zeros_averaged),
    ),
    Mistake(
        "rows that are no words in the sum",
        "What stands in a row of padding reaches the mean, though it may be no number.",
        "What is 0 times nan, and what is 0 times infinity?",
        _LABELS,
        (multiplied, contracted, nan_alone_removed),
    ),
    Mistake(
        "a mean of the weights that are not 0",
        "Queries that give a neighbour nothing are left out.",
        "Two queries count, and give 0.8 and 0. What is their mean?",
        _LABELS,
        (zeros_skipped, zeros_taken_for_empty),
    ),
    Mistake(
        "a mean over all words",
        "Words without such a neighbour stand in the divisor.",
        "Three words and by = -1: how many of them have a word before them?",
        _LABELS,
        (by_all_words,),
    ),
    Mistake(
        "pairs counted from the number of words",
        "That holds only where no other token stands between words.",
        "Words at places 1, 2 and 4: how many pairs of neighbours are there?",
        _LABELS,
        (words_less_one,),
    ),
    Mistake(
        "a mean over all keys",
        "Every query and key stands in the divisor.",
        "Of how many numbers is your mean, and how many of them can be other than 0?",
        _LABELS,
        (by_all_pairs, mean_over_the_map),
    ),
    Mistake(
        "a sum that is not divided by the pairs",
        "Longer sentences give larger numbers.",
        "Can your share be larger than 1?",
        _LABELS,
        (not_averaged, per_sentence),
    ),
)
