"""Shares of neighbours with other axes, or of something else than weights."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def sentences_kept_apart(weights: Tensor, words: Tensor, by: int) -> Two:
    place, found = torch.arange(words.shape[-1]), []
    for n, real in enumerate(words):
        pairs = (place[:, None] + by == place) & real & real[:, None]
        found.append(weights[:, n][:, :, pairs].mean(dim=-1))
    shares = torch.stack(found, dim=1)
    return shares, shares.flatten().nanquantile(0.5)


def layers_averaged(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=(0, -1))
    return shares, shares.quantile(0.5)


def heads_averaged(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=(1, -1))
    return shares, shares.quantile(0.5)


def heads_first(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares.T, shares.flatten().quantile(0.5)


def shared_out_among_words(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    inner = weights.masked_fill(~words[:, None, None], 0)
    inner = inner / inner.sum(dim=-1, keepdim=True)
    shares = inner.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def queries_that_look_most(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    most = (weights == weights.amax(dim=-1, keepdim=True)).to(weights.dtype)
    shares = most.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def most_of_all_queries(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].amax(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def middle_query(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].quantile(0.5, dim=-1)
    return shares, shares.flatten().quantile(0.5)


def one_sentence(weights: Tensor, words: Tensor, by: int) -> Two:
    place, real = torch.arange(words.shape[-1]), words[0]
    pairs = (place[:, None] + by == place) & real & real[:, None]
    shares = weights[:, 0][:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def longest_sentence(weights: Tensor, words: Tensor, by: int) -> Two:
    n = int(words.sum(dim=-1).argmax())
    place, real = torch.arange(words.shape[-1]), words[n]
    pairs = (place[:, None] + by == place) & real & real[:, None]
    shares = weights[:, n][:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def a_square(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].square().mean(dim=-1).sqrt()
    return shares, shares.flatten().quantile(0.5)


def one_long_list(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1).flatten()
    return shares, shares.quantile(0.5)


def first_head_alone(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares[:, 0], shares.flatten().quantile(0.5)


def shares_of_columns(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    got = weights / weights.sum(dim=-2, keepdim=True)
    shares = got.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "other axes than layers and heads",
        "Sentences are kept apart, or layers or heads are averaged away.",
        "Which two axes has the result, and in which order?",
        _LABELS,
        (
            sentences_kept_apart,
            layers_averaged,
            heads_averaged,
            heads_first,
            one_long_list,
            first_head_alone,
        ),
    ),
    Mistake(
        "weights shared out among words first",
        "Rows are scaled to 1 before they are read.",
        "Does the text ask for the weight, or for the weight without special tokens?",
        _LABELS,
        (shared_out_among_words,),
    ),
    Mistake(
        "a count of queries",
        "It says how often the neighbour comes first, and not how much it gets.",
        "A query gives 0.4 to its neighbour and less to all others: what does it add?",
        _LABELS,
        (queries_that_look_most,),
    ),
    Mistake(
        "one query that stands for all",
        "The largest or the middle weight is taken in place of the mean.",
        "How do the queries of one head become one number?",
        _LABELS,
        (most_of_all_queries, middle_query, a_square),
    ),
    Mistake(
        "one sentence of the batch",
        "The others do not count.",
        "Which sentences have a part in your mean?",
        _LABELS,
        (one_sentence, longest_sentence),
    ),
    Mistake(
        "shares of what a token gets",
        "Columns are scaled to 1 before they are read.",
        "Which axis of the weights adds up to 1 already?",
        _LABELS,
        (shares_of_columns,),
    ),
)
