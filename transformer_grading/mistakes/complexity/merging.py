"""Merged attentions with the right numbers that are made in the wrong way."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def outputs_written(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    o_1 *= (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    o_2 *= (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return o_1 + o_2, total


def first_output_written(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    o_1.mul_((log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1))
    o_1.add_((log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1) * o_2)
    return o_1, total


def logarithms_written(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    log_1 -= total
    log_2 -= total
    share_1, share_2 = log_1.exp().nan_to_num(0.0), log_2.exp().nan_to_num(0.0)
    return share_1[..., None] * o_1 + share_2[..., None] * o_2, total


def leftovers_cleared(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    o_1[log_1 == -math.inf] = 0.0
    o_2[log_2 == -math.inf] = 0.0
    total = torch.logaddexp(log_1, log_2)
    shares = torch.stack([log_1 - total, log_2 - total]).exp().nan_to_num(0.0)
    return shares[0][..., None] * o_1 + shares[1][..., None] * o_2, total


def clears_what_is_empty_on_both_sides(
    o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor
) -> Two:
    best = torch.maximum(log_1, log_2)
    o_1[best == -math.inf], o_2[best == -math.inf] = 0.0, 0.0
    best = best.masked_fill(best == -math.inf, 0.0)
    t_1, t_2 = (log_1 - best).exp(), (log_2 - best).exp()
    total = t_1 + t_2
    output = t_1.unsqueeze(-1) * o_1 + t_2.unsqueeze(-1) * o_2
    return output / total.masked_fill(total == 0, 1.0)[..., None], best + total.log()


def without_a_tape(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    with torch.no_grad():
        total = torch.logaddexp(log_1, log_2)
        share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
        share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
        return share_1 * o_1 + share_2 * o_2, total


def all_detached(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return (share_1 * o_1 + share_2 * o_2).detach(), total.detach()


def shares_detached(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1).detach()
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1).detach()
    return share_1 * o_1 + share_2 * o_2, total


def total_detached(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2).detach()
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total


def single(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    o_1, log_1, o_2, log_2 = o_1.float(), log_1.float(), o_2.float(), log_2.float()
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total


def double(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1.double(), log_2.double())
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    return share_1 * o_1 + share_2 * o_2, total


def single_inside(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1.float(), log_2.float())
    share_1 = (log_1.float() - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2.float() - total).exp().nan_to_num(0.0).unsqueeze(-1)
    output = share_1 * o_1.float() + share_2 * o_2.float()
    return output.to(o_1.dtype), total.to(log_1.dtype)


def one_of_two_is_all(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    far, total = (log_1 - log_2)[..., None], torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    share_2 = (log_2 - total).exp().nan_to_num(0.0).unsqueeze(-1)
    output = share_1 * o_1 + share_2 * o_2
    output = torch.where(far > 10, o_1, torch.where(far < -10, o_2, output))
    return output, total


def flattened_as_a_view(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    a, b = o_1.view(-1, o_1.shape[-1]), o_2.view(-1, o_2.shape[-1])
    shares = torch.stack([log_1.reshape(-1), log_2.reshape(-1)]).softmax(dim=0)
    shares = shares.nan_to_num(0.0)[..., None]
    output = shares[0] * a + shares[1] * b
    return output.view(o_1.shape), torch.logaddexp(log_1, log_2)


def two_axes(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0)[:, None]
    share_2 = (log_2 - total).exp().nan_to_num(0.0)[:, None]
    return share_1 * o_1 + share_2 * o_2, total


def second_axis(o_1: Tensor, log_1: Tensor, o_2: Tensor, log_2: Tensor) -> Two:
    total = torch.logaddexp(log_1, log_2)
    share_1 = (log_1 - total).exp().nan_to_num(0.0).unsqueeze(1)
    return share_1 * (o_1 - o_2) + o_2 * (total > -math.inf).unsqueeze(1), total


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "parts written over",
        "The results are right, and the caller's tensors are changed.",
        "Which of your operators writes into a tensor that was handed in?",
        _TABLE,
        (
            *(outputs_written, first_output_written, logarithms_written),
            *(leftovers_cleared, clears_what_is_empty_on_both_sides),
        ),
    ),
    Mistake(
        "results cut off from the parts",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _TABLE,
        (without_a_tape, all_detached),
    ),
    Mistake(
        "shares cut off from the logarithms",
        "What a part says can be learned, how much it counts cannot.",
        "Gradients reach both outputs. Do the shares depend on the logarithms, and "
        "which of your lines forgets it?",
        _TABLE,
        (shares_detached, total_detached),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the parts.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _TABLE,
        (single, double),
    ),
    Mistake(
        "float32 on the way",
        "The dtype is right, but the numbers are no more exact than float32 is.",
        "Your results have the right dtype. Which of your lines rounds numbers to "
        "float32 before they are used?",
        _TABLE,
        (single_inside,),
    ),
    Mistake(
        "a small part taken for none",
        "A part is dropped when the other is some thousand times as large.",
        "Parts that are nearly alike are right. From which distance on do you leave a "
        "part out, and what is its share there?",
        _TABLE,
        (one_of_two_is_all,),
    ),
    Mistake(
        "a view of tensors that do not lie in one piece",
        "It fails where the axes of a part were exchanged.",
        "Tensors in one piece are right. Which of your calls needs its numbers to lie "
        "side by side in memory, and which other call copies where it has to?",
        _TABLE,
        (flattened_as_a_view,),
    ),
    Mistake(
        "code for one number of axes only",
        "It works without leading axes, or meets the wrong axis with them.",
        "Without batch and heads you are right. From which end should you count to the "
        "new axis of the shares?",
        _TABLE,
        (two_axes, second_axis),
    ),
)
