"""Loops that end rows wrongly."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def same_step(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        columns.append(best)
        over = over | (best == eos)
        if (best == eos).all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def forgotten(
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
        over = best == eos
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def written_on(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def filled_in_the_text_alone(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        columns.append(best)
        best = best.masked_fill(over, pad)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def filled_one_late(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown, late = prompt, over
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(late, pad)
        columns.append(best)
        late, over = over, over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def first_row(
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
        if over[0]:
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def first_row_item(
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
        if best[0] == eos:
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def first_row_afterwards(
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
    first = torch.stack(columns, dim=1)[0].tolist()
    n = first.index(eos) + 1 if eos in first else len(columns)
    return torch.stack(columns, dim=1)[:, :n]


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "rows that have to stop at the same step",
        "Writing ends only when all rows write `eos` together.",
        "A row stopped three steps ago. How does your loop know of it?",
        _NEXT,
        (
            same_step,
            forgotten,
        ),
        ("B02",),
    ),
    Mistake(
        "tokens behind the stop",
        "A row that is over is written on.",
        "What should stand behind a stop?",
        _NEXT,
        (
            written_on,
            filled_in_the_text_alone,
            filled_one_late,
        ),
        ("B03",),
    ),
    Mistake(
        "a batch that ends when its first row does",
        "The length of row 0 decides for all.",
        "Whose end do you ask about?",
        _NEXT,
        (
            first_row,
            first_row_item,
            first_row_afterwards,
        ),
        ("B04",),
    ),
)
