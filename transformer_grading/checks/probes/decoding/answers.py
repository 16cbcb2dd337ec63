"""Answers that are right: what others are compared with."""

import math
from collections import Counter

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.sessions import Session
from transformer_lib.masking.masks import causal_mask

Words = list[str]


def write_on(
    session: Session, prompt: Tensor, eos: int, pad: int, limit: int
) -> Tensor:
    """Go on with a prompt, the likeliest token at each step.

    Args:
        session: What scores the next token.
        prompt: How each row begins.
        eos: The stop.
        pad: What stands behind it.
        limit: The most new tokens.
    """
    room = min(limit, session.max_len - prompt.shape[1] + 1)
    over = torch.zeros(len(prompt), dtype=torch.bool)
    shown, columns = prompt, list[Tensor]()
    while True:
        best = session(shown)[:, -1].argmax(dim=-1).masked_fill(over, pad)
        columns.append(best)
        over = over | (best == eos)
        if len(columns) == room or over.all():
            return torch.stack(columns, dim=1)
        shown = best[:, None]


def read_on(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Read new tokens while looking at those that were kept.

    Args:
        x: New tokens.
        keys: The kept keys.
        values: The kept values.
        w: The matrices of queries, keys and values.
        positions: A row for each place.
    """
    old, new = keys.shape[-2], x.shape[-2]
    q, k, v = (x[..., None, :, :] + positions[old : old + new]).matmul(w).unbind(-3)
    keys, values = torch.cat([keys, k], dim=-2), torch.cat([values, v], dim=-2)
    scores = q @ keys.mT / math.sqrt(q.shape[-1])
    hidden = ~causal_mask(new, old + new)
    return scores.masked_fill(hidden, -math.inf).softmax(-1) @ values, keys, values


def trap() -> Tensor:
    """Lead two beams astray, and not three."""
    table = torch.zeros(9, 9)
    table[0, 2:5] = torch.tensor([0.36, 0.34, 0.3])
    table[2, 5:] = torch.tensor([0.28, 0.26, 0.24, 0.22])
    table[3, 5:] = torch.tensor([0.29, 0.27, 0.23, 0.21])
    table[4, 5] = 1.0
    table[1, 1] = 1.0
    table[5:, 1] = 1.0
    return table


def drawn(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    """Draw from what temperature and p leave.

    Args:
        logits: One row for each draw.
        temperature: What they are divided by.
        p: The share that is kept at least.
        uniform: One number for each draw.
    """
    shares = (logits.double() / temperature).softmax(dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    late = down.cumsum(dim=-1) - down >= p
    out = late.scatter(-1, order, late)
    kept = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform.double()[:, None] * kept[:, -1:]
    return (kept <= place).sum(dim=-1)


def _runs(words: Words, n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def bleu(translations: list[Words], references: list[list[Words]]) -> float:
    """Score translations with several references each.

    Args:
        translations: Words, sentence by sentence.
        references: For each sentence some others.
    """
    shared, made, ours, theirs = [0] * 4, [0] * 4, 0, 0
    for words, several in zip(translations, references, strict=True):
        ours += len(words)
        theirs += min((abs(len(r) - len(words)), len(r)) for r in several)[1]
        for n in range(4):
            most = Counter[tuple[str, ...]]()
            for reference in several:
                most |= _runs(reference, n + 1)
            shared[n] += (_runs(words, n + 1) & most).total()
            made[n] += max(len(words) - n, 0)
    if not all(shared):
        return 0.0
    mean = math.prod(s / m for s, m in zip(shared, made, strict=True)) ** (1 / 4)
    return 100 * min(1.0, math.exp(1 - theirs / ours)) * mean


def partners(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    """Find the word that each word looks at most.

    Args:
        weights: One row for each target token.
        source_words: The word of each source token.
        target_words: The word of each target token.
    """
    writing, words = weights[..., :-1, :], target_words[1:]
    rows = torch.arange(int(words.max()) + 1)[:, None] == words
    columns = torch.arange(int(source_words.max()) + 1) == source_words[:, None]
    rows = rows.to(weights) / rows.sum(dim=1, keepdim=True)
    share, partner = (rows @ writing @ columns.to(weights)).max(dim=-1)
    return partner, share
