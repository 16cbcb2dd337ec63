"""Models with the wrong triangle."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def future_seen(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        target = write(target, source, None, words[:, None], w)
    return target


def future_seen_later(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    mask: Tensor | None = causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        target = write(target, source, mask, words[:, None], w)
        mask = None
    return target


def one_step_ahead(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril(1)
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        target = write(target, source, past, words[:, None], w)
    return target


def blind_to_itself(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril(-1)
    for w in encoder:
        source = read(source, words[:, None], w)
    for w in decoder:
        target = write(target, source, past, words[:, None], w)
    return target


def causal_encoder(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    for w in encoder:
        source = read(source, seen & causal_mask(source.shape[1]), w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def causal_memory(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    stairs = torch.ones(target.shape[1], source.shape[1], dtype=torch.bool).tril()
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, past, seen & stairs, w)
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a target that sees its future",
        "A word of the target looks at words that come after it.",
        "Edit the last word of the target. Which outputs may move?",
        _PIPE,
        (future_seen, future_seen_later, one_step_ahead),
    ),
    Mistake(
        "a target word that cannot see itself",
        "Each word looks at those before it and not at itself.",
        "What may the first word of the target look at?",
        _PIPE,
        (blind_to_itself,),
    ),
    Mistake(
        "a triangle where all may be seen",
        "A word hears the source only as far as a certain place.",
        "The source is there as a whole. From whom should any of it be hidden?",
        _PIPE,
        (causal_encoder, causal_memory),
    ),
)
