"""Loops that read the wrong tokens."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def all_again(
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
        shown = torch.cat([shown, best[:, None]], dim=1)
    return torch.stack(columns, dim=1)


def all_again_stacked(
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
        shown = torch.cat([prompt, torch.stack(columns, dim=1)], dim=1)
    return torch.stack(columns, dim=1)


def all_new_again(
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
        shown = torch.stack(columns, dim=1)
    return torch.stack(columns, dim=1)


def last_of_prompt(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt[:, -1:]
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def first_of_prompt(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt[:, :1]
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def all_but_last(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt[:, : max(1, prompt.shape[1] - 1)]
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def twice(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    session(prompt)
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


def last_twice(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    session(prompt)
    columns: list[Tensor] = []
    shown = prompt[:, -1:]
    for _ in range(room):
        best = session(shown)[:, -1].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "a text that is read again at every step",
        "The session has read it and remembers it, so it meets the same tokens twice.",
        "What does the session know already when you call it the second time?",
        _NEXT,
        (
            all_again,
            all_again_stacked,
            all_new_again,
        ),
        ("V09",),
    ),
    Mistake(
        "a prompt that is not read in full",
        "Only its last or its first token is shown.",
        "Which tokens of the prompt has the session read when it scores the first new "
        "one?",
        _NEXT,
        (
            last_of_prompt,
            first_of_prompt,
            all_but_last,
        ),
    ),
    Mistake(
        "a prompt that is read twice",
        "It is shown before the loop, and once more in it.",
        "How often is each token of the prompt shown?",
        _NEXT,
        (
            twice,
            last_twice,
        ),
    ),
)
