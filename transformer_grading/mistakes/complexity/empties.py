"""Merged attentions that go wrong where a part is empty, or in how they are made."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def nowhere_at_all(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1, share_2 = (log_1 - total).exp(), (log_2 - total).exp()
    return share_1[..., None] * o_1 + share_2[..., None] * o_2, total


def nowhere_by_hand(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    output = t_1[..., None] * o_1 + t_2[..., None] * o_2
    return output / (t_1 + t_2)[..., None], best + (t_1 + t_2).log()


def nowhere_by_softmax(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    both = torch.stack([log_1, log_2], dim=-1)
    share_1, share_2 = both.softmax(dim=-1).split(1, dim=-1)
    return share_1 * o_1 + share_2 * o_2, both.logsumexp(dim=-1)


def output_cleared(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    output = (t_1[..., None] * o_1 + t_2[..., None] * o_2) / (t_1 + t_2)[..., None]
    return output.nan_to_num(0.0), best + (t_1 + t_2).log()


def shares_cleared(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    t_1 = (log_1 - best).exp().nan_to_num(0.0)
    t_2 = (log_2 - best).exp().nan_to_num(0.0)
    total = (t_1 + t_2).clamp(min=1.0)
    output = (t_1[..., None] * o_1 + t_2[..., None] * o_2) / total[..., None]
    return output, (best + total.log()).nan_to_num(0.0, neginf=0.0)


def zero_logarithm(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    shares = torch.stack([log_1 - total, log_2 - total]).exp().nan_to_num(0.0)
    output = shares[0, ..., None] * o_1 + shares[1, ..., None] * o_2
    return output, total.masked_fill(total == -math.inf, 0.0)


def guarded_logarithm(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2).clamp(min=-1e9)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    total = (t_1 + t_2).clamp(min=1e-9)
    output = (t_1[..., None] * o_1 + t_2[..., None] * o_2) / total[..., None]
    return output, best + total.log()


def lowest_float(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_1, log_2 = torch.nan_to_num(log_1), torch.nan_to_num(log_2)
    best = torch.maximum(log_1, log_2)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    output = t_1[..., None] * o_1 + t_2[..., None] * o_2
    return output / (t_1 + t_2)[..., None], best + (t_1 + t_2).log()


def large_constant(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_1, log_2 = log_1.clamp(min=-1e9), log_2.clamp(min=-1e9)
    total = torch.logaddexp(log_1, log_2)
    share = (log_1 - total).exp().unsqueeze(-1)
    return share * o_1 + (log_2 - total).exp().unsqueeze(-1) * o_2, total


def lowest_sigmoid(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    lowest = torch.finfo(log_1.dtype).min
    share = torch.sigmoid(log_1.clamp(min=lowest) - log_2.clamp(min=lowest))
    share = share.unsqueeze(-1)
    return share * o_1 + (1 - share) * o_2, torch.logaddexp(log_1, log_2)


def zero_for_nothing(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_1 = log_1.masked_fill(log_1 == -math.inf, 0.0)
    log_2 = log_2.masked_fill(log_2 == -math.inf, 0.0)
    total = torch.logaddexp(log_1, log_2)
    share = (log_1 - total).exp().unsqueeze(-1)
    return share * o_1 + (1 - share) * o_2, total


def other_part_whole(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    if (log_1 == -math.inf).any():
        return o_2.clone(), log_2.clone()
    if (log_2 == -math.inf).any():
        return o_1.clone(), log_1.clone()
    total = torch.logaddexp(log_1, log_2)
    share = (log_1 - total).exp().unsqueeze(-1)
    return share * o_1 + (log_2 - total).exp().unsqueeze(-1) * o_2, total


def nothing_everywhere(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    if not torch.isfinite(total).all():
        return torch.zeros_like(o_1), torch.full_like(total, -math.inf)
    share = (log_1 - total).exp().unsqueeze(-1)
    return share * o_1 + (1 - share) * o_2, total


def one_plus(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    share = torch.sigmoid(log_1 - log_2).nan_to_num(0.0).unsqueeze(-1)
    return share * o_1 + (1 - share) * o_2, torch.logaddexp(log_1, log_2)


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "minus infinity taken from minus infinity",
        "Where both parts are empty the result is not a number.",
        "One empty part is no trouble. What is −∞ less −∞, and where does that come "
        "up if both parts are empty?",
        _TABLE,
        (nowhere_at_all, nowhere_by_hand, nowhere_by_softmax, output_cleared),
        ("A21",),
    ),
    Mistake(
        "another logarithm than minus infinity for an empty row",
        "If it is merged once more, it counts as a part that saw keys.",
        "Your output is right, also where both parts are empty. What is the logarithm "
        "of a total of 0?",
        _TABLE,
        (shares_cleared, zero_logarithm, guarded_logarithm),
    ),
    Mistake(
        "a large negative number in the place of minus infinity",
        "Where both parts are empty, they count alike.",
        "One empty part is no trouble. If both have the same large negative "
        "logarithm, what are their shares?",
        _TABLE,
        (lowest_float, large_constant, lowest_sigmoid),
        ("A22",),
        "A large negative number does what minus infinity does.",
        "Not where all are equal to it: then the softmax shares out evenly.",
    ),
    Mistake(
        "the second part alone where both are empty",
        "What it has left over gets the whole weight.",
        "One empty part is no trouble. If neither part saw a key, should the shares "
        "add up to 1 or to 0?",
        _TABLE,
        (one_plus,),
        ("A22",),
    ),
    Mistake(
        "an empty part with the total 1",
        "It counts as if it had seen a key with the score 0.",
        "Where no part is empty you are right. What is the exponential of the number "
        "that you put in the place of −∞?",
        _TABLE,
        (zero_for_nothing,),
        ("A13",),
    ),
    Mistake(
        "one empty row that decides for all",
        "Rows that are not empty lose a part.",
        "Where a whole part is empty or none is, you are right. For which queries does "
        "your if decide?",
        _TABLE,
        (other_part_whole, nothing_everywhere),
    ),
)
