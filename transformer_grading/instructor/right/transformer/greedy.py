"""Right ways to let a model write."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.masking.masks import padding_mask


def grown(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(limit):
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best = torch.where(over, pad, best)
        target = torch.cat([target, best[:, None]], dim=1)
        over = over | (best == eos)
        if over.all():
            break
    return target[:, 1:]


def room_beforehand(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    rows = torch.full((source.shape[0], limit + 1), pad, dtype=source.dtype)
    rows[:, 0] = bos
    mask = (source != pad)[:, None, None, :]
    memory = model.encode(source, mask=mask)
    running = torch.ones(len(source), dtype=torch.bool)
    step = 0
    while step < limit and running.any():
        logits = model.decode(rows[:, : step + 1], memory, memory_mask=mask)
        step += 1
        rows[running, step] = logits[running, -1].argmax(-1)
        running &= rows[:, step] != eos
    return rows[:, 1 : step + 1]


def cut_afterwards(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = source.new_full((len(source), 1), bos)
    for _ in range(limit):
        logits = model.decode(target, memory, mask)
        best = logits[:, -1].max(dim=-1, keepdim=True).indices
        target = torch.cat((target, best), dim=1)
        stopped = (target[:, 1:] == eos).any(dim=1)
        if bool(stopped.all()):
            break
    written = target[:, 1:]
    before = (written == eos).long().cumsum(dim=1) - (written == eos).long()
    return written.masked_fill(before > 0, pad)


def in_lists(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory, rows = model.encode(source, mask), [[bos] for _ in source]
    while len(rows[0]) <= limit and not all(eos in row[1:] for row in rows):
        logits = model.decode(torch.tensor(rows), memory, mask)
        for row, scores in zip(rows, logits[:, -1], strict=True):
            row.append(pad if eos in row[1:] else int(scores.argmax()))
    return torch.tensor(rows)[:, 1:]


def columns(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    found = [torch.full_like(source[:, 0], bos)]
    over = torch.zeros_like(source[:, 0], dtype=torch.bool)
    with torch.no_grad():
        while len(found) <= limit and not over.all():
            scores = model.decode(torch.stack(found, dim=1), memory, mask)[:, -1, :]
            found.append(scores.topk(1).indices[:, 0].masked_fill(over, pad))
            over |= found[-1].eq(eos)
    return torch.stack(found[1:], dim=1)


def calls_itself(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)

    def write(target: Tensor, over: Tensor) -> Tensor:
        if target.shape[1] > limit or over.all():
            return target[:, 1:]
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1, keepdim=True)
        best = best.masked_fill(over, pad)
        return write(torch.cat([target, best], dim=1), over | (best == eos))

    start = torch.full((len(source), 1), bos)
    return write(start, torch.zeros_like(start, dtype=torch.bool))


def only_those_that_run(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = torch.full((len(source), 1), bos)
    running = torch.arange(len(source))
    for _ in range(limit):
        shown = model.decode(target[running], memory[running], mask[running])
        column = torch.full((len(source),), pad)
        column[running] = shown[:, -1].argmax(dim=-1)
        target = torch.cat([target, column[:, None]], dim=1)
        running = running[column[running] != eos]
        if not len(running):
            break
    return target[:, 1:]


def stop_fed_on(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    shown = torch.full((len(source), 1), bos)
    kept: list[Any] = []
    over = torch.zeros(len(source), dtype=torch.bool)
    while len(kept) < limit and not over.all():
        best = model.decode(shown, memory, mask).softmax(dim=-1)[:, -1].argmax(dim=-1)
        kept.append(torch.where(over, torch.tensor(pad), best))
        shown = torch.cat([shown, best.masked_fill(over, eos)[:, None]], dim=1)
        over = torch.logical_or(over, best == eos)
    return torch.stack(kept).T


def of_the_course(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    from transformer_lib.decoding.generation import generate

    class Read:
        def __init__(self) -> None:
            self.mask = padding_mask(source, pad)
            self.memory = model.encode(source, self.mask)

    prompt = torch.full((len(source), 1), bos)
    written: Any = generate(Read(), prompt, None, None)  # type: ignore[arg-type]
    return torch.as_tensor(written.tokens)


RIGHT = (
    Right("own", "the target grows, rows that are over in a mask", grown),
    Right("own", "room for all words beforehand", room_beforehand),
    Right("own", "written on and cut afterwards", cut_afterwards),
    Right("own", "lists of ids", in_lists),
    Right("own", "columns, stacked at the end", columns),
    Right("own", "a function that calls itself", calls_itself),
    Right("own", "only rows that are not over are shown", only_those_that_run),
    Right("own", "the stop shown again and again, padding kept apart", stop_fed_on),
    Right(
        "own",
        "the course's own loop",
        of_the_course,
        Verdict.SEALED,
        "generate is what this task asks you to write",
    ),
)
