"""The tasks of chapter 12: what heads look at, and whether it matters."""

import math
from fractions import Fraction

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.probes.inspection import (
    ablation,
    chance,
    counterexample,
    labels,
    neighbours,
    pieces,
    reading,
    resting,
)
from transformer_grading.mistakes.inspection import (
    ablation_effects,
    ablation_heads,
    ablation_layers,
    ablation_places,
    chance_counts,
    chance_prices,
    chance_tails,
    label_counts,
    label_scores,
    label_tables,
    neighbour_axes,
    neighbour_effects,
    neighbour_means,
    neighbour_places,
    neighbour_words,
    ordinary_heads,
    piece_axes,
    piece_looks,
    piece_sums,
    resting_accounts,
    resting_little,
    resting_places,
    resting_shares,
)
from transformer_grading.mistakes.inspection import counterexample as example_mistakes
from transformer_grading.mistakes.inspection import reading as reading_mistakes
from transformer_lib.inspection.ablation import ablate
from transformer_lib.inspection.heads import median_head, share
from transformer_lib.multihead import MultiHeadAttention


def _neighbour(weights: Tensor, words: Tensor, by: int) -> tuple[Tensor, Tensor]:
    place = torch.arange(words.shape[-1])
    pairs = (place[:, None] + by == place) & words[:, None, :] & words[:, :, None]
    there = weights.movedim(2, 1)[:, :, pairs]
    shares = there.mean(dim=-1)
    return shares, shares.flatten().quantile(0.5)


def _without_rest(weights: Tensor, rest: Tensor) -> tuple[Tensor, Tensor]:
    gone = rest[:, None, None, :]
    left = weights.masked_fill(gone, 0.0)
    total = left.sum(dim=-1, keepdim=True)
    others = torch.where(total > 0, left / total, 0.0)
    return others, weights.masked_fill(~gone, 0.0).sum(dim=-1)


def _by_words(weights: Tensor, word_of: Tensor) -> Tensor:
    belongs = (torch.arange(int(word_of.max()) + 1)[:, None] == word_of).to(weights)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.mT


def _against_chance(ours: Tensor, theirs: Tensor, tried: int) -> tuple[int, int, float]:
    better, worse = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    n, most = better + worse, max(better, worse)
    tail = Fraction(sum(math.comb(n, k) for k in range(most, n + 1)), 2**n)
    return better, worse, float(min(Fraction(1), 2 * tail * tried))


def _versus(
    weights: Tensor, one: Tensor, other: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = (
        weights.masked_fill(~label[:, None], 0.0).sum(dim=-1) for label in (one, other)
    )
    wins, losses = (
        (found & decides[:, None]).sum(dim=(0, 2))
        for found in (first > second, second > first)
    )
    return decides, wins, losses


def _reading() -> tuple[int, int, int, int, int, int]:
    return (*reading.RIGHT.values(), reading.DECIDE[0])  # type: ignore[return-value]


def _counterexample() -> tuple[Tensor, Tensor, Tensor]:
    one, other = torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.5, 0.0, 0.5])
    return one, other, torch.tensor([[0.0], [1.0], [2.0]])


def _ablated(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (
        F.linear(x, w[i].mT, b[i]).unflatten(-1, (len(gone), -1)).transpose(1, 2)
        for i in range(3)
    )
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v).masked_fill(gone[:, None, None], 0.0)
    return F.linear(found.transpose(1, 2).flatten(2), w[3].mT, b[3])


NEIGHBOUR = Task(
    name="neighbour",
    returns=("shares", "ordinary"),
    reference=_neighbour,
    probes=neighbours.PROBES,
    mistakes=(
        *neighbour_places.MISTAKES,
        *neighbour_words.MISTAKES,
        *(*neighbour_means.MISTAKES, *neighbour_axes.MISTAKES),
        *ordinary_heads.MISTAKES,
        *neighbour_effects.MISTAKES,
    ),
    seals=(share, median_head),
)
REST = Task(
    name="without_rest",
    returns=("others", "rested"),
    reference=_without_rest,
    probes=resting.PROBES,
    mistakes=(
        *resting_shares.MISTAKES,
        *resting_little.MISTAKES,
        *resting_places.MISTAKES,
        *resting_accounts.MISTAKES,
    ),
)
WORDS = Task(
    name="by_words",
    returns=("result",),
    reference=_by_words,
    probes=pieces.PROBES,
    mistakes=(*piece_sums.MISTAKES, *piece_axes.MISTAKES, *piece_looks.MISTAKES),
)
CHANCE = Task(
    name="against_chance",
    returns=("better", "worse", "p"),
    reference=_against_chance,
    probes=chance.PROBES,
    mistakes=(*chance_counts.MISTAKES, *chance_tails.MISTAKES, *chance_prices.MISTAKES),
    numbers=True,
)
VERSUS = Task(
    name="versus",
    returns=("decides", "wins", "losses"),
    reference=_versus,
    probes=labels.PROBES,
    mistakes=(*label_tables.MISTAKES, *label_scores.MISTAKES, *label_counts.MISTAKES),
)
READING = Task(
    name="reading",
    returns=("before", "after", "stop", "rests", "noun", "where"),
    reference=_reading,
    probes=reading.PROBES,
    mistakes=reading_mistakes.MISTAKES,
    numbers=True,
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("one", "other", "v"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=example_mistakes.MISTAKES,
)
ABLATED = Task(
    name="ablated",
    returns=("output",),
    reference=_ablated,
    probes=ablation.PROBES,
    mistakes=(
        *ablation_places.MISTAKES,
        *ablation_heads.MISTAKES,
        *ablation_layers.MISTAKES,
        *ablation_effects.MISTAKES,
    ),
    seals=(ablate, MultiHeadAttention.forward),
)
