"""Searches that lose digits, or some of the ways."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.mistakes.core import Mistake


def single_on_the_way(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts).float()).flatten()
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
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def single_at_the_end(
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
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, torch.tensor(score.item())


def no_start_inside(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        ways[bos::vocab] = -torch.inf
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
    score, tokens = max(found, key=lambda pair: float(pair[0]))
    return tokens, score


def no_more_than_the_vocabulary(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(min(beams, vocab, int(ways.isfinite().sum())))
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


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "a dtype fixed in the code",
        "float64 in, float32 on the way or at the end.",
        "Which dtype have the logarithms that you were given, and which one has your "
        "score?",
        _BEAM,
        (
            single_on_the_way,
            single_at_the_end,
        ),
    ),
    Mistake(
        "a start that may not come again",
        "The id of the start is ruled out as a next token.",
        "By which tokens of the vocabulary is a beginning lengthened?",
        _BEAM,
        (no_start_inside,),
    ),
    Mistake(
        "no more beams than tokens",
        "At most as many ways survive as the vocabulary has tokens.",
        "Two beginnings, and five tokens: how many ways are there?",
        _BEAM,
        (no_more_than_the_vocabulary,),
    ),
)
