"""Right ways to draw with a number that is given."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def masked(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = torch.softmax(logits / temperature, dim=-1)
    down, order = shares.sort(dim=-1, descending=True)
    before = down.cumsum(dim=-1) - down
    kept = torch.zeros_like(shares).scatter(-1, order, down * (before < p))
    edges = (kept / kept.sum(dim=-1, keepdim=True)).cumsum(dim=-1)
    found = (edges <= uniform[:, None]).sum(dim=-1)
    last = logits.shape[1] - 1 - kept.flip(-1).gt(0).long().argmax(dim=-1)
    return torch.minimum(found, last)


def row_by_row(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    drawn = []
    for row, u in zip(logits, uniform.tolist(), strict=True):
        shares = (row / temperature).softmax(dim=0).tolist()
        order = sorted(range(len(shares)), key=lambda i: -shares[i])
        kept, total = set(), 0.0
        for i in order:
            if total >= p:
                break
            kept.add(i)
            total += shares[i]
        reached = 0.0
        for i in sorted(kept):
            reached += shares[i] / total
            if reached > u and shares[i] > 0:
                break
        drawn.append(i)
    return torch.tensor(drawn)


def searched(logits: Tensor, temperature: float, p: float, uniform: Tensor) -> Tensor:
    shares = (logits.double() / temperature).softmax(dim=-1)
    up, order = shares.sort(dim=-1)
    out = up.cumsum(dim=-1) <= 1 - p
    out[:, -1] = False
    out = torch.zeros_like(out).scatter(-1, order, out)
    edges = shares.masked_fill(out, 0.0).cumsum(dim=-1)
    place = uniform.double()[:, None] * edges[:, -1:]
    return torch.searchsorted(edges, place, right=True)[:, 0]


def by_threshold(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    shares = (logits / temperature).softmax(-1)
    down = shares.sort(-1, descending=True).values
    count = (down.cumsum(-1) - down < p).sum(-1, keepdim=True)
    least = down.gather(-1, count - 1)
    kept = torch.where(shares >= least, shares, 0)
    edges = kept.cumsum(-1) / kept.sum(-1, keepdim=True)
    return (edges > uniform[:, None]).long().argmax(-1)


def ruled_out_as_logits(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    logits = logits / temperature
    order = logits.argsort(dim=-1, descending=True)
    down = logits.gather(-1, order).softmax(dim=-1)
    out = torch.cat([torch.zeros_like(down[:, :1]), down.cumsum(-1)[:, :-1]], 1) >= p
    logits = logits.masked_fill(out.gather(-1, order.argsort(dim=-1)), -torch.inf)
    edges = logits.softmax(dim=-1).cumsum(dim=-1)
    return torch.searchsorted(edges, uniform[:, None].contiguous(), right=True)[:, 0]


def of_the_course(
    logits: Tensor, temperature: float, p: float, uniform: Tensor
) -> Tensor:
    from transformer_lib.decoding import sampling

    course: Any = sampling
    cut = course.keep_top_p(course.with_temperature(logits, temperature), p)
    return torch.as_tensor(course.draw(cut.softmax(dim=-1), uniform))


RIGHT = (
    Right("own", "kept shares scattered back", masked),
    Right("own", "row by row, in plain Python", row_by_row),
    Right("own", "the tail from below, in float64", searched),
    Right("own", "the least share that is kept", by_threshold),
    Right("own", "logits of −∞ and a second softmax", ruled_out_as_logits),
    Right(
        "own",
        "the course's own functions",
        of_the_course,
        Verdict.SEALED,
        "is what this task asks you to write",
    ),
)
