"""Attention whose weights are dropped or scaled wrongly."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def only_in_use(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        weights = weights * keep / (1 - rate)
    return weights @ v, weights


def never_drops(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def scales_alone(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights / (1 - rate)
    return weights @ v, weights


def not_scaled(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep
    return weights @ v, weights


def divided_by_the_rate(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep / rate
    return weights @ v, weights


def multiplied(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep * (1 - rate)
    return weights @ v, weights


def always_doubled(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep * 2
    return weights @ v, weights


def scaled_by_what_is_kept(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    share = keep.to(weights.dtype).mean(dim=-1, keepdim=True)
    weights = weights * keep / share.clamp(min=1e-9)
    return weights @ v, weights


def scaled_in_use(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    weights = weights * keep if training else weights * (1 - rate)
    return weights @ v, weights


def scaled_in_both(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    weights = weights * keep / (1 - rate) if training else weights * (1 - rate)
    return weights @ v, weights


def turned_round(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * ~keep / (1 - rate)
    return weights @ v, weights


def turned_round_filled(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights.masked_fill(keep, 0.0) / (1 - rate)
    return weights @ v, weights


def own_mask(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = F.dropout(scores.softmax(dim=-1), rate, training)
    return weights @ v, weights


def own_mask_as_well(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = F.dropout(weights * keep, rate, training)
    return weights @ v, weights


def own_random_numbers(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * (torch.rand(weights.shape) >= rate) / (1 - rate)
    return weights @ v, weights


def one_row_for_all(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep[..., :1, :] / (1 - rate)
    return weights @ v, weights


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "noise in use, and none in training",
        "Training is undisturbed, and every answer afterwards is.",
        "Both cases are there. In which of them should the mask count?",
        _NOISE,
        (only_in_use,),
    ),
    Mistake(
        "no noise at all",
        "keep and rate are taken, and nothing is dropped.",
        "In use you are right. What becomes of a weight in training where keep is "
        "False?",
        _NOISE,
        (never_drops, scales_alone),
        ("U04",),
    ),
    Mistake(
        "survivors of the wrong size",
        "On average a row adds up to more or less than 1.",
        "The right weights are dropped. What were survivors divided by, so that their "
        "average over all masks stays?",
        _NOISE,
        (
            *(not_scaled, divided_by_the_rate, multiplied),
            *(always_doubled, scaled_by_what_is_kept),
        ),
    ),
    Mistake(
        "a scale that comes in use",
        "What is made up for in training is made up for later, or twice.",
        "There is such a recipe, and it is not the one asked for here. What should the "
        "function return when training is over?",
        _NOISE,
        (scaled_in_use, scaled_in_both),
    ),
    Mistake(
        "a mask turned round",
        "What should stay is dropped, and what should go stays.",
        "Is keep True where a weight stays, or where it goes?",
        _NOISE,
        (turned_round, turned_round_filled),
    ),
    Mistake(
        "a mask of its own",
        "Other weights are dropped than those that keep names.",
        "The mask is drawn already. Which of your lines draws another one?",
        _NOISE,
        (own_mask, own_mask_as_well, own_random_numbers),
    ),
    Mistake(
        "the same keys for all queries",
        "All queries lose what the first one loses.",
        "Your first query is right. Which row of keep belongs to the second?",
        _NOISE,
        (one_row_for_all,),
    ),
)
