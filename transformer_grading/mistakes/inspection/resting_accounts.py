"""Accounts of resting places that do not add up, and their side effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Two = tuple[Tensor, Tensor]


def largest_rest(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).amax(dim=-1)


def mean_rest(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    count = gone.sum(dim=-1).clamp(min=1)
    return others, (weights * gone).sum(dim=-1) / count


def mean_over_keys(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).mean(dim=-1)


def what_is_left(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[:, None, None], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, total.squeeze(-1)


def rest_to_one(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[:, None, None], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, 1 - total.squeeze(-1)


def one_number_a_head(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1).mean(dim=-1)


def axis_kept(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1, keepdim=True)


def after_the_fact(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (others * gone).sum(dim=-1)


def in_place(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1)
    weights.masked_fill_(gone, 0)
    total = weights.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, weights / total, 0.0), rested


def all_in_place(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    rested = (weights * gone).sum(dim=-1)
    weights *= ~gone
    total = weights.sum(dim=-1, keepdim=True)
    weights /= total.masked_fill(total == 0, 1)
    return weights, rested


def single(weights: Tensor, rest: Tensor) -> Two:
    gone, weights = rest[:, None, None], weights.float()
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1)


def there_and_back(weights: Tensor, rest: Tensor) -> Two:
    gone, dtype, weights = rest[:, None, None], weights.dtype, weights.float()
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others.to(dtype), (weights * gone).sum(dim=-1).to(dtype)


def by_columns(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-2)


def averaged_heads(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others.mean(dim=1), (weights * gone).sum(dim=-1)


def rounded(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights * gone).sum(dim=-1).mul(100).round() / 100


def in_percent(weights: Tensor, rest: Tensor) -> Two:
    gone = rest[:, None, None]
    left = weights.masked_fill(gone, 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, 100 * (weights * gone).sum(dim=-1)


def gained_by_others(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[:, None, None], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, (weights - others).sum(dim=-1)


def part_of_the_row(weights: Tensor, rest: Tensor) -> Two:
    left = weights.masked_fill(rest[:, None, None], 0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, 1 - total.squeeze(-1) / weights.sum(dim=-1)


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "an account of one resting place",
        "With two of them, their weights are not added.",
        "A row gave 0.5 to one resting place and 0.3 to the other: how much rested?",
        _USING,
        (largest_rest, mean_rest, mean_over_keys),
    ),
    Mistake(
        "an account of what is left",
        "It says what did not rest.",
        "Is rested large or small, in a head that does nothing but rest?",
        _USING,
        (what_is_left,),
    ),
    Mistake(
        "what rested, taken from 1",
        "A row that was zero before never rested.",
        "How much rested in a row of zeros?",
        _USING,
        (rest_to_one,),
    ),
    Mistake(
        "an account with other axes",
        "It is not one number for each query of each head of each sentence.",
        "Which axes has rested?",
        _USING,
        (one_number_a_head, axis_kept, by_columns),
    ),
    Mistake(
        "an account of what has been taken out already",
        "It is zero everywhere.",
        "In which of your tensors do the resting places still have their weight?",
        _USING,
        (after_the_fact,),
    ),
    Mistake(
        "a map changed by the call",
        "The result is right, and the map that was handed in has become another one.",
        "Which of your lines writes into a tensor that was handed in?",
        _USING,
        (in_place, all_in_place),
    ),
    Mistake(
        "a map in float32 on the way",
        "From float64 half the digits are lost.",
        "Which of your lines names a dtype?",
        _USING,
        (single, there_and_back),
    ),
    Mistake(
        "heads averaged into one map",
        "The axis of the heads is lost.",
        "Which shape has others, by the text?",
        _USING,
        (averaged_heads,),
    ),
    Mistake(
        "an account that is rounded, or in percent",
        "It is no longer the weight that lay there.",
        "A row gave 0.125 to its resting place. What does your rested say?",
        _USING,
        (rounded, in_percent),
    ),
    Mistake(
        "an account taken after the rows were scaled",
        "What was taken out and what was handed out cancel.",
        "What do both rows add up to, before and after? What is the difference?",
        _USING,
        (gained_by_others,),
    ),
    Mistake(
        "a part of the row, and not its weight",
        "A row of zeros has no parts.",
        "By what do you divide, in a row that was zero before?",
        _USING,
        (part_of_the_row,),
    ),
)
