"""Right ways to share pairs out among batches."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def filled(lengths: Tensor, budget: int) -> Tensor:
    order = sorted(
        range(len(lengths)), key=lambda i: (int(lengths[i, 1]), int(lengths[i, 0]))
    )
    number = torch.full((len(lengths),), -1)
    batch, rows, source, target = 0, 0, 0, 0
    for i in order:
        s, t = lengths[i].tolist()
        if s > budget or t > budget:
            continue
        wide, high = max(source, s), max(target, t)
        if (rows + 1) * wide > budget or (rows + 1) * high > budget:
            batch, rows, wide, high = batch + 1, 0, s, t
        rows, source, target = rows + 1, wide, high
        number[i] = batch
    return number


def lists_of_rows(lengths: Tensor, budget: int) -> Tensor:
    sizes = [tuple(pair) for pair in lengths.tolist()]
    order = [i for i, pair in enumerate(sizes) if max(pair) <= budget]
    order.sort(key=lambda i: sizes[i][0])
    order.sort(key=lambda i: sizes[i][1])
    batches: list[list[int]] = []
    for i in order:
        together = [sizes[j] for j in [*batches[-1], i]] if batches else []
        if together and max(map(max, together)) * len(together) <= budget:
            batches[-1].append(i)
        else:
            batches.append([i])
    number = [-1] * len(sizes)
    for batch, rows in enumerate(batches):
        for i in rows:
            number[i] = batch
    return torch.tensor(number, dtype=torch.long)


def stable_sorts(lengths: Tensor, budget: int) -> Tensor:
    order = torch.argsort(lengths[:, 0], stable=True)
    order = order[torch.argsort(lengths[order, 1], stable=True)]
    order = order[(lengths[order] <= budget).all(dim=1)]
    result = torch.full((lengths.shape[0],), -1, dtype=torch.int64)
    begin, batch = 0, 0
    while begin < len(order):
        widest = lengths[order[begin:]].cummax(dim=0).values.amax(dim=1)
        count = torch.arange(1, len(widest) + 1)
        fits = int((widest * count <= budget).long().cumprod(dim=0).sum())
        result[order[begin : begin + fits]] = batch
        begin, batch = begin + fits, batch + 1
    return result


def one_key(lengths: Tensor, budget: int) -> Tensor:
    number = torch.full_like(lengths[:, 0], -1)
    big = int(lengths.max()) + 1 if lengths.numel() else 1
    keys = lengths[:, 1] * big + lengths[:, 0]
    batch, inside = -1, list[int]()
    for i in keys.sort(stable=True).indices.tolist():
        if lengths[i].max() > budget:
            continue
        inside = [*inside, i]
        if len(inside) * lengths[inside].max() > budget or batch < 0:
            batch, inside = batch + 1, [i]
        number[i] = batch
    return number


def longest_of_both(lengths: Tensor, budget: int) -> Tensor:
    pairs = lengths.tolist()
    triples = sorted((t, s, i) for i, (s, t) in enumerate(pairs))
    found, batch, rows, widest = {}, 0, 0, 0
    for t, s, i in triples:
        if max(t, s) <= budget:
            widest = max(widest, s, t)
            rows += 1
            if rows * widest > budget:
                batch, rows, widest = batch + 1, 1, max(s, t)
            found[i] = batch
    return torch.tensor([found.get(i, -1) for i in range(len(pairs))]).long()


def queue(lengths: Tensor, budget: int) -> Tensor:
    waiting = [i for i in range(len(lengths)) if lengths[i].max() <= budget]
    answer, batch = torch.zeros(len(lengths), dtype=torch.long) - 1, 0
    while waiting:
        rows = 0
        widest = torch.zeros(2, dtype=torch.long)
        while waiting:
            best = min(waiting, key=lambda i: lengths[i].flip(0).tolist())
            wider = torch.maximum(widest, lengths[best])
            if int(wider.max()) * (rows + 1) > budget:
                break
            rows, widest = rows + 1, wider
            answer[best] = batch
            waiting.remove(best)
        batch += 1
    return answer


def of_the_course(lengths: Tensor, budget: int) -> Tensor:
    from transformer_lib.training.batching import plan_epoch
    from transformer_lib.training.corpus import Corpus, Limits

    rows = [[(3,) * int(n) for n in side] for side in lengths.T]
    limits = Limits(source_vocab=9, target_vocab=9, max_len=99)
    plan = plan_epoch(Corpus(rows[0], rows[1], limits), budget)
    number = torch.full((len(lengths),), -1)
    for batch, inside in enumerate(plan):
        number[inside] = batch
    return number


RIGHT = (
    Right("own", "both widths kept", filled),
    Right("own", "lists of rows, two sorts", lists_of_rows),
    Right("own", "stable sorts, a running maximum", stable_sorts),
    Right("own", "one key, the batch looked at anew", one_key),
    Right("own", "sorted triples, the wider side", longest_of_both),
    Right("own", "the best of those that wait", queue),
    Right(
        "own",
        "the course's plan",
        of_the_course,
        Verdict.SEALED,
        "plan_epoch is what this task asks you to write",
    ),
)
