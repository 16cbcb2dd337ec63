"""Searches that begin wrongly, or with too few or too many beams."""

import math

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.mistakes.core import Mistake


def narrower(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(min(beams, int(ways.isfinite().sum())))
        parent, token = way // vocab, way % vocab
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        over = (token == eos) | (length == limit)
        penalty = ((5 + length) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        beams = max(1, beams - int(over.sum()))
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def no_more_than_alive(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(
            min(beams if length == 1 else len(texts), int(ways.isfinite().sum()))
        )
        parent, token = way // vocab, way % vocab
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        over = (token == eos) | (length == limit)
        penalty = ((5 + length) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def busy(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = [[bos]], [0.0]
    for _ in range(limit):
        ways = [
            (s, t)
            for s, t in zip(sums, texts, strict=True)
            if t[-1] == eos and len(t) > 1
        ]
        alive = [
            (s, t)
            for s, t in zip(sums, texts, strict=True)
            if t[-1] != eos or len(t) == 1
        ]
        for s, t in alive:
            logs = log_probs(torch.tensor([t]))[0].tolist()
            ways += [(s + x, [*t, i]) for i, x in enumerate(logs) if x > -math.inf]
        ways = sorted(ways, key=lambda way: -way[0])[:beams]
        sums, texts = [s for s, _ in ways], [t for _, t in ways]
    scores = [s / ((4 + len(t)) / 6) ** alpha for s, t in ways]
    best = max(range(len(scores)), key=lambda i: scores[i])
    return torch.tensor(texts[best][1:]), torch.tensor(scores[best])


def filled_up(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(min(2 * beams, int(ways.isfinite().sum())))
        parent, token = way // vocab, way % vocab
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        over = (token == eos) | (length == limit)
        penalty = ((5 + length) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over][:beams], sums[~over][:beams]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def living_apart(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        ends = torch.arange(len(ways)) % vocab == eos
        alive = ways.masked_fill(ends, -math.inf)
        _, a = alive.topk(min(beams, int(alive.isfinite().sum())))
        way = torch.cat([a, ends.nonzero()[:, 0]])
        way = way[ways[way].isfinite()]
        sums = ways[way]
        parent, token = way // vocab, way % vocab
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        over = (token == eos) | (length == limit)
        penalty = ((5 + length) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def refilled(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.sort(descending=True)
        finite = sums.isfinite()
        sums, way = sums[finite], way[finite]
        over = (way % vocab == eos) | (length == limit)
        best = torch.arange(len(way)) < beams
        alive = ~over & ((~over).cumsum(dim=0) <= beams)
        texts = torch.cat([texts[way // vocab], (way % vocab)[:, None]], dim=1)
        for s, t in zip(sums[best & over], texts[best & over], strict=True):
            found.append((s / ((5 + length) / 6) ** alpha, t[1:]))
        texts, sums = texts[alive], sums[alive]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "ended texts that keep a beam",
        "A text that has ended keeps its place, so fewer beginnings live on.",
        "One of three beams ended. How many beginnings should survive the next step?",
        _BEAM,
        (
            narrower,
            no_more_than_alive,
            busy,
        ),
    ),
    Mistake(
        "more beams to make up for what has ended",
        "As many living beginnings are kept as there are beams, however many end.",
        "The likeliest ways survive, and some of them end. Does your search take more "
        "to fill up?",
        _BEAM,
        (
            filled_up,
            living_apart,
            refilled,
        ),
    ),
)
