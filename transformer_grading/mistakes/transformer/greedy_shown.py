"""Loops that show the decoder the wrong words, or look at the wrong place."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def last_word_alone(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        last = target[:, -1:]
        best = model.decode(last, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def last_two(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target[:, -2:], memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def without_the_start(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        shown = target[:, 1:] if target.shape[1] > 1 else target
        best = model.decode(shown, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def first_place(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, 0].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def mean_of_places(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask).mean(dim=1).argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def best_of_places(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask).amax(dim=1).argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a decoder that is shown the last word alone",
        "Each word depends on the one before it, not on the sentence.",
        "Which words does the table of the text show to the decoder at step 3?",
        _PIPE,
        (last_word_alone, last_two),
    ),
    Mistake(
        "a decoder that is not shown the start",
        "From the second step on the start is missing.",
        "Which words does the table of the text show to the decoder at step 2?",
        _PIPE,
        (without_the_start,),
    ),
    Mistake(
        "logits of another place than the last",
        "The scores come from a place that is written already.",
        "At which place stand the scores of the word that comes next?",
        _PIPE,
        (first_place, mean_of_places, best_of_places),
    ),
)
