"""Searches that add up the wrong numbers."""

import math

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.mistakes.core import Mistake


def log_again(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts).log().nan_to_num(-1.0)).flatten()
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


def log_of_size(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts).abs().log()).flatten()
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


def base_two(
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
    return tokens, score / math.log(2)


def base_ten(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts) / math.log(10)).flatten()
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


def as_shares(
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
    return tokens, score.exp()


def product(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.ones(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] * log_probs(texts).exp()).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(min(beams, int(ways.gt(0).sum())))
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


def costs(
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
    return tokens, -score


def costs_all_along(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    found: list[tuple[Tensor, Tensor]] = []
    for length in range(1, limit + 1):
        ways = (sums[:, None] - log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        sums, way = ways.topk(min(beams, int(ways.isfinite().sum())), largest=False)
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
    score, tokens = min(found, key=lambda pair: float(pair[0]))
    return tokens, score


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "a logarithm of a logarithm",
        "What is a logarithm already is taken for a share.",
        "Which sign have the numbers that `log_probs` returns, and what is the "
        "logarithm of such a number?",
        _BEAM,
        (
            log_again,
            log_of_size,
        ),
    ),
    Mistake(
        "a score in another unit",
        "The logarithms are not natural, or not of the model.",
        "To which base are the logarithms that you were given?",
        _BEAM,
        (
            base_two,
            base_ten,
        ),
    ),
    Mistake(
        "a score that is a share",
        "It is no sum of logarithms.",
        "Look at the sign of your score. Of what is it the sum?",
        _BEAM,
        (
            as_shares,
            product,
        ),
    ),
    Mistake(
        "a score with the sign turned round",
        "Costs are above 0, scores are not.",
        "Is a likelier text one with a larger score, or with a smaller one?",
        _BEAM,
        (
            costs,
            costs_all_along,
        ),
    ),
)
