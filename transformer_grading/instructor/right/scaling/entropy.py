"""Right ways to take the entropy of a softmax."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def entr(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(torch.softmax(scores, dim=dim)).sum(dim=dim)
    return found


def functional(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.nn.functional.softmax(scores, dim=dim)
    return -torch.xlogy(weights, weights).sum(dim=dim)


def masked(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim)
    return -(weights * weights.masked_fill(weights == 0, 1.0).log()).sum(dim)


def where(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    one = torch.ones_like(weights)
    logs = torch.log(torch.where(weights > 0, weights, one))
    return -torch.sum(weights * logs, dim=dim)


def clamped(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.clamp(min=1e-30).log()).sum(dim=dim)


def a_trace_inside(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * torch.log(weights + 1e-12)).sum(dim=dim)


def parts_repaired(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    parts = weights * weights.log()
    return -parts.nan_to_num(0.0).sum(dim=dim)


def nansum(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=dim)
    return -(logs.exp() * logs).nansum(dim=dim)


def by_hand(scores: Tensor, dim: int = -1) -> Tensor:
    shifted = scores - scores.amax(dim=dim, keepdim=True)
    exponentials = shifted.exp()
    total = exponentials.sum(dim=dim, keepdim=True)
    parts = exponentials * shifted.masked_fill(exponentials == 0, 0.0)
    return (total.log() - parts.sum(dim=dim, keepdim=True) / total).squeeze(dim)


def maximum_detached(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = (scores - scores.amax(dim, keepdim=True).detach()).exp()
    weights = exponentials / exponentials.sum(dim, keepdim=True)
    found: Tensor = torch.special.entr(weights).sum(dim)
    return found


def exp_of_log(scores: Tensor, dim: int = -1) -> Tensor:
    logs = torch.log_softmax(scores, dim=dim)
    return (logs.exp() * -logs.clamp(min=-1e4)).sum(dim=dim)


def total_less_average(scores: Tensor, dim: int = -1) -> Tensor:
    total = scores.logsumexp(dim=dim)
    finite = scores.masked_fill(scores.isinf(), 0.0)
    return total - (scores.softmax(dim=dim) * finite).sum(dim=dim)


def slope_of_the_total(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.exp(scores - scores.logsumexp(dim=dim, keepdim=True))
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def logarithms_held_fixed(scores: Tensor, dim: int = -1) -> Tensor:
    # The slopes of the logarithms cancel, since weights add up to 1.
    weights = scores.softmax(dim=dim)
    logs = weights.detach().masked_fill(weights == 0, 1.0).log()
    return -(weights * logs).sum(dim=dim)


def moved_axis(scores: Tensor, dim: int = -1) -> Tensor:
    rows = scores.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    found = [torch.special.entr(row.softmax(dim=0)).sum() for row in flat]
    return torch.stack(found).reshape(rows.shape[:-1])


def loop(scores: Tensor, dim: int = -1) -> Tensor:
    total = 0 * scores.select(dim, 0).clamp(min=0.0)
    for weight in scores.softmax(dim=dim).unbind(dim):
        total = total - weight * torch.log(weight.masked_fill(weight == 0, 1.0))
    return total


def from_bits(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    bits = -(weights * weights.masked_fill(weights == 0, 1.0).log2()).sum(dim=dim)
    return bits * math.log(2)


def of_the_course(scores: Tensor, dim: int = -1) -> Tensor:
    from transformer_lib.scaling import softmax_entropy

    return softmax_entropy(scores.softmax(dim=dim).movedim(dim, -1))


def categorical(scores: Tensor, dim: int = -1) -> Tensor:
    rows = scores.movedim(dim, -1)
    found: Tensor = torch.distributions.Categorical(logits=rows).entropy()
    return found


RIGHT = (
    Right("W01", "torch.softmax and entr", entr),
    Right("W01", "F.softmax and xlogy", functional),
    Right("W01", "a 1 in the place of each 0", masked),
    Right("own", "the same by where", where),
    Right("own", "a logarithm that is limited far below", clamped),
    Right("own", "a trace inside the logarithm", a_trace_inside),
    Right("own", "parts of the sum repaired", parts_repaired),
    Right("W04", "log_softmax and nansum", nansum),
    Right("W02", "shifted exponentials, divided last", by_hand),
    Right("W03", "the maximum detached", maximum_detached),
    Right("W04", "log_softmax, limited", exp_of_log),
    Right("own", "the total less the average", total_less_average),
    Right("W05", "exp(scores - logsumexp)", slope_of_the_total),
    Right("own", "the logarithms held fixed", logarithms_held_fixed),
    Right("own", "row by row", moved_axis),
    Right("own", "a loop over the keys", loop),
    Right("own", "bits turned into nats", from_bits),
    Right(
        *("own", "the course's own", of_the_course, Verdict.SEALED),
        "softmax_entropy is what this task asks you to write",
    ),
    Right(
        *("own", "Categorical", categorical, Verdict.SEALED),
        "entropy is what this task asks you to write",
    ),
)
