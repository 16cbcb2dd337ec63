"""Loops that begin wrongly."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def start_kept(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target


def start_kept_within_the_limit(
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
    return target


def begins_with_the_stop(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), eos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def begins_with_padding(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), pad)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def begins_with_one(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), 1)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def begins_with_zero(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.zeros(len(source), 1, dtype=torch.long)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def begins_with_the_source(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = source[:, :1]
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a start in the result",
        "The first column is `bos`.",
        "Is the start one of the new ids?",
        _PIPE,
        (start_kept, start_kept_within_the_limit),
    ),
    Mistake(
        "another start than bos",
        "The rows begin with another id.",
        "Which argument says how a row begins?",
        _PIPE,
        (
            begins_with_the_stop,
            begins_with_padding,
            begins_with_one,
            begins_with_zero,
            begins_with_the_source,
        ),
    ),
)
