"""The numbers of the explorers are those of the library."""

import math

import pytest
import torch

from transformer_lib.scaling import (
    expected_moments,
    jacobian_norm,
    largest_weight,
    softmax_entropy,
)
from transformer_lib.widgets.scaling import ScalingExplorer


def test_scores_are_spread_as_dot_products_are():
    draws = [ScalingExplorer(d_k=16, n_keys=64, draw=n).scores for n in range(100)]
    scores = torch.stack(draws)
    mean, variance = expected_moments(16)
    assert abs(scores.mean() - mean) < 4 * 4 / math.sqrt(6400)
    assert abs(scores.var() / variance - 1) < 4 * math.sqrt(2 / 6400)
    assert len({tuple(draw.tolist()) for draw in draws}) == 100
    near = torch.corrcoef(scores)  # no draw resembles another
    assert near.fill_diagonal_(0).abs().max() < 6 / math.sqrt(64)


@pytest.mark.parametrize("n_keys", [4, 64])
@pytest.mark.parametrize("draw", [0, 7])
def test_scaling_follows_from_one_draw(n_keys, draw):
    explorer = ScalingExplorer(n_keys=n_keys, draw=draw, scale=True)
    divided = explorer.scores
    for d_k in explorer.limits["d_k"]["choices"]:
        explorer.d_k = d_k
        torch.testing.assert_close(explorer.scores, divided)
        explorer.scale = False
        torch.testing.assert_close(explorer.scores / math.sqrt(d_k), divided)
        explorer.scale = True
    torch.testing.assert_close(explorer.weights.sum().item(), 1.0)


def test_scaling_table_says_what_the_library_computes():
    explorer = ScalingExplorer(n_keys=32, draw=3)
    for d_k, *cells in explorer.table().rows:
        found = []
        for scale in (False, True):
            explorer.scale, explorer.d_k = scale, int(d_k)
            weights = explorer.weights
            bits = softmax_entropy(weights) / math.log(2)
            found += [f"{largest_weight(weights):.2f}", f"{bits:.2f}"]
        assert cells == found


def test_softmax_saturates_without_the_division_only():
    norms = {
        (d_k, scale): torch.stack(
            [
                jacobian_norm(ScalingExplorer(d_k=d_k, scale=scale, draw=n).weights)
                for n in range(100)
            ]
        ).median()
        for d_k in (1, 1024)
        for scale in (False, True)
    }
    assert norms[1024, False] < norms[1024, True] / 10
    assert norms[1, False] == norms[1, True] == norms[1024, True]
