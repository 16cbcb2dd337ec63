"""Loops that choose the wrong word."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def least_likely(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmin(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def second_best(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        logits = model.decode(target, memory, mask)[:, -1]
        best = logits.topk(2, dim=-1).indices[:, 1]
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def drawn(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        logits = model.decode(target, memory, mask)[:, -1]
        best = logits.softmax(dim=-1).multinomial(1)[:, 0]
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def one_word_for_all(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        logits = model.decode(target, memory, mask)[:, -1]
        best = logits.sum(dim=0).argmax().expand(len(source)).clone()
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def word_of_the_first(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        logits = model.decode(target, memory, mask)[:, -1]
        best = logits[0].argmax().expand(len(source)).clone()
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "another word than the best",
        "The id with the largest logit is not the one that is written.",
        "Which of the ids has the largest score, and which do you take?",
        _PIPE,
        (least_likely, second_best, drawn),
    ),
    Mistake(
        "one word for all rows",
        "All rows write the same.",
        "Along which axis do you look for the largest logit?",
        _PIPE,
        (one_word_for_all, word_of_the_first),
    ),
)
