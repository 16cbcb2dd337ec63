"""Right ways to search with several beams."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.probes.decoding.texts import LogProbs
from transformer_grading.instructor.right.core import Right, Verdict


def in_tensors(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.tensor([[bos]]), torch.tensor([0.0])
    best, best_score = texts[0], torch.tensor(-torch.inf)
    for n in range(1, limit + 1):
        scores = sums[:, None] + log_probs(texts)
        top = scores.flatten().topk(min(beams, scores.numel()))
        row, token = top.indices // scores.shape[1], top.indices % scores.shape[1]
        texts, sums = torch.cat([texts[row], token[:, None]], dim=1), top.values
        for text, total in zip(texts, sums, strict=True):
            score = total / ((5 + n) / 6) ** alpha
            if (text[-1] == eos or n == limit) and score > best_score:
                best, best_score = text[1:], score
        alive = (token != eos) & sums.isfinite()
        texts, sums = texts[alive], sums[alive]
        if len(texts) == 0:
            break
    return best, best_score


def in_lists(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    alive: list[tuple[float, list[int]]] = [(0.0, [])]
    over: list[tuple[float, list[int]]] = []
    while alive:
        ways = []
        for total, text in alive:
            row = log_probs(torch.tensor([[bos, *text]]))[0]
            logs, dtype = row.tolist(), row.dtype
            ways += [(total + x, [*text, i]) for i, x in enumerate(logs)]
        ways = [way for way in ways if way[0] > -math.inf]
        alive = []
        for total, text in sorted(ways, key=lambda way: way[0], reverse=True)[:beams]:
            if text[-1] == eos or len(text) == limit:
                over.append((total / ((5 + len(text)) / 6) ** alpha, text))
            else:
                alive.append((total, text))
    score, text = max(over)
    return torch.tensor(text), torch.tensor(score, dtype=dtype)


def dead_beams(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts = torch.full((beams, 1), bos)
    sums = torch.full((beams,), -math.inf)
    sums[0] = 0.0
    tokens, score = texts[0, 1:], -math.inf
    for n in range(1, limit + 1):
        ways = sums[:, None] + log_probs(texts)
        vocab = ways.shape[1]
        sums, way = ways.view(-1).topk(beams)
        texts = torch.cat([texts[way // vocab], (way % vocab)[:, None]], dim=1)
        ended = (texts[:, -1] == eos) if n < limit else torch.ones(beams).bool()
        for i in ended.nonzero().flatten().tolist():
            found = float(sums[i]) / ((5 + n) / 6) ** alpha
            if found > score:
                tokens, score = texts[i, 1:], found
        sums = sums.masked_fill(ended, -math.inf)
    return tokens, torch.tensor(score, dtype=ways.dtype)


def stops_when_hope_is_gone(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    best: tuple[Tensor, Tensor] = (texts[0, 1:], torch.tensor(-math.inf))
    for n in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        vocab = len(ways) // len(texts)
        way = ways.argsort(descending=True)[:beams]
        way = way[ways[way] > -math.inf]
        texts = torch.cat([texts[way // vocab], way[:, None] % vocab], dim=1)
        sums = ways[way]
        over = (texts[:, -1] == eos) | torch.tensor(n == limit)
        for text, total in zip(texts[over], sums[over], strict=True):
            score = total * (6 / (5 + n)) ** alpha
            best = (text[1:], score) if score > best[1] else best
        texts, sums = texts[~over], sums[~over]
        if not len(sums) or sums.max() / ((5 + limit) / 6) ** alpha < best[1]:
            break
    return best


def on_a_heap(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    import heapq

    alive: list[tuple[float, tuple[int, ...]]] = [(0.0, (bos,))]
    over: list[tuple[float, tuple[int, ...]]] = []
    for n in range(1, limit + 1):
        heap: list[tuple[float, tuple[int, ...]]] = []
        for total, text in alive:
            logs = log_probs(torch.tensor([text]))[0]
            for i, x in enumerate(logs.tolist()):
                if x == -math.inf:
                    continue
                heapq.heappush(heap, (total + x, (*text, i)))
                if len(heap) > beams:
                    heapq.heappop(heap)
        ended = [way for way in heap if way[1][-1] == eos or n == limit]
        over += [(s / math.pow((5 + n) / 6, alpha), t) for s, t in ended]
        alive = [way for way in heap if way not in ended]
    best = max(over)
    return torch.tensor(best[1][1:]), logs.new_tensor(best[0])


def ended_shown_too(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    texts, sums = torch.full((1, 1), bos), torch.zeros(1)
    over = torch.zeros(1, dtype=torch.bool)
    tokens, scores = [], []
    for length in range(1, limit + 1):
        ways = sums[:, None] + log_probs(texts)
        ways = ways.masked_fill(over[:, None], -math.inf)
        if not ways.isfinite().any():
            break
        sums, way = ways.flatten().topk(min(beams, ways.numel()))
        parent, token = way // ways.shape[1], way.remainder(ways.shape[1])
        texts = torch.hstack([texts[parent], token[:, None]])
        over = (token == eos) | sums.isinf()
        done = sums.isfinite() & (over | (length == limit))
        tokens += [text[1:] for text in texts[done]]
        scores += [s / ((5 + length) / 6) ** alpha for s in sums[done]]
    best = int(torch.stack(scores).argmax())
    return tokens[best], scores[best]


def of_the_course(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    from transformer_lib.decoding.beam import beam_search

    search: Any = beam_search
    found = search(log_probs, torch.tensor([[bos]]), None, beams=beams, alpha=alpha)
    return found.tokens[0, 0], found.scores[0, 0]


RIGHT = (
    Right("own", "texts in one tensor", in_tensors),
    Right("own", "texts in lists", in_lists),
    Right("own", "beams that are dead at first", dead_beams),
    Right("own", "it stops when nothing can win any more", stops_when_hope_is_gone),
    Right("own", "the best ways on a heap", on_a_heap),
    Right("own", "ended texts stay, and can go on in no way", ended_shown_too),
    Right(
        "own",
        "the course's own search",
        of_the_course,
        Verdict.SEALED,
        "beam_search is what this task asks you to write",
    ),
)
