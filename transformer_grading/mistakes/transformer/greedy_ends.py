"""Loops that end a row wrongly."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def stop_left_out(
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
    written = written.masked_fill(written == eos, pad)
    return written[:, : int((written != pad).sum(dim=1).max())]


def stop_made_padding(
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
    return target[:, 1:].masked_fill(target[:, 1:] == eos, pad)


def filled_too_early(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
        target[:, -1] = torch.where(over, pad, target[:, -1])
    return target[:, 1:]


def written_on(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def filled_with_the_stop(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = eos
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def filled_with_the_start(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = bos
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def filled_with_zero(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = 0
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def filled_with_ones_below_zero(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        shown = target.clamp(min=0)
        best = model.decode(shown, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = -100
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def filled_with_the_last_word(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best = torch.where(over, target[:, -1], best)
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a stop that is not part of the result",
        "`eos` is missing, or padding stands in its place.",
        "Does the row of the text end with the stop, or before it?",
        _PIPE,
        (stop_left_out, stop_made_padding, filled_too_early),
    ),
    Mistake(
        "words behind the stop",
        "A row that is over is written on.",
        "What should stand behind a stop?",
        _PIPE,
        (written_on,),
    ),
    Mistake(
        "something else than padding behind the stop",
        "A row that is over is filled up with another id.",
        "Which argument says what stands behind a stop?",
        _PIPE,
        (
            filled_with_the_stop,
            filled_with_the_start,
            filled_with_zero,
            filled_with_ones_below_zero,
            filled_with_the_last_word,
        ),
    ),
)
