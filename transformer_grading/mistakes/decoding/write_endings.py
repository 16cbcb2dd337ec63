"""Loops that end rows wrongly."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def falsy(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | ((best == eos) & bool(eos))
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def falsy_or(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    eos = eos or -1
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


def not_at_first(
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
        over = over | ((best == eos) & (len(columns) > 1))
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def stop_forbidden_at_first(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        logits = session(shown)[:, -1].clone()
        if not columns:
            logits[:, eos] = -torch.inf
        best = logits.argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def prompt_ends(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = (prompt == eos).any(dim=1)
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


def prompt_ends_last(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = prompt[:, -1] == eos
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


def last_of_prompt_or_any(
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
        over = over | (best == eos) | (prompt == eos).any(dim=1)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def never(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        columns.append(best)
        over = over | (best == eos)
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def stop_is_padding(
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
        over = over | (best == pad)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "a stop of id 0 that is taken for none",
        "`if eos` asks whether it is 0.",
        "The stop has the id 0. What does your condition say then?",
        _NEXT,
        (
            falsy,
            falsy_or,
        ),
        ("B05",),
    ),
    Mistake(
        "a first stop that is overlooked",
        "A row that stops with its first token is written on.",
        "May a row consist of its stop alone?",
        _NEXT,
        (
            not_at_first,
            stop_forbidden_at_first,
        ),
    ),
    Mistake(
        "stops in the prompt that end a row",
        "The prompt is searched for `eos` too.",
        "May a prompt contain a stop, and what does it end?",
        _NEXT,
        (
            prompt_ends,
            prompt_ends_last,
            last_of_prompt_or_any,
        ),
    ),
    Mistake(
        "a loop that never stops",
        "There are as many columns as there is room for.",
        "What does your loop do when every row has written `eos`?",
        _NEXT,
        (
            never,
            stop_is_padding,
        ),
    ),
)
