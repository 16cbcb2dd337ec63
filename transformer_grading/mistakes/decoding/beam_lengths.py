"""Searches that pay for length in another way."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.mistakes.core import Mistake


def by_the_limit(
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
        penalty = ((5 + limit) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def at_the_very_end(
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
        found += [(s, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    score = score / ((5 + len(tokens)) / 6) ** alpha
    return tokens, score


def start_counted(
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
        penalty = ((5 + length + 1) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def whole_text(
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
        penalty = ((5 + texts.shape[1]) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def stop_not_counted(
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
        penalty = ((4 + length) / 6) ** alpha
        found += [
            (s / penalty, t[1:]) for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def stop_not_counted_if_there(
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
        found += [
            (s / ((4 + length + int(t[-1] != eos)) / 6) ** alpha, t[1:])
            for s, t in zip(sums[over], texts[over], strict=True)
        ]
        texts, sums = texts[~over], sums[~over]
        if not len(texts):
            break
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "a penalty that is the same for all",
        "It changes every score alike, so it changes no rank.",
        "Two texts of unlike lengths: are they divided by different numbers?",
        _BEAM,
        (by_the_limit,),
        ("B12",),
    ),
    Mistake(
        "a winner by its sum",
        "The text with the largest sum wins, and only its score is divided.",
        "What is compared when the best text is chosen: sums, or scores?",
        _BEAM,
        (at_the_very_end,),
    ),
    Mistake(
        "a length that counts the start",
        "Every text is taken for one token longer than it is.",
        "Which tokens did the search write?",
        _BEAM,
        (
            start_counted,
            whole_text,
        ),
        ("B13",),
    ),
    Mistake(
        "a length that leaves out the stop",
        "Every text is taken for one token shorter than it is.",
        "Which tokens did the search write? Is the one that ends the text among them?",
        _BEAM,
        (
            stop_not_counted,
            stop_not_counted_if_there,
        ),
        ("B13",),
    ),
)
