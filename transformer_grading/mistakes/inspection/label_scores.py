"""Wins of labels that are counted wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def exchanged(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, losses, wins


def ties_win(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first >= second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def ties_lose(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, decides.sum() - wins


def ties_for_both(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first >= second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second >= first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def nearly_level(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    clear = decides[:, None] & ((first - second).abs() > 1e-6)
    wins = ((first > second) & clear).sum(dim=(0, 2))
    return decides, wins, ((second > first) & clear).sum(dim=(0, 2))


def close_is_level(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    clear = decides[:, None] & ~torch.isclose(first, second)
    wins = ((first > second) & clear).sum(dim=(0, 2))
    return decides, wins, ((second > first) & clear).sum(dim=(0, 2))


def in_single(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights.float() * one[:, None]).sum(dim=-1)
    second = (weights.float() * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def largest_weight(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).amax(dim=-1)
    second = (weights * other[:, None]).amax(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def mean_weight(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    n, m = (label.sum(-1).clamp(min=1)[:, None] for label in (one, other))
    first = (weights * one[:, None]).sum(dim=-1) / n
    second = (weights * other[:, None]).sum(dim=-1) / m
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def first_key(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    found = []
    for label in (one, other):
        key = label.int().argmax(dim=-1)[:, None, :, None]
        key = key.expand(*weights.shape[:-1], 1)
        found.append(weights.gather(-1, key).squeeze(-1))
    wins = ((found[0] > found[1]) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((found[1] > found[0]) & decides[:, None]).sum(dim=(0, 2))


def most_of_all(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    top = weights.argmax(dim=-1, keepdim=True)
    hits = []
    for label in (one, other):
        there = label[:, None].expand(weights.shape).gather(-1, top).squeeze(-1)
        hits.append((there & decides[:, None]).sum(dim=(0, 2)))
    return decides, hits[0], hits[1]


def more_than_half(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > 0.5) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > 0.5) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def largest_of_the_named(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    named = weights.masked_fill(~(one | other)[:, None], -1)
    top = named.argmax(dim=-1, keepdim=True)
    first = one[:, None].expand(weights.shape).gather(-1, top).squeeze(-1)
    wins = (first & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, (~first & decides[:, None]).sum(dim=(0, 2))


def one_key_of_one(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).amax(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, losses


def in_hundredths(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    gap = first.mul(100).round() - second.mul(100).round()
    wins = ((gap > 0) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((gap < 0) & decides[:, None]).sum(dim=(0, 2))


_OTHERS = "What the others do"

MISTAKES = (
    Mistake(
        "wins and losses exchanged",
        "What the first label wins is counted for the second.",
        "A head gives all its weight to the keys of one. Which of your counts goes up?",
        _OTHERS,
        (exchanged,),
    ),
    Mistake(
        "level weights that count",
        "Where both labels get the same, one of them wins, or both.",
        "Both labels get a quarter. Who wins, by the text and by your code?",
        _OTHERS,
        (ties_win, ties_lose, ties_for_both),
    ),
    Mistake(
        "a small lead that counts as none",
        "Weights that are close are taken to be level.",
        "In float64, which leads does your comparison see?",
        _OTHERS,
        (nearly_level, close_is_level, in_single, in_hundredths),
    ),
    Mistake(
        "one key of several",
        "The other keys of a label do not help it.",
        "A label names two keys with a quarter each. How much does it get?",
        _OTHERS,
        (largest_weight, first_key, largest_of_the_named, one_key_of_one),
    ),
    Mistake(
        "a mean over the keys of a label",
        "A label that names many keys loses by it.",
        "A label names two keys with a quarter each. How much does it get?",
        _OTHERS,
        (mean_weight,),
    ),
    Mistake(
        "a label that has to beat all other tokens",
        "Nobody wins where a third token, such as [CLS], gets the most.",
        "Half of the weight rests on [CLS]. Can a label still win there?",
        _OTHERS,
        (most_of_all, more_than_half),
    ),
)
