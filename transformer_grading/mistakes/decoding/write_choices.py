"""Loops that choose or hand over something else."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.mistakes.core import Mistake


def first_place(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, 0].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def mean_of_places(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown).mean(dim=1).argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def place_before(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, max(-2, -shown.shape[1])].argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def drawn(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].softmax(dim=-1).multinomial(1)[:, 0]
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def least(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmin(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def second(session: Session, prompt: Tensor, eos: int, pad: int, limit: int) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].topk(2).indices[:, 1]
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def largest_size(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].abs().argmax(dim=-1)
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def over_the_batch(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].sum(dim=0).argmax().expand(len(prompt))
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def flattened(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:, -1].argmax().remainder(11).expand(len(prompt))
        best = best.masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if over.all():
            break
        shown = best[:, None]
    return torch.stack(columns, dim=1)


def of_row_zero(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    columns: list[Tensor] = []
    shown = prompt
    for _ in range(room):
        best = session(shown)[:1, -1].argmax(dim=-1).expand(len(prompt))
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
        "the scores of another place",
        "The token is read off behind another token than the last one.",
        "The prompt has two tokens. Behind which of them are the scores that you need?",
        _NEXT,
        (
            first_place,
            mean_of_places,
            place_before,
        ),
    ),
    Mistake(
        "another token than the likeliest",
        "What is written is not the id with the largest logit.",
        "What does greedy search take?",
        _NEXT,
        (
            drawn,
            least,
            second,
            largest_size,
        ),
    ),
    Mistake(
        "one choice for the whole batch",
        "Rows share what they write.",
        "Over which axis does your argmax go?",
        _NEXT,
        (
            over_the_batch,
            flattened,
            of_row_zero,
        ),
    ),
)
