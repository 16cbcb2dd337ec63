"""Right ways to go on with a prompt."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_grading.instructor.right.core import Right, Verdict


def columns_stacked(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    most = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    found: list[Tensor] = []
    shown = prompt
    while len(found) < most and not over.all():
        best = session(shown)[:, -1].argmax(dim=-1)
        found.append(torch.where(over, pad, best))
        over = over | (best == eos)
        shown = best[:, None]
    return torch.stack(found, dim=1)


def room_beforehand(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    batch, seq = prompt.shape
    most = min(limit, session.max_len + 1 - seq)
    written = prompt.new_full((batch, most), pad)
    running = torch.ones(batch, dtype=torch.bool)
    logits = session(prompt)
    for step in range(most):
        best = logits[:, -1].max(dim=-1).indices
        written[running, step] = best[running]
        running = running & (best != eos)
        if step + 1 == most or not running.any():
            break
        logits = session(written[:, step : step + 1])
    return written[:, : step + 1]


def prompt_token_by_token(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    for token in prompt.split(1, dim=1):
        logits = session(token)[:, 0]
    text, read = prompt, prompt.shape[1]
    over = torch.zeros(len(prompt), 1, dtype=torch.bool)
    while True:
        best = logits.argmax(dim=-1, keepdim=True).masked_fill(over, pad)
        text = torch.cat([text, best], dim=1)
        over = over | (best == eos)
        new = text.shape[1] - prompt.shape[1]
        if new == limit or bool(over.all()) or read == session.max_len:
            return text[:, prompt.shape[1] :]
        logits, read = session(best)[:, 0], read + 1


def cut_afterwards(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    written, shown, read = prompt[:, :0], prompt, 0
    while written.shape[1] < limit and read + shown.shape[1] <= session.max_len:
        read += shown.shape[1]
        shown = session(shown)[:, -1:].argmax(dim=-1)
        written = torch.cat([written, shown], dim=1)
        if bool((written == eos).any(dim=1).all()):
            break
    stops = (written == eos).long()
    return written.masked_fill(stops.cumsum(dim=1) - stops > 0, pad)


def in_lists(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    rows: list[list[int]] = [[] for _ in prompt]
    logits, room = session(prompt)[:, -1], session.max_len - prompt.shape[1]
    while True:
        for row, scores in zip(rows, logits.tolist(), strict=True):
            best = max(range(len(scores)), key=lambda i: scores[i])
            row.append(pad if eos in row else best)
        done = all(eos in row for row in rows)
        if done or len(rows[0]) == limit or len(rows[0]) > room:
            return torch.tensor(rows)
        logits = session(torch.tensor([row[-1:] for row in rows]))[:, -1]


def shown_the_stop(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    shown, kept = prompt, prompt.new_empty(len(prompt), 0)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    with torch.no_grad():
        for _ in range(min(limit, session.max_len - prompt.shape[1] + 1)):
            best = session(shown)[:, -1].log_softmax(dim=-1).argmax(dim=-1)
            kept = torch.cat([kept, best.masked_fill(over, pad)[:, None]], dim=1)
            over |= best.eq(eos)
            if bool(over.all()):
                break
            shown = best.masked_fill(over, eos).unsqueeze(1)
    return kept


def calls_itself(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    def go_on(shown: Tensor, over: Tensor, left: int) -> list[Tensor]:
        best = session(shown)[:, -1].argmax(dim=-1).masked_fill(over, pad)
        over = over | (best == eos)
        if left == 1 or over.all():
            return [best]
        return [best, *go_on(best[:, None], over, left - 1)]

    over = torch.zeros(len(prompt), dtype=torch.bool)
    left = min(limit, session.max_len - prompt.shape[1] + 1)
    return torch.stack(go_on(prompt, over, left), dim=-1)


def of_the_course(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    from transformer_lib.decoding.greedy import greedy_search

    search: Any = greedy_search
    return torch.as_tensor(search(session, prompt, None).tokens)


RIGHT = (
    Right("own", "columns, stacked at the end", columns_stacked),
    Right("own", "room for all tokens beforehand", room_beforehand),
    Right("own", "the prompt read token by token", prompt_token_by_token),
    Right("own", "written on and cut afterwards", cut_afterwards),
    Right("own", "lists of ids", in_lists),
    Right("own", "the stop shown again and again", shown_the_stop),
    Right("own", "a function that calls itself", calls_itself),
    Right(
        "own",
        "the course's own loop",
        of_the_course,
        Verdict.SEALED,
        "greedy_search is what this task asks you to write",
    ),
)
