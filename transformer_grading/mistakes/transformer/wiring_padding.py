"""Models in which padding is heard."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def open_memory(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), None, w)
    return target


def open_memory_ones(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, all_seen = words[:, None], torch.ones_like(words)[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), all_seen, w)
    return target


def open_encoder(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, None, w)
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target, source, past, words[:, None], w)
    return target


def open_after_the_first(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen: Tensor | None = words[:, None]
    for w in encoder:
        source = read(source, seen, w)
        seen = None
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target, source, past, words[:, None], w)
    return target


def no_padding_mask(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, None, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), None, w)
    return target


def zeroed(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    source = source * words[..., None]
    for w in encoder:
        source = read(source, None, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), None, w)
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "padding that is seen while writing",
        "The blocks that read hide it, cross-attention does not.",
        "The memory has a vector at each place of padding. Who looks at it?",
        _PIPE,
        (open_memory, open_memory_ones),
        (),
        "The encoder has hidden padding, so the memory is clean.",
        "The memory has a vector at each place, at padding too.",
    ),
    Mistake(
        "padding that is seen while reading",
        "Cross-attention hides it, some of the blocks that read do not.",
        "Edit padding. Which attention lets the change through?",
        _PIPE,
        (open_encoder, open_after_the_first),
    ),
    Mistake(
        "padding that is never hidden",
        "No attention knows which places are words.",
        "Where in your code are `words` used?",
        _PIPE,
        (no_padding_mask, zeroed),
    ),
)
