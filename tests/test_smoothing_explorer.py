"""The numbers of the explorer of smoothed labels are those of the library."""

import math

import pytest
import torch
from torch.testing import assert_close

from transformer_lib.training.loss import smoothed_cross_entropy
from transformer_lib.widgets.training import SmoothingExplorer


@pytest.mark.parametrize("entries", [4, 2000])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
def test_a_guess_costs_what_the_loss_of_the_library_says(entries, share):
    explorer = SmoothingExplorer(entries=entries, smoothing=share)
    scores = torch.zeros(1, 1, entries, dtype=torch.float64)
    label = torch.ones(1, 1, dtype=torch.long)
    for explorer.certainty in (-3.0, 0.0, 7.5):
        scores[..., 1] = explorer.certainty + math.log(entries - 1)
        found = [
            smoothed_cross_entropy(scores, label, smoothing=s).item()
            for s in (0.0, share)
        ]
        assert_close(found, [explorer.plain, explorer.smoothed])
        assert explorer.smoothed >= explorer.floor


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_the_floor_is_reached_at_the_best_probability_alone(share):
    explorer = SmoothingExplorer(smoothing=share)
    best = math.log(explorer.best / (1 - explorer.best))
    explorer.certainty = best
    assert_close(explorer.smoothed, explorer.floor)
    for explorer.certainty in (best - 0.5, best + 0.5):
        assert explorer.smoothed > explorer.floor + 1e-3
