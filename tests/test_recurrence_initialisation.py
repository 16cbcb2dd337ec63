"""Where recurrences start: PyTorch's numbers, open gates, a chosen spectral radius."""

import math

import pytest
import torch
from parity.core import randomise
from parity.recurrence import KINDS, PRIMES, inputs
from torch import nn
from torch.testing import assert_close

from transformer_lib.recurrence.initialisation import (
    gaussian_,
    orthogonal_,
    spectral_radius,
)
from transformer_lib.recurrence.layers import LSTM, RNN


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_starts_as_torch_does(kind):
    bound = 1 / math.sqrt(401)
    for module in (kind.layer(3, 401), kind.torch_layer(3, 401)):
        for parameter in module.parameters():
            assert parameter.abs().max() <= bound
            assert parameter.abs().max() > 0.9 * bound
            assert abs(parameter.mean()) < 0.1 * bound


def test_the_forget_bias_opens_the_forget_gate_alone():
    torch.manual_seed(0)
    plain = LSTM(PRIMES.d_model, PRIMES.hidden, 2)
    torch.manual_seed(0)
    opened = LSTM(PRIMES.d_model, PRIMES.hidden, 2, forget_bias=3.0)
    for (name, old), new in zip(
        plain.named_parameters(), opened.parameters(), strict=True
    ):
        wanted = old.detach().clone()
        if name.endswith("w_x.bias"):
            wanted[PRIMES.hidden : 2 * PRIMES.hidden] += 3.0
        assert torch.equal(new, wanted)


def test_without_an_activation_it_is_linear():
    x, state = inputs(KINDS["RNN"], PRIMES, torch.float64)
    rnn = RNN(11, 13, 2, activation=nn.Identity(), dtype=torch.float64)
    randomise(rnn)
    nothing = rnn(0 * x, (0 * state,))[0]
    assert_close(
        rnn(-3 * x, (-3 * state,))[0] - nothing, -3 * (rnn(x, (state,))[0] - nothing)
    )


def test_orthogonal_keeps_lengths_up_to_the_radius():
    weight = orthogonal_(torch.empty(13, 13, dtype=torch.float64), 1.5)
    assert_close(weight @ weight.T, 1.5**2 * torch.eye(13, dtype=torch.float64))
    assert_close(spectral_radius(weight).item(), 1.5)


@pytest.mark.parametrize("radius", [0.0, 0.9, 3.0])
def test_gaussian_has_the_radius(radius):
    cell = RNN(13, 13, dtype=torch.float64).cells[0]
    assert gaussian_(cell.w_h.weight, radius) is cell.w_h.weight
    assert_close(spectral_radius(cell.w_h.weight).item(), radius)
    assert cell.w_h.weight.requires_grad


def test_the_radius_is_the_rate_at_which_powers_grow():
    weight = gaussian_(torch.empty(13, 13, dtype=torch.float64), 0.9)
    powers = [torch.linalg.matrix_power(weight, n).norm().item() for n in (1000, 2000)]
    assert_close((powers[1] / powers[0]) ** (1 / 1000), 0.9, rtol=1e-3, atol=0)


@pytest.mark.parametrize("fill", [gaussian_, orthogonal_])
def test_a_generator_decides_the_numbers(fill):
    draws = [
        fill(torch.empty(13, 13), 1.0, torch.Generator().manual_seed(seed))
        for seed in (0, 0, 1)
    ]
    assert torch.equal(draws[0], draws[1])
    assert not torch.equal(draws[0], draws[2])
