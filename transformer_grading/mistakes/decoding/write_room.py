"""Loops that read the wrong tokens."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def read_before_asking(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    logits = session(prompt)
    for _ in range(room):
        best = logits[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        logits = session(best[:, None])
        if over.all():
            break
    return torch.stack(columns, dim=1)


def read_at_the_end(
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
    session(columns[-1][:, None])
    return torch.stack(columns, dim=1)


def no_room(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = limit
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
    return torch.stack(columns, dim=1)


def prompt_forgotten(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len)
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
    return torch.stack(columns, dim=1)


def one_too_many(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 2)
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
    return torch.stack(columns, dim=1)


def rows_for_places(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - len(prompt) + 3)
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
    return torch.stack(columns, dim=1)


def one_too_few(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1])
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
    return torch.stack(columns, dim=1)


def one_too_few_inside(
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
        if prompt.shape[1] + len(columns) >= session.max_len:
            break
    return torch.stack(columns, dim=1)


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "a last token that is read for nothing",
        "The session reads a token whose successor nobody asks for.",
        "How many tokens does the session have to read for three new ones?",
        _NEXT,
        (
            read_before_asking,
            read_at_the_end,
        ),
    ),
    Mistake(
        "more tokens than the session has room for",
        "The session runs out of places.",
        "How many tokens can the session read, and how many have you shown it?",
        _NEXT,
        (
            no_room,
            prompt_forgotten,
            one_too_many,
            rows_for_places,
        ),
        ("B06",),
    ),
    Mistake(
        "a place that is left empty",
        "Writing ends one token too early for the session's room.",
        "The session can read four tokens and has read four. May one more be written?",
        _NEXT,
        (
            one_too_few,
            one_too_few_inside,
        ),
        ("B06",),
    ),
)
