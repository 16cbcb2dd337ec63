"""Loops that take an id for padding that is none."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def padding_ends(
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
        over = over | (best == eos) | (best == pad)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def padding_or_stop(
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
        over = (best == eos) | (best == pad)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def padding_left_out(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        logits = session(shown)[:, -1].clone()
        logits[:, pad] = -torch.inf
        best = logits.argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def padding_made_unlikely(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        logits = session(shown)[:, -1].clone()
        logits[:, pad] = logits.min() - 1
        best = logits.argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def columns_cut(
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
    ids = torch.stack(columns, dim=1)
    return ids[:, (ids != pad).any(dim=0)]


def columns_cut_behind(
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
    ids = torch.stack(columns, dim=1)
    while ids.shape[1] > 1 and (ids[:, -1] == pad).all():
        ids = ids[:, :-1]
    return ids


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "padding that ends a row",
        "A row that writes the id of padding itself is taken for one that is over.",
        "A living row writes the id of `pad`. Which id ends a row?",
        _NEXT,
        (
            padding_ends,
            padding_or_stop,
        ),
    ),
    Mistake(
        "padding that may not be written",
        "The id of padding is never chosen, however likely it is.",
        "The largest logit of a living row is that of `pad`. What does the text say "
        "that it writes?",
        _NEXT,
        (
            padding_left_out,
            padding_made_unlikely,
        ),
    ),
    Mistake(
        "columns of padding that are cut off",
        "A column goes missing where each row has the id of padding.",
        "A row that is alive writes the id of `pad`. Is that column part of the "
        "result?",
        _NEXT,
        (
            columns_cut,
            columns_cut_behind,
        ),
    ),
)
