"""Loops that read the wrong tokens."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def counts_prompt(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit - prompt.shape[1], session.max_len - prompt.shape[1] + 1)
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


def counts_all_but_start(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit - prompt.shape[1] + 1, session.max_len - prompt.shape[1] + 1)
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


def one_less(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(max(limit - 1, 1), session.max_len - prompt.shape[1] + 1)
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


def one_more(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit + 1, session.max_len - prompt.shape[1] + 1)
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


def no_limit(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = session.max_len - prompt.shape[1] + 1
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


def fixed_limit(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(20, session.max_len - prompt.shape[1] + 1)
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


def left_out(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(min(limit, session.max_len - prompt.shape[1] + 1)):
        best = torch.full((len(prompt),), pad)
        best[~over] = session(shown)[:, -1].argmax(dim=-1)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[~over][:, None]
    return torch.stack(columns, dim=1)


def one_row_after_another(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    rows = []
    for row in prompt:
        shown = row[None]
        found: list[int] = []
        while len(found) < min(limit, session.max_len - prompt.shape[1] + 1):
            found.append(int(session(shown)[0, -1].argmax()))
            if found[-1] == eos:
                break
            shown = torch.tensor([found[-1:]])
        rows.append(found)
    most = max(map(len, rows))
    return torch.tensor([[*row, *[pad] * (most - len(row))] for row in rows])


_NEXT = "The next word, again and again"

MISTAKES = (
    Mistake(
        "a limit that counts the prompt",
        "Fewer new tokens are written.",
        "Whose tokens does `limit` count?",
        _NEXT,
        (
            counts_prompt,
            counts_all_but_start,
        ),
    ),
    Mistake(
        "a limit that is off by one",
        "One token more or fewer is written.",
        "With a limit of one, how many columns has your result?",
        _NEXT,
        (
            one_less,
            one_more,
        ),
    ),
    Mistake(
        "a limit that is ignored",
        "The number of new tokens does not depend on it.",
        "Where does your loop use `limit`?",
        _NEXT,
        (
            no_limit,
            fixed_limit,
        ),
    ),
    Mistake(
        "rows that leave the batch of the session",
        "The session still has them, and refuses.",
        "Which rows does the session expect at each call?",
        _NEXT,
        (
            left_out,
            one_row_after_another,
        ),
    ),
)
