"""The comparisons themselves: they notice what differs, and leave nothing out."""

import math

import pytest
import torch
from parity.core import Row, Twins, distance, outcome, randomise, worst
from torch import nn

VIEWS = {"weight": lambda p: p["weight"].T, "bias": lambda p: p["bias"]}


class Transposed(nn.Module):
    """A linear layer whose matrix lies the other way round."""

    def __init__(self, error=0.0):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3, 2))
        self.bias = nn.Parameter(torch.zeros(2))
        self.error = error

    def forward(self, x):
        return x @ self.weight + self.bias * (1 + self.error)


def twins(error=0.0, views=VIEWS):
    theirs = nn.Linear(3, 2)
    randomise(theirs)
    return Twins(Transposed(error), theirs, views)


def test_equal_twins_are_not_apart():
    assert max(twins().measure([torch.randn(5, 3)])) <= 1e-6


def test_a_difference_shows_in_the_output_and_in_a_gradient():
    output, gradient = twins(error=0.5).measure([torch.randn(5, 3)])
    assert output > 0.01
    assert gradient > 0.01


def test_a_gradient_that_is_cut_shows():
    pair = twins()
    cut = pair.measure([torch.randn(5, 3)], lambda x: pair.ours(0 * x + x.detach()))
    assert cut[0] <= 1e-6
    assert cut[1] > 0.01


@pytest.mark.parametrize("left_out", VIEWS)
def test_no_parameter_of_ours_may_be_left_out(left_out):
    with pytest.raises(AssertionError, match=left_out):
        twins(views={name: v for name, v in VIEWS.items() if name != left_out})


def test_no_parameter_of_theirs_may_be_left_out():
    views = VIEWS | {"bias": lambda p: p["weight"][:, 0]}
    with pytest.raises(AssertionError, match="not copied.*bias"):
        twins(views=views)


def test_every_parameter_is_drawn():
    norm = nn.LayerNorm(5)
    randomise(norm)
    for parameter in norm.parameters():
        assert len(parameter.unique()) == 5


def test_nan_is_infinitely_far_on_either_side():
    one, nan = torch.ones(2), torch.tensor([1.0, math.nan])
    assert distance(nan, one) == distance(one, nan) == math.inf
    assert worst([(0.0, 0.0), (distance(one, nan), 1.0)]) == (math.inf, 1.0)


def test_large_numbers_are_compared_by_their_size():
    assert distance(torch.tensor([101.0]), torch.tensor([100.0])) == 0.01
    assert distance(torch.tensor([0.2]), torch.tensor([0.1])) == pytest.approx(0.1)


def test_every_output_is_pushed_by_itself():
    x = torch.randn(4)
    outputs, (slope,) = outcome(lambda x: (x, 2 * x), [x])
    assert torch.equal(outputs[1], 2 * x)
    _, (first,) = outcome(lambda x: (x, 0 * x), [x])
    _, (second,) = outcome(lambda x: (0 * x, x), [x])
    assert torch.allclose(slope, first + 2 * second)
    assert not torch.allclose(first, second)


@pytest.mark.parametrize(
    "dtype, gradient, holds",
    [
        (torch.float32, 9e-6, True),
        (torch.float32, 2e-5, False),
        (torch.float64, 2e-10, False),
        (torch.bfloat16, 1e-2, True),
    ],
)
def test_a_row_holds_if_both_distances_keep_the_bound(dtype, gradient, holds):
    assert Row("a, b", "small", dtype, 1, 0.0, gradient).holds is holds
