"""Attention that is right for one number of axes only."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def axis_1(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=1).nan_to_num(0.0)
    return weights @ v, weights


def axis_2(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=2).nan_to_num(0.0)
    return weights @ v, weights


def axis_1_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=1)
    return weights @ v, weights


def axis_2_nan(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=2)
    return weights @ v, weights


def axis_1_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=1)
    return weights @ v, weights


def axis_2_mean(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=2)
    return weights @ v, weights


def axis_3(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=3).nan_to_num(0.0)
    return weights @ v, weights


def implicit_axis(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = torch.nn.functional.softmax(scores).nan_to_num(0.0)
    return weights @ v, weights


def two_axes_swapped(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def all_axes_swapped(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.T / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def matrices_only(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = torch.mm(q, k.t()) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def two_axes_unpacked(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    _, d_k = q.shape
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def batches_only(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = torch.bmm(q, k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def three_axes_unpacked(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    _, _, d_k = q.shape
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def four_axes_unpacked(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    _, _, _, d_k = q.shape
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def four_axes_permuted(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.permute(0, 1, 3, 2) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "code for one number of axes only",
        "The answer is right for one number of axes, and wrong or an error for others.",
        "With the number of axes you had in mind all is right. Which of your lines "
        "counts them from the front, or takes for granted how many there are?",
        _WEIGHTS,
        (
            *(axis_1, axis_2, axis_3, implicit_axis),
            *(axis_1_nan, axis_2_nan, axis_1_mean, axis_2_mean),
            *(two_axes_swapped, all_axes_swapped, matrices_only, batches_only),
            *(two_axes_unpacked, three_axes_unpacked, four_axes_unpacked),
            four_axes_permuted,
        ),
        ("A07",),
        "The keys are always on axis 2.",
        "They are always on the last axis; what stands in front may vary.",
        ("empty row",),
    ),
)
