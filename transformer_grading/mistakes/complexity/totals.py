"""Merged attentions whose logarithm goes wrong, or that leave the range of floats."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def logarithms_added(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, log_1 + log_2


def larger_logarithm(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, torch.maximum(log_1, log_2)


def no_maximum_back(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    best = best.masked_fill(best == -math.inf, 0.0)
    s_1, s_2 = (log_1 - best).exp()[..., None], (log_2 - best).exp()[..., None]
    total = s_1 + s_2
    output = (s_1 * o_1 + s_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, total.squeeze(-1).log()


def maximum_taken_twice(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    best = best.masked_fill(best == -math.inf, 0.0)
    s_1, s_2 = (log_1 - best).exp()[..., None], (log_2 - best).exp()[..., None]
    total = s_1 + s_2
    output = (s_1 * o_1 + s_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, total.squeeze(-1).log() - best


def total_itself(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total.exp()


def mean_of_the_totals(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total - math.log(2)


def extra_axis(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_1, log_2 = log_1.unsqueeze(-1), log_2.unsqueeze(-1)
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0)
    return share_1 * o_1 + (log_2 - total).exp().nan_to_num(0.0) * o_2, total


def wrong_order(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return total, share_1 * o_1 + share_2 * o_2


def bare_exponentials(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    t_1, t_2 = log_1.exp().unsqueeze(-1), log_2.exp().unsqueeze(-1)
    total = t_1 + t_2
    output = (t_1 * o_1 + t_2 * o_2) / total
    return output.nan_to_num(0.0), total.squeeze(-1).log()


def bare_in_proportion(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    share = log_1.exp() / (log_1.exp() + log_2.exp())
    share = share.unsqueeze(-1)
    output = share * o_1 + (1 - share) * o_2
    nothing = (torch.maximum(log_1, log_2) == -math.inf).unsqueeze(-1)
    return output.masked_fill(nothing, 0.0), (log_1.exp() + log_2.exp()).log()


def bare_unguarded(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    t_1, t_2 = torch.exp(log_1), torch.exp(log_2)
    weighed = t_1[..., None] * o_1 + t_2[..., None] * o_2
    return weighed / (t_1 + t_2)[..., None], torch.log(t_1 + t_2)


def bare_with_a_guard(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    t_1, t_2 = log_1.exp()[..., None], log_2.exp()[..., None]
    total = t_1 + t_2
    return (t_1 * o_1 + t_2 * o_2) / total.clamp(min=1e-30), total[..., 0].log()


def clamped(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    t_1 = log_1.clamp(max=50).exp().unsqueeze(-1)
    t_2 = log_2.clamp(max=50).exp().unsqueeze(-1)
    output = (t_1 * o_1 + t_2 * o_2) / (t_1 + t_2)
    return output.nan_to_num(0.0), (t_1 + t_2).squeeze(-1).log()


def minimum(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    least = torch.minimum(log_1, log_2)
    least = least.masked_fill(least == -math.inf, 0.0)
    t_1, t_2 = (log_1 - least).exp()[..., None], (log_2 - least).exp()[..., None]
    total = t_1 + t_2
    output = (t_1 * o_1 + t_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, least + total.squeeze(-1).log()


def first_logarithm(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    zero = log_1.masked_fill(log_1 == -math.inf, 0.0)
    t_1, t_2 = (log_1 - zero).exp()[..., None], (log_2 - zero).exp()[..., None]
    total = t_1 + t_2
    output = (t_1 * o_1 + t_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, zero + total.squeeze(-1).log()


def one_maximum_for_all(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1.max(), log_2.max())
    best = best.masked_fill(best == -math.inf, 0.0)
    t_1, t_2 = (log_1 - best).exp()[..., None], (log_2 - best).exp()[..., None]
    total = t_1 + t_2
    output = (t_1 * o_1 + t_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, best + total.squeeze(-1).log()


def one_maximum_uncleared(
    o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor
) -> Two:
    best = torch.cat([log_1, log_2]).max()
    t_1, t_2 = torch.exp(log_1 - best), torch.exp(log_2 - best)
    output = t_1[..., None] * o_1 + t_2[..., None] * o_2
    return output / (t_1 + t_2)[..., None], best + torch.log(t_1 + t_2)


def logarithms_scaled(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    smooth = torch.logaddexp(log_1 / 2, log_2 / 2)
    share_1 = (log_1 / 2 - smooth).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 / 2 - smooth).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "logarithms added",
        "The totals are multiplied.",
        "Your output is right. What is added when two totals are joined: the totals, "
        "or their logarithms?",
        _TABLE,
        (logarithms_added,),
    ),
    Mistake(
        "the larger of the two logarithms",
        "The other part does not add to the total.",
        "Your output is right. What is the total of all keys, if one part has the "
        "total 4 and the other 12?",
        _TABLE,
        (larger_logarithm,),
    ),
    Mistake(
        "a logarithm without what was taken away",
        "It is counted from the larger of the two, not from zero.",
        "Your output is right. What did you take away before the exponential, and did "
        "it come back with the right sign?",
        _TABLE,
        (no_maximum_back, maximum_taken_twice),
    ),
    Mistake(
        "the total in the place of its logarithm",
        "It overflows for large totals.",
        "Your output is right. Which of the two can be merged once more, in the form "
        "in which it came?",
        _TABLE,
        (total_itself,),
    ),
    Mistake(
        "the mean of the totals",
        "The total is halved.",
        "Your output is right. Are the totals of two parts averaged, or added?",
        _TABLE,
        (mean_of_the_totals,),
    ),
    Mistake(
        "a logarithm with an axis too many",
        "The numbers are right, but the last axis of length 1 is still there.",
        "The numbers are right. Which axis did you add so that the shares fit the "
        "output, and where does it go?",
        _TABLE,
        (extra_axis,),
    ),
    Mistake(
        "output and logarithm in the wrong order",
        "They have changed places.",
        "Both are right. Which one does the task want first?",
        _TABLE,
        (wrong_order,),
    ),
    Mistake(
        "the exponential of the bare logarithm",
        "Right on paper, until a total leaves the range of float32.",
        "Small totals are right. What is the exponential of 1000 in float32, and what "
        "does the chapter take away first?",
        _TABLE,
        (
            *(bare_exponentials, bare_in_proportion, bare_unguarded),
            *(bare_with_a_guard, clamped),
        ),
        ("S01",),
    ),
    Mistake(
        "a shift by something other than the larger logarithm",
        "The exponential of the larger one may still overflow.",
        "Small totals are right. After your shift, how large can an exponential still "
        "be?",
        _TABLE,
        (minimum, first_logarithm),
    ),
    Mistake(
        "one maximum for all queries",
        "A query far below the largest total becomes 0/0.",
        "One query alone is right, and one with large totals spoils its neighbour. "
        "Over which numbers should the maximum be taken?",
        _TABLE,
        (one_maximum_for_all, one_maximum_uncleared),
        ("S02",),
    ),
    Mistake(
        "shares of a hotter softmax",
        "The parts are more alike than they should be.",
        "Your logarithm is right, and the shares add up to 1. By what did you divide "
        "the logarithms, and does the task ask for it?",
        _TABLE,
        (logarithms_scaled,),
    ),
)
