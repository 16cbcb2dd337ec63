"""Shares of neighbours at the wrong places."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def other_direction(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    near = place[:, None] - by == place
    pairs = near & words[:, None, :] & words[:, :, None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def columns_as_queries(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None] & words[..., None]
    shares = weights.mT.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def sign_of_the_diagonal(weights: Tensor, words: Tensor, by: int) -> Two:
    there = weights.diagonal(-by, dim1=-2, dim2=-1)
    seq = words.shape[-1]
    if by >= 0:
        counts = words[:, : seq - by] & words[:, by:]
    else:
        counts = words[:, -by:] & words[:, : seq + by]
    shares = there.transpose(1, 2)[:, :, counts].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def always_before(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] - 1 == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def one_step(weights: Tensor, words: Tensor, by: int) -> Two:
    step = (by > 0) - (by < 0)
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + step == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def both_sides(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    near = (place[:, None] - place).abs() == abs(by)
    pairs = near & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def as_far_as(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    ahead = place - place[:, None]
    near = (ahead <= by) & (ahead >= 0) if by >= 0 else (ahead >= by) & (ahead <= 0)
    inside = words[:, None] & words[..., None]
    on_near = weights.masked_fill(~(near & inside)[:, None], 0).nan_to_num().sum(-1)
    counts = ((place[:, None] + by == place) & inside).any(-1)
    shares = on_near.transpose(1, 2)[:, :, counts].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def words_counted(weights: Tensor, words: Tensor, by: int) -> Two:
    rank = words.cumsum(dim=-1)
    near = rank[:, :, None] + by == rank[:, None]
    pairs = near & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def words_taken_out_first(weights: Tensor, words: Tensor, by: int) -> Two:
    found = []
    for n, real in enumerate(words):
        inner = weights[:, n][:, :, real][:, :, :, real]
        found.append(inner.diagonal(by, dim1=-2, dim2=-1))
    shares = torch.cat(found, dim=-1).mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def rolled(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    near = (place[:, None] + by) % len(place) == place
    pairs = near & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def negative_index(weights: Tensor, words: Tensor, by: int) -> Two:
    seq, found = words.shape[-1], []
    for n in range(len(words)):
        for query in range(seq):
            key = query + by
            if key < seq and words[n, query] and words[n, key]:
                found.append(weights[:, n, :, query, key])
    shares = torch.stack(found).mean(dim=0)
    return shares, shares.flatten().quantile(0.5)


def clamped(weights: Tensor, words: Tensor, by: int) -> Two:
    place = torch.arange(words.shape[-1])
    key = (place + by).clamp(0, len(place) - 1)
    pairs = (key[:, None] == place) & words[:, None] & words[..., None]
    shares = weights.transpose(1, 2)[:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def empty_slices(weights: Tensor, words: Tensor, by: int) -> Two:
    there = weights.diagonal(by, dim1=-2, dim2=-1).transpose(1, 2)
    n = abs(by)
    pairs = words[:, :-n] & words[:, n:]
    shares = there[..., : pairs.shape[-1]][:, :, pairs].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def zero_steps_refused(weights: Tensor, words: Tensor, by: int) -> Two:
    if by > 0:
        q, k = slice(None, -by), slice(by, None)
    else:
        q, k = slice(-by, None), slice(None, by)
    there = weights[:, :, :, q, k].diagonal(dim1=-2, dim2=-1).transpose(1, 2)
    shares = there[:, :, words[:, q] & words[:, k]].mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


_LABELS = "What the others do"

MISTAKES = (
    Mistake(
        "the other direction",
        "The weight stands on the wrong side of the diagonal.",
        "In your code, which axis is the token that looks, and what is by added to?",
        _LABELS,
        (other_direction, columns_as_queries, sign_of_the_diagonal),
    ),
    Mistake(
        "a step of one for every by",
        "Other steps than one place are not taken.",
        "With by = 2 and the query at place 3, which column does your code read?",
        _LABELS,
        (one_step,),
    ),
    Mistake(
        "the token before, whatever by says",
        "The step is fixed.",
        "Where does your code use the value of by?",
        _LABELS,
        (always_before,),
    ),
    Mistake(
        "both sides of the query",
        "The neighbour before and the one after count together.",
        "How many keys has each query, if by = 1?",
        _LABELS,
        (both_sides,),
    ),
    Mistake(
        "all places up to the step",
        "Weight on nearer tokens is added.",
        "With by = 2, does weight on the very next token count?",
        _LABELS,
        (as_far_as,),
    ),
    Mistake(
        "steps counted in words",
        "Tokens that are no words are jumped over.",
        "Between two words stands a token that is none. How far apart are they?",
        _LABELS,
        (words_counted, words_taken_out_first),
    ),
    Mistake(
        "a step past the end that goes on at the other end",
        "The first token has a token before it, and that is the last one.",
        "What stands one place before place 0, and what does your code read there?",
        _LABELS,
        (rolled, negative_index),
    ),
    Mistake(
        "a step that stops at the border",
        "A query at the end of the row counts with the last place there is.",
        "Which key has a query whose step leads out of the row?",
        _LABELS,
        (clamped,),
    ),
    Mistake(
        "a step of 0 that leaves nothing over",
        "A slice up to 0 is empty, and so is one up to -0.",
        "What are x[:by] and x[:-by] in Python if by is 0?",
        _LABELS,
        (empty_slices, zero_steps_refused),
    ),
)
