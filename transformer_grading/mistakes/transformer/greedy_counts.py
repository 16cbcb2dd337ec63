"""Loops with too many steps, or too few."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def one_word_too_many(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit + 1 and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def one_word_too_few(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] < limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def one_step_more(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(limit + 1):
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
        if target.shape[1] > limit + 1 or over.all():
            break
    return target[:, 1:]


def written_over(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = (
            torch.cat([target[:, :1], best[:, None]], dim=1)
            if target.shape[1] < 2
            else torch.cat([target[:, :-1], best[:, None], best[:, None]], dim=1)
        )
        over |= best == eos
    return target[:, 1:]


def all_at_once(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    target = torch.full((len(source), limit), bos)
    best = model.decode(target, model.encode(source, mask), mask).argmax(dim=-1)
    ends = (best == eos).long().cumsum(dim=1)
    best = best.masked_fill(ends - (best == eos).long() > 0, pad)
    return best[:, : int((best != pad).sum(dim=1).max())]


def asked_twice(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        model.decode(target, memory, mask)
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def one_look_ahead(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    logits = model.decode(target, memory, mask)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = logits[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
        logits = model.decode(target, memory, mask)
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a word too many or too few",
        "The limit is off by one.",
        "limit is 1. How many columns should there be, and how many are there?",
        _PIPE,
        (one_word_too_many, one_word_too_few, one_step_more),
    ),
    Mistake(
        "a word written over",
        "A new word takes the place of an old one.",
        "How many columns does the target gain in a step, and which of them stay?",
        _PIPE,
        (written_over,),
    ),
    Mistake(
        "all words at once",
        "The decoder is called once, and no word knows the one before it.",
        "What has to be known before the second word can be scored?",
        _PIPE,
        (all_at_once,),
    ),
    Mistake(
        "more calls of the decoder than columns",
        "The words are right, and some calls are for nothing.",
        "How many calls are there in one turn of the loop, and after the last word?",
        _PIPE,
        (asked_twice, one_look_ahead),
    ),
)
