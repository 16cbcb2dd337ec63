"""Attention whose noise falls on something else than its weights."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def scores_dropped(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores = scores * keep / (1 - rate)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def scores_set_to_zero(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores = scores.masked_fill(~keep, 0.0)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def scores_dropped_always(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = (scores * keep / (1 - rate)).softmax(dim=-1)
    return weights @ v, weights


def scores_dropped_and_scaled(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if not training:
        weights = scores.softmax(dim=-1)
        return weights @ v, weights
    weights = (scores * keep).softmax(dim=-1) / (1 - rate)
    return weights @ v, weights


def keys_hidden(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores = scores.masked_fill(~keep, -torch.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def keys_hidden_nan(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores = scores.masked_fill(~keep, -torch.inf)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def keys_hidden_mean(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    if training:
        scores = scores.masked_fill(~keep, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ v, weights


def shared_out_again(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep
    weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights


def shared_out_again_nan(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep / (1 - rate)
    weights = weights / weights.sum(-1, keepdim=True)
    return weights @ v, weights


def softmax_again(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = (weights * keep / (1 - rate)).softmax(dim=-1)
    return weights @ v, weights


def output_dropped(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    output = (weights @ v) * keep.any(dim=-1, keepdim=True) / (1 - rate)
    return output, weights


def values_dropped(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    kept = keep.any(dim=-2).unsqueeze(-1)
    return weights @ (v * kept / (1 - rate)), weights


def output_of_all_weights(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    return weights @ v, weights * keep / (1 - rate)


def weights_before_the_noise(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    return (weights * keep / (1 - rate)) @ v, weights


def scaled_in_one_place(
    scores: Tensor, v: Tensor, keep: Tensor, rate: float, training: bool
) -> Pair:
    weights = scores.softmax(dim=-1)
    if not training:
        return weights @ v, weights
    weights = weights * keep
    return weights @ v / (1 - rate), weights


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "noise on the scores, before the softmax",
        "A dropped score is 0, and its key keeps the weight that belongs to 0.",
        "A dropped key should take no part. What is exp(0), and what should come "
        "first, the softmax or the noise?",
        _NOISE,
        (
            *(scores_dropped, scores_set_to_zero),
            *(scores_dropped_always, scores_dropped_and_scaled),
        ),
        ("U02",),
        "Whether scores or weights are dropped comes to the same.",
        "A score of 0 is a score like any other; a weight of 0 is silence.",
    ),
    Mistake(
        "weights that are shared out among the survivors",
        "Every row still adds up to 1.",
        "Your rows add up to 1 in training. In the lesson they did not: what were the "
        "survivors divided by there?",
        _NOISE,
        (
            *(keys_hidden, keys_hidden_nan, keys_hidden_mean),
            *(shared_out_again, shared_out_again_nan),
        ),
        (),
        "Attention weights add up to 1, in training as well.",
        "With dropout on the weights only their expectation does.",
    ),
    Mistake(
        "a second softmax",
        "Dropped weights come back, and all are nearly level.",
        "After the noise a weight of 0 should stay 0. What is exp(0)?",
        _NOISE,
        (softmax_again,),
    ),
    Mistake(
        "noise on the output or on the values",
        "A feature or a key is silenced for all, not a key for one query.",
        "What has a row for each query and a column for each key, as keep has?",
        _NOISE,
        (output_dropped, values_dropped),
        (),
        "Dropout on the weights is dropout on the output.",
        "On the weights it silences a key, on the output a feature.",
    ),
    Mistake(
        "two kinds of weights",
        "Output and weights do not belong together.",
        "One of your two results is right. Is the output made of the weights that you "
        "return?",
        _NOISE,
        (output_of_all_weights, weights_before_the_noise, scaled_in_one_place),
    ),
)
