"""Shares of neighbours of which one or both are no words."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def no_words_asked(weights: Tensor, words: Tensor, by: int) -> Two:
    there = weights.diagonal(by, dim1=-2, dim2=-1)
    shares = there.mean(dim=(1, 3))
    return shares, shares.flatten().quantile(0.5)


def other_tokens(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & ~words[:, None] & ~words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def keys_not_asked(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def queries_not_asked(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def either_will_do(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & (words[:, None] | words[..., None])
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def words_of_the_first(weights: Tensor, words: Tensor, by: int) -> Two:
    place, first = torch.arange(words.shape[-1]), words[:1].expand_as(words)
    pairs = (place[:, None] + by == place) & first[:, None] & first[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def ends_cut_off(weights: Tensor, words: Tensor, by: int) -> Two:
    inner = weights[..., 1:-1, 1:-1]
    place, real = torch.arange(inner.shape[-1]), words[:, 1:-1]
    pairs = (place[:, None] + by == place) & real[:, None] & real[..., None]
    shares = inner.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def from_first_to_last(weights: Tensor, words: Tensor, by: int) -> Two:
    behind = words.flip(-1).int().cummax(dim=-1).values.flip(-1).bool()
    span = words.int().cummax(dim=-1).values.bool() & behind
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & span[:, None] & span[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def all_between_too(weights: Tensor, words: Tensor, by: int) -> Two:
    found = []
    for n, real in enumerate(words.tolist()):
        for query in range(len(real)):
            key = query + by
            if not 0 <= key < len(real):
                continue
            low, high = min(query, key), max(query, key)
            if all(real[low : high + 1]):
                found.append(weights[:, n, :, query, key])
    shares = torch.stack(found).mean(dim=0)
    return shares, shares.flatten().quantile(0.5)


def as_many_from_the_second(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    first = 0 if bool(words[:, 0].all()) else 1
    count = words.sum(dim=-1)[:, None]
    real = (place >= first) & (place < first + count)
    pairs = (place[:, None] + by == place) & real[:, None] & real[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def keys_blanked(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[..., None]
    there = weights.masked_fill(~words[:, None, None], 0).transpose(1, 2)
    shares = there[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "special tokens and padding that count",
        "The marks of words are not used.",
        "Does your result change when words changes?",
        _LABELS,
        (no_words_asked,),
    ),
    Mistake(
        "marks of words turned round",
        "What is no word counts, and words do not.",
        "What does True in words stand for?",
        _LABELS,
        (other_tokens,),
    ),
    Mistake(
        "keys that need not be words",
        "A word next to a special token counts with the weight on it.",
        "The first word and by = -1: which token is the key, and is it a word?",
        _LABELS,
        (keys_not_asked,),
    ),
    Mistake(
        "queries that need not be words",
        "A special token counts as one that looks.",
        "The first special token and by = 1: does its look at the first word count?",
        _LABELS,
        (queries_not_asked,),
    ),
    Mistake(
        "one word of the two is enough",
        "Pairs count in which only one token is a word.",
        "Which of the two tokens have to be words?",
        _LABELS,
        (either_will_do,),
    ),
    Mistake(
        "the words of the first sentence",
        "All sentences get the marks of one.",
        "Two sentences of different lengths: whose words do you use for the second?",
        _LABELS,
        (words_of_the_first,),
    ),
    Mistake(
        "both ends of each row cut off",
        "Special tokens are taken to stand at the first and the last place alone.",
        "A short sentence in a long row: where is its last special token?",
        _LABELS,
        (ends_cut_off,),
    ),
    Mistake(
        "a span from the first word to the last",
        "Tokens in between count, though they are no words.",
        "Which tokens does your code take for words, if one in between is none?",
        _LABELS,
        (from_first_to_last,),
    ),
    Mistake(
        "a step that may not jump",
        "Pairs are left out because a token between them is no word.",
        "Which two tokens does the text ask to be words?",
        _LABELS,
        (all_between_too,),
    ),
    Mistake(
        "words taken to stand side by side",
        "Their number is used, and not their places.",
        "Three words stand at places 1, 2 and 5. Which places does your code take?",
        _LABELS,
        (as_many_from_the_second,),
    ),
    Mistake(
        "pairs with a key that is no word, counted with a weight of 0",
        "They lower the mean.",
        "The first word and by = -1: does this query count?",
        _LABELS,
        (keys_blanked,),
    ),
)
