"""Models with the wrong dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def source_in_place(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, memory = words[:, None], source.clone()
    for w in encoder:
        memory = read(memory, seen, w)
    for w in decoder:
        target = write(target, memory, causal_mask(target.shape[1]), seen, w)
    source.copy_(memory)
    return target


def padding_zeroed(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, memory = words[:, None], source.clone()
    source.masked_fill_(~words[..., None], 0.0)
    for w in encoder:
        memory = read(memory, seen, w)
    for w in decoder:
        target = write(target, memory, causal_mask(target.shape[1]), seen, w)
    return target


def memory_cut_off(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target, source.detach(), past, seen, w)
    return target


def read_without_a_tape(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    with torch.no_grad():
        for w in encoder:
            source = read(source, seen, w)
    for w in decoder:
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def without_a_tape(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    with torch.no_grad():
        for w in encoder:
            source = read(source, seen, w)
        for w in decoder:
            target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def cut_between_blocks(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        past = causal_mask(target.shape[1])
        target = write(target.detach(), source, past, seen, w)
    return target


def matrices_cut_off(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen = words[:, None]
    for w in encoder.detach():
        source = read(source, seen, w)
    for w in decoder.detach():
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def single(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, source, target = words[:, None], source.float(), target.float()
    for w in encoder.float():
        source = read(source, seen, w)
    for w in decoder.float():
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


def double(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, source, target = words[:, None], source.double(), target.double()
    for w in encoder.double():
        source = read(source, seen, w)
    for w in decoder.double():
        target = write(target, source, causal_mask(target.shape[1]), seen, w)
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "inputs changed by the model",
        "The result is right, and the caller's tensors are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _PIPE,
        (source_in_place, padding_zeroed),
    ),
    Mistake(
        "an encoder that cannot learn",
        "The numbers are right, but no gradient comes back through the memory.",
        "Which matrices get no gradient, and which of your lines stands before them?",
        _PIPE,
        (memory_cut_off, read_without_a_tape),
    ),
    Mistake(
        "blocks that cannot learn",
        "The numbers are right, but gradients stop on the way.",
        "Which matrices get no gradient, and which of your lines cuts them off?",
        _PIPE,
        (without_a_tape, cut_between_blocks, matrices_cut_off),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the words.",
        "Which of your lines decides on float32 or float64 by itself?",
        _PIPE,
        (single, double),
    ),
)
