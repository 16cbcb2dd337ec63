"""Costs add up, and the instruments that count them miss nothing and count once."""

import torch
from torch import nn

from transformer_lib.complexity.cost import Cost, training_flops
from transformer_lib.complexity.measures import (
    count_parameters,
    multiply_adds,
    peak_bytes,
    saved_bytes,
)


def test_costs_add_up():
    one, other = Cost(1, 2, 3, 4, path=5), Cost(10, 20, 30, 40, path=6)
    assert one + other == Cost(11, 22, 33, 44, path=5)
    assert 3 * one == one + one + one == Cost(3, 6, 9, 12, path=5)
    assert one.of_batch(7) == Cost(1, 14, 21, 4, path=5)
    assert one + Cost() == one
    assert other.flops == 40


def test_training_takes_six_operations_a_parameter_and_token():
    x, layer = torch.randn(2, 5, 11, requires_grad=True), nn.Linear(11, 7, bias=False)
    counted = multiply_adds(lambda: layer(x).sum().backward())
    assert 2 * counted == training_flops(count_parameters(layer), tokens=2 * 5)


def test_what_is_shared_counts_once():
    x = torch.randn(6, 6, requires_grad=True)
    twice = nn.Sequential(layer := nn.Linear(6, 6), layer)
    assert count_parameters(twice) == 6 * 6 + 6
    assert saved_bytes(lambda: x * x.T) == x.nbytes
    assert saved_bytes(lambda: x * x.T, [x]) == 0
    assert saved_bytes(lambda: x + x) == 0


def test_the_peak_forgets_what_is_dropped_and_sees_no_view():
    x = torch.zeros(1000)
    assert peak_bytes(lambda: x.view(10, 100)) == 0
    assert peak_bytes(lambda: [x + n for n in range(3)]) == 3 * x.nbytes
    assert peak_bytes(lambda: [None for n in range(3) if (x + n) is x]) == x.nbytes
    assert peak_bytes(lambda: ((x + 1).view(10, 100)) + 1) == 2 * x.nbytes
