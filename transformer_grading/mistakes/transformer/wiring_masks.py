"""Models with masks of the wrong kind."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def turned_round(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    hidden = ~words[:, None]
    for w in encoder:
        source = read(source, hidden, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), hidden, w)
    return target


def memory_turned_round(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target, source, past, ~words[:, None], w)
    return target


def triangle_turned_round(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        past = ~causal_mask(target.shape[1])
        target = write(target, source, past, words[:, None], w)
    return target


def rows_closed(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    rows = words[:, :, None].expand(-1, -1, words.shape[1])
    for w in encoder:
        source = read(source, rows, w)
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target, source, past, words[:, None], w)
    return target


def first_sentence(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:1, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def common_words(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words.any(dim=0, keepdim=True)
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def counted_words(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = (torch.arange(words.shape[1]) < words.sum(1, keepdim=True))[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a mask the wrong way round",
        "Words are hidden, and what should be hidden is seen.",
        'True means "may look". Where is your mask True?',
        _PIPE,
        (turned_round, memory_turned_round, triangle_turned_round),
    ),
    Mistake(
        "padding that may not ask, in place of padding that is not asked",
        "Rows of the mask are closed where columns should be.",
        "Which of the two axes of a mask belongs to the keys?",
        _PIPE,
        (rows_closed,),
    ),
    Mistake(
        "one padding for all sentences",
        "The places of padding are taken from the batch, not from each sentence.",
        "Two sentences of different lengths: which of them decides in your code?",
        _PIPE,
        (first_sentence, common_words),
    ),
    Mistake(
        "words that are counted where they should be looked up",
        "Padding is taken to stand behind the words.",
        "Padding stands in front of a sentence. Which places does your mask hide?",
        _PIPE,
        (counted_words,),
    ),
)
