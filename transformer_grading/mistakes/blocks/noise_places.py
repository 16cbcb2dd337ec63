"""Dropout around a sublayer that falls on the wrong numbers."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def not_scaled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * keep


def divided_by_the_rate(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * keep / rate


def multiplied(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * keep * (1 - rate)


def scaled_by_what_is_kept(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    share = keep.to(added.dtype).mean()
    return x + added * keep / share


def always_a_half(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * keep * 2


def times_one_more(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * keep * (1 + rate)


def on_the_sum(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return (x + added) * keep / (1 - rate)


def on_both(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x * keep / (1 - rate) + added * keep / (1 - rate)


def on_the_sum_unscaled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return (x + added) * keep


def sum_scaled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return (x + added * keep) / (1 - rate)


def on_the_road(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x * keep / (1 - rate) + added


def dropped_from_the_road(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return torch.where(keep, x + added / (1 - rate), 0.0)


def road_left_out(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return added * keep / (1 - rate)


def branch_left_out(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x
    return x + added * keep / (1 - rate)


def no_road(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return added * keep / (1 - rate) if training else added


def own_mask(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + F.dropout(added, rate, training)


def own_mask_as_well(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + F.dropout(added * keep, rate, training)


def own_random_numbers(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    drawn = torch.rand(added.shape) >= rate
    return x + added * drawn / (1 - rate)


def whole_tokens(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    kept = keep.all(dim=-1, keepdim=True)
    return x + added * kept / (1 - rate)


def whole_tokens_kept(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    kept = keep.any(dim=-1, keepdim=True)
    return x + added * kept / (1 - rate)


def first_mask_for_all(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    kept = keep.flatten(0, -2)[0] if keep.dim() > 1 else keep
    return x + added * kept / (1 - rate)


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "survivors of the wrong size",
        "On average the sublayer adds more or less than it made.",
        "The right features are dropped. With rate 0.2 four of five survive: what "
        "makes up, on average, for the fifth?",
        _NOISE,
        (
            *(not_scaled, divided_by_the_rate, multiplied),
            *(scaled_by_what_is_kept, always_a_half, times_one_more),
        ),
        (),
        "To drop is to set to zero, and nothing else.",
        "Survivors are divided by 1 − rate, so that the average stays.",
    ),
    Mistake(
        "noise on the road",
        "The token itself loses features, not only what is added to it.",
        "Let the sublayer give zero: what should be left of the token in training, and "
        "what is?",
        _NOISE,
        (
            *(on_the_sum, on_both, on_the_sum_unscaled, sum_scaled),
            *(on_the_road, dropped_from_the_road),
        ),
        (),
        "Dropout falls on what leaves the residual connection.",
        "It falls on what the sublayer returns, before that is added.",
    ),
    Mistake(
        "a summand left out",
        "The token, or what the sublayer made of it, is missing.",
        "What are the two things that are added, in training and in use?",
        _NOISE,
        (road_left_out, branch_left_out, no_road),
    ),
    Mistake(
        "a mask of its own",
        "Other features are dropped than those that keep names.",
        "The mask is drawn already. Which of your lines draws another one?",
        _NOISE,
        (own_mask, own_mask_as_well, own_random_numbers),
    ),
    Mistake(
        "one decision for many features",
        "Whole tokens stay or go, or all tokens lose the same features.",
        "How many decisions does keep hold, and how many of them do you use?",
        _NOISE,
        (whole_tokens, whole_tokens_kept, first_mask_for_all),
    ),
)
