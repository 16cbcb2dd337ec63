"""Searches that treat ends wrongly."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.mistakes.core import Mistake


def first_end(
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
        if found:
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def first_that_ended(
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
        if not len(texts):
            break
    score, tokens = found[0]
    return tokens, score


def likeliest_has_ended(
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
        if over[0] or not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def twice_enough_ended(
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
        if len(found) >= 2 * beams or not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def enough_ended(
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
        if len(found) >= beams or not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def by_the_sum(
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
        if not len(texts) or (found and sums.max() < max(float(f[0]) for f in found)):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def by_present_length(
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
        if not len(texts) or (found and max(f[0] for f in found) >= sums[0] / penalty):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def by_the_next_length(
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
        if not len(texts) or (
            found and max(f[0] for f in found) >= sums[0] / ((6 + length) / 6) ** alpha
        ):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "an end that decides too early",
        "A text wins because it ended first, or its end stops the search.",
        "One text has ended. Could one that is alive still beat it?",
        _BEAM,
        (
            first_end,
            first_that_ended,
            likeliest_has_ended,
        ),
        ("B11",),
    ),
    Mistake(
        "a search that stops when enough texts have ended",
        "Short texts end first, so the longer ones never come.",
        "Your search stops although a text is alive. Could it still beat those that "
        "have ended?",
        _BEAM,
        (
            twice_enough_ended,
            enough_ended,
        ),
        ("B11",),
    ),
    Mistake(
        "a search that gives up its hope too early",
        "The living are judged by a shorter length than the one they may get.",
        "With a penalty, may the score of a living text still rise?",
        _BEAM,
        (
            by_the_sum,
            by_present_length,
            by_the_next_length,
        ),
    ),
)
