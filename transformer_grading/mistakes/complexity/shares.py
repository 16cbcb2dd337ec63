"""Merged attentions in which the parts get the wrong shares."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def averaged(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    return (o_1 + o_2) / 2, torch.logaddexp(log_1, log_2)


def averaged_where_both(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    seen_1 = (log_1 > -math.inf).to(o_1.dtype).unsqueeze(-1)
    seen_2 = (log_2 > -math.inf).to(o_1.dtype).unsqueeze(-1)
    output = (seen_1 * o_1 + seen_2 * o_2) / (seen_1 + seen_2).clamp(min=1)
    return output, torch.logaddexp(log_1, log_2)


def added(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    return o_1 + o_2, torch.logaddexp(log_1, log_2)


def added_where_seen(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    o_1 = o_1.masked_fill((log_1 == -math.inf).unsqueeze(-1), 0.0)
    o_2 = o_2.masked_fill((log_2 == -math.inf).unsqueeze(-1), 0.0)
    return o_1 + o_2, torch.logaddexp(log_1, log_2)


def logarithms_as_shares(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    sum_of_logs = (log_1 + log_2).unsqueeze(-1)
    output = (log_1.unsqueeze(-1) * o_1 + log_2.unsqueeze(-1) * o_2) / sum_of_logs
    return output, torch.logaddexp(log_1, log_2)


def undivided(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    best = best.masked_fill(best == -math.inf, 0.0)
    s_1, s_2 = (log_1 - best).exp(), (log_2 - best).exp()
    return s_1[..., None] * o_1 + s_2[..., None] * o_2, best + (s_1 + s_2).log()


def swapped(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp(log_1, log_2)
    share_1 = (log_2 - log_total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_1 - log_total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, log_total


def swapped_softmax(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    both = torch.stack([log_2, log_1], dim=-1)
    shares = both.softmax(dim=-1).nan_to_num(0.0)
    output = shares[..., :1] * o_1 + shares[..., 1:] * o_2
    return output, both.logsumexp(dim=-1)


def larger_alone(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    output = torch.where((log_1 >= log_2).unsqueeze(-1), o_1, o_2)
    log_total = torch.logaddexp(log_1, log_2)
    return output.masked_fill((log_total == -math.inf).unsqueeze(-1), 0.0), log_total


def not_shrunk(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share = (log_2 - total).exp().nan_to_num(0.0)[..., None]
    return o_1 + share * o_2, total


def second_not_shrunk(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share = (log_1 - total).exp().nan_to_num(0.0)[..., None]
    return share * o_1 + o_2, total


def powers_of_two(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp2(log_1, log_2)
    share_1 = torch.exp2(log_1 - log_total).nan_to_num(0.0).unsqueeze(-1)
    share_2 = torch.exp2(log_2 - log_total).nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, log_total


def across_queries(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp(log_1, log_2)
    shares = torch.stack([log_1, log_2]).softmax(dim=-1).nan_to_num(0.0)
    return shares[0][..., None] * o_1 + shares[1][..., None] * o_2, log_total


def one_total_for_all(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    one, two = log_1.flatten().logsumexp(0), log_2.flatten().logsumexp(0)
    share = torch.sigmoid(one - two).nan_to_num(0.0)
    return share * o_1 + (1 - share) * o_2, torch.logaddexp(log_1, log_2)


def along_the_features(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    log_total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - log_total).exp().nan_to_num(0.0)
    share_2 = (log_2 - log_total).exp().nan_to_num(0.0)
    return share_1 * o_1 + share_2 * o_2, log_total


def features_by_hand(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    best = torch.maximum(log_1, log_2)
    best = best.masked_fill(best == -math.inf, 0.0)
    s_1, s_2 = (log_1 - best).exp(), (log_2 - best).exp()
    total = s_1 + s_2
    output = (s_1 * o_1 + s_2 * o_2) / total.masked_fill(total == 0, 1.0)
    return output, best + total.log()


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "the plain average of both outputs",
        "Both parts count alike, however much weight each had.",
        "Your logarithm is right. Does a part that met good keys say more than one "
        "that met bad ones?",
        _TABLE,
        (averaged, averaged_where_both),
        (),
        "Two averages are merged by averaging them.",
        "Each average counts in proportion to what it was divided by.",
    ),
    Mistake(
        "the sum of both outputs",
        "The result lies outside the range of the values.",
        "Your logarithm is right. Each output is an average already: can their sum be "
        "one?",
        _TABLE,
        (added, added_where_seen),
    ),
    Mistake(
        "logarithms taken for totals",
        "The parts count in proportion to a logarithm, which may even be negative.",
        "Your logarithm is right. In proportion to what does each part count: its "
        "total, or the logarithm of it?",
        _TABLE,
        (logarithms_as_shares,),
    ),
    Mistake(
        "a sum that is not divided",
        "The shares of the two parts do not add up to 1.",
        "Your logarithm is right. By what is a weighted sum divided to become an "
        "average?",
        _TABLE,
        (undivided,),
    ),
    Mistake(
        "shares that have changed places",
        "Each part gets what the other deserves.",
        "Your shares add up to 1, and the logarithm is right. Which total belongs to "
        "which output?",
        _TABLE,
        (swapped, swapped_softmax),
    ),
    Mistake(
        "the stronger part alone",
        "The weaker part is left out, however close the two are.",
        "Your logarithm is right. What share has a part whose total is a third of "
        "the other's?",
        _TABLE,
        (larger_alone,),
    ),
    Mistake(
        "one part that is not shrunk",
        "It keeps its whole weight when the other joins it.",
        "Your logarithm is right. What happens to the share of the one part when the "
        "other is added?",
        _TABLE,
        (not_shrunk, second_not_shrunk),
    ),
    Mistake(
        "powers of two in the place of powers of e",
        "The logarithms are taken to another base.",
        "Your shares add up to 1. To which base are the logarithms of the task?",
        _TABLE,
        (powers_of_two,),
    ),
    Mistake(
        "queries that compete with each other",
        "The shares of one query depend on the totals of another.",
        "One query alone is right. Which two totals share out a whole 1: those of two "
        "queries, or of two parts?",
        _TABLE,
        (across_queries, one_total_for_all),
        ("A06",),
    ),
    Mistake(
        "a share for each feature in the place of each query",
        "The shares meet the output along the wrong axis.",
        "One query alone is right. Along which axis of an output do the queries lie, "
        "and with which axis does broadcasting pair your shares?",
        _TABLE,
        (along_the_features, features_by_hand),
    ),
)
