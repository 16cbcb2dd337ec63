"""Loops that choose or hand over something else."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def prompt_too(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.cat([prompt, torch.stack(columns, dim=1)], dim=1)


def last_of_prompt_too(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.cat([prompt[:, -1:], torch.stack(columns, dim=1)], dim=1)


def turned(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns)


def floats(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1).float()


def small(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1).int()


def in_place(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = prompt[:, -1:]
        shown[:, 0] = best
    return torch.stack(columns, dim=1)


def overwritten(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    prompt[:, 0] = pad
    return torch.stack(columns, dim=1)


def last_column(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return columns[-1][:, None]


def last_but_one(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns[1:] or columns, dim=1)


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "a prompt in the result",
        "The prompt is handed back as well.",
        "Which tokens did your loop write?",
        _NEXT,
        (
            prompt_too,
            last_of_prompt_too,
        ),
    ),
    Mistake(
        "axes that are turned round",
        "Rows and columns of the result are swapped.",
        "Which axis of your result is the batch?",
        _NEXT,
        (turned,),
    ),
    Mistake(
        "ids that are no whole numbers",
        "They come back in another dtype.",
        "Which dtype do ids have?",
        _NEXT,
        (
            floats,
            small,
        ),
    ),
    Mistake(
        "a prompt that is changed",
        "The tensor that was handed in holds other ids afterwards.",
        "Which lines of your loop write into a tensor, and whose tensor is it?",
        _NEXT,
        (
            in_place,
            overwritten,
        ),
    ),
    Mistake(
        "only the last token of each row",
        "What was written before is thrown away.",
        "Where does your loop keep the tokens of earlier steps?",
        _NEXT,
        (
            last_column,
            last_but_one,
        ),
    ),
)
