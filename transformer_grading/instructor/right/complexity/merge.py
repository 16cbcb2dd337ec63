"""Right ways to merge two attentions."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Two = tuple[Tensor, Tensor]


def by_logaddexp(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - log_total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - log_total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, log_total


def by_softmax(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    both = torch.stack([log_1, log_2], dim=-1)
    shares = torch.nan_to_num(both.softmax(dim=-1))
    outputs = torch.stack([o_1, o_2], dim=-2)
    output = (shares.unsqueeze(-2) @ outputs).squeeze(-2)
    return output, both.logsumexp(dim=-1)


def by_einsum(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    both, outputs = torch.stack([log_1, log_2]), torch.stack([o_1, o_2])
    empty = both.isinf().all(dim=0)
    shares = torch.where(empty, 0.0, both.masked_fill(empty, 0.0).softmax(dim=0))
    output = torch.einsum("p...,p...d->...d", shares, outputs)
    return output, both.logsumexp(dim=0)


def by_sigmoid(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    neither = (log_1 == -math.inf) & (log_2 == -math.inf)
    gap = torch.where(neither, 0.0, log_1) - torch.where(neither, 0.0, log_2)
    share = torch.sigmoid(gap)[..., None]
    output = torch.lerp(o_2, o_1, share)
    return output.masked_fill(neither[..., None], 0.0), torch.logaddexp(log_1, log_2)


def shifted(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2).clamp(min=torch.finfo(log_1.dtype).min)
    t_1, t_2 = torch.exp(log_1 - best), torch.exp(log_2 - best)
    total = t_1 + t_2
    output = t_1.unsqueeze(-1) * o_1 + t_2.unsqueeze(-1) * o_2
    output = output / total.clamp(min=0.5).unsqueeze(-1)
    return output, torch.where(total > 0, best + torch.log(total), -math.inf)


def maximum_detached(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2).detach()
    best = torch.where(best.isinf(), torch.zeros_like(best), best)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    weighed = t_1[..., None] * o_1 + t_2[..., None] * o_2
    total = t_1 + t_2
    return weighed / total.clamp(min=1e-6)[..., None], total.log() + best


def query_by_query(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    features, queries = o_1.shape[-1], log_1.numel()
    outputs, logs = [], []
    for i in range(queries):
        one, two = log_1.reshape(-1)[i], log_2.reshape(-1)[i]
        row_1 = o_1.reshape(queries, features)[i]
        row_2 = o_2.reshape(queries, features)[i]
        if one == -math.inf and two == -math.inf:
            outputs.append(torch.zeros_like(row_1))
        else:
            share = torch.exp(one - torch.logaddexp(one, two))
            outputs.append(share * row_1 + (1 - share) * row_2)
        logs.append(torch.logaddexp(one, two))
    return torch.stack(outputs).reshape(o_1.shape), torch.stack(logs).reshape(
        log_1.shape
    )


def in_double(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    one, two = log_1.double(), log_2.double()
    log_total = torch.logaddexp(one, two)
    share_1 = torch.exp(one - log_total).nan_to_num(0.0).unsqueeze(-1)
    share_2 = torch.exp(two - log_total).nan_to_num(0.0).unsqueeze(-1)
    output = share_1 * o_1.double() + share_2 * o_2.double()
    return output.to(o_1.dtype), log_total.to(log_1.dtype)


def as_two_keys(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    scores = torch.cat([log_1.unsqueeze(-1), log_2.unsqueeze(-1)], dim=-1)
    lowest = torch.finfo(scores.dtype).min
    best = scores.amax(dim=-1, keepdim=True).clamp(min=lowest)
    weights = (scores - best).exp()
    total = weights.sum(dim=-1, keepdim=True)
    weights = weights / total.masked_fill(total == 0, 1.0)
    output = weights[..., 0:1] * o_1 + weights[..., 1:2] * o_2
    return output, (best + total.log()).squeeze(-1)


def on_copies_in_place(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - log_total).exp()
    share_2 = (log_2 - log_total).exp()
    output = o_1.mul(share_1[..., None])
    output += o_2 * share_2[..., None]
    empty = log_total == float("-inf")
    return torch.where(empty[..., None], torch.zeros_like(output), output), log_total


def remainder(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    nothing = ((log_1 == -math.inf) & (log_2 == -math.inf))[..., None]
    share = torch.sigmoid(log_1 - log_2)[..., None]
    output = share * o_1 + (1 - share) * o_2
    return output.masked_fill(nothing, 0.0), torch.logaddexp(log_1, log_2)


def nan_set_to_zero(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    output = (t_1[..., None] * o_1 + t_2[..., None] * o_2) / (t_1 + t_2)[..., None]
    log_total = best + torch.log(t_1 + t_2)
    return output.nan_to_num(0.0), log_total.nan_to_num(-math.inf, neginf=-math.inf)


RIGHT = (
    Right("own", "a sigmoid of the difference, and what remains", remainder),
    Right("own", "nan set to zero in the end", nan_set_to_zero),
    Right("own", "logaddexp", by_logaddexp),
    Right("W01", "softmax of the stacked logarithms, logsumexp", by_softmax),
    Right("W17", "einsum over the parts", by_einsum),
    Right("own", "a sigmoid of the difference, lerp", by_sigmoid),
    Right("W02", "shifted exponentials", shifted),
    Right("W03", "the maximum detached", maximum_detached),
    Right("own", "a loop over the queries", query_by_query),
    Right("own", "float64 on the way", in_double),
    Right("own", "two keys, normalised by hand", as_two_keys),
    Right("own", "in place on a tensor of its own", on_copies_in_place),
)
