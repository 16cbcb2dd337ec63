"""Loops that do not know when all is over."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def never(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    while target.shape[1] <= limit:
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        target = torch.cat([target, best[:, None]], dim=1)
    return target[:, 1:]


def stop_is_padding(
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
        over |= best == pad
    return target[:, 1:]


def never_but_filled(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit:
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def up_to_the_limit(
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
    written = target[:, 1:]
    return torch.nn.functional.pad(written, (0, limit - written.shape[1]), value=pad)


def first_row_decides(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.any():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def first_row_alone(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over[0]:
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def all_at_the_same_step(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit:
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
        if (best == eos).all():
            break
    return target[:, 1:]


def stop_is_forgotten(
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
        over = best == eos
    return target[:, 1:]


def last_column_alone(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        target = torch.cat([target, best[:, None]], dim=1)
        if (target[:, -1] == eos).all():
            break
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a loop that never stops",
        "There are as many columns as the limit allows, with words behind the stop.",
        "What does your loop do when every row has written `eos`?",
        _PIPE,
        (never, stop_is_padding),
    ),
    Mistake(
        "a loop that runs to the limit for nothing",
        "The words are right, and behind them stand columns of padding.",
        "What is left to write when every row is over?",
        _PIPE,
        (never_but_filled, up_to_the_limit),
    ),
    Mistake(
        "a batch that ends with its first stop",
        "Longer sentences are cut.",
        "Two sentences, and the shorter one is over. What of the other?",
        _PIPE,
        (first_row_decides,),
    ),
    Mistake(
        "a batch that ends when its first row does",
        "The length of row 0 decides for all.",
        "Whose end do you ask about?",
        _PIPE,
        (first_row_alone,),
    ),
    Mistake(
        "rows that have to stop at the same step",
        "Writing ends only when all write `eos` together.",
        "A row stopped three steps ago. How does your loop know of it?",
        _PIPE,
        (all_at_the_same_step, stop_is_forgotten),
    ),
    Mistake(
        "rows that have to stop at the same step, and are written on",
        "Writing goes on behind each stop until all stop together.",
        "A row stopped three steps ago. How does your loop know of it?",
        _PIPE,
        (last_column_alone,),
    ),
)
