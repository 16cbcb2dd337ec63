"""Right ways to take resting places out of a map."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Two = tuple[Tensor, Tensor]


def where_something(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, torch.zeros_like(left))
    return others, (weights - left).sum(dim=-1)


def a_safe_divisor(weights: Tensor, rest: Tensor) -> Two:
    left = weights * ~rest[:, None, None, :]
    total = left.sum(dim=-1, keepdim=True)
    others = left / total.masked_fill(total == 0, 1)
    return others, (weights * rest[:, None, None, :]).sum(dim=-1)


def nan_to_zero(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None].expand_as(weights)
    left = weights.clone()
    left[gone] = 0
    rested = torch.where(gone, weights, 0.0).sum(dim=-1)
    return (left / left.sum(dim=-1, keepdim=True)).nan_to_num(), rested


def sentence_by_sentence(weights: Tensor, rest: Tensor) -> Two:
    others, rested = torch.zeros_like(weights), []
    for n, gone in enumerate(rest):
        left = weights[n][..., ~gone]
        total = left.sum(dim=-1, keepdim=True)
        scaled = left / torch.where(total == 0, 1.0, total)
        others[n, ..., ~gone] = scaled
        rested.append(weights[n][..., gone].sum(dim=-1))
    return others, torch.stack(rested)


def row_by_row(weights: Tensor, rest: Tensor) -> Two:
    batch, heads, query, _ = weights.shape
    others, rested = torch.zeros_like(weights), weights.new_zeros(batch, heads, query)
    for n in range(batch):
        for h in range(heads):
            for q in range(query):
                row = weights[n, h, q]
                rested[n, h, q] = row[rest[n]].sum()
                left = row[~rest[n]]
                if left.sum() > 0:
                    others[n, h, q, ~rest[n]] = left / left.sum()
    return others, rested


def ready_made(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[:, None, None], 0)
    others = torch.nn.functional.normalize(
        left, p=1.0, dim=-1, eps=torch.finfo(left.dtype).tiny
    )
    rested = torch.einsum("nhqk,nk->nhq", weights, rest.to(weights.dtype))
    return others, rested


def smallest_divisor(weights: Tensor, rest: Tensor) -> Two:
    kept = (~rest).to(weights.dtype).view(len(rest), 1, 1, -1)
    left = weights * kept
    tiny = torch.finfo(weights.dtype).tiny
    others = left / left.sum(dim=-1, keepdim=True).clamp(min=tiny)
    return others, weights.mul(1 - kept).sum(dim=-1)


def logs(weights: Tensor, rest: Tensor) -> Two:
    hidden = rest[:, None, None]
    scores = weights.double().log().masked_fill(hidden, -torch.inf)
    others = scores.softmax(dim=-1).nan_to_num(0.0).to(weights.dtype)
    return others, (weights * hidden).sum(dim=-1)


RIGHT = (
    Right("own", "scaled where something is left", where_something),
    Right("own", "a divisor of 1 where nothing is left", a_safe_divisor),
    Right("own", "nan put right at the end", nan_to_zero),
    Right("own", "sentence by sentence, columns picked", sentence_by_sentence),
    Right("own", "row by row", row_by_row),
    Right("own", "a ready-made that scales rows to 1", ready_made),
    Right("own", "the smallest number as the least divisor", smallest_divisor),
    Right("own", "a softmax of logarithms", logs),
)
