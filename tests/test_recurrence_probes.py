"""Instruments for sequences: each against a case whose answer is known."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.testing import assert_close

from transformer_lib.recurrence.initialisation import orthogonal_
from transformer_lib.recurrence.layers import GRU, LSTM, RNN
from transformer_lib.recurrence.paths import Mixing, path_length, sequential_steps
from transformer_lib.recurrence.probes import dependency_chain, gradient_by_lag

# Gradient against lag


def outputs_of(layer):
    return lambda x: layer(x)[0]


def attention(d_model):
    w_q, w_k, w_v = torch.randn(3, d_model, d_model).double() / d_model**0.5
    return lambda x: F.scaled_dot_product_attention(x @ w_q, x @ w_k, x @ w_v)


MODELS = {
    "RNN": lambda: outputs_of(RNN(11, 13, 2, dtype=torch.float64)),
    "LSTM": lambda: outputs_of(LSTM(11, 13, dtype=torch.float64)),
    "GRU": lambda: outputs_of(GRU(11, 13, dtype=torch.float64)),
    "torch's LSTM": lambda: outputs_of(
        nn.LSTM(11, 13, batch_first=True, dtype=torch.float64)
    ),
    "attention": lambda: attention(11),
}
every_model = pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)


def draw(*shape):
    return torch.randn(*shape, dtype=torch.float64)


@every_model
def test_gradient_by_lag_is_the_norm_of_the_jacobian(make):
    function, x = make(), draw(3, 7, 11)
    norms = gradient_by_lag(function, x)
    for row in range(3):
        jacobian = torch.autograd.functional.jacobian(
            lambda own: function(own[None])[0, -1], x[row]
        )
        for lag in range(7):
            assert_close(norms[row, lag], jacobian[:, 6 - lag].norm())


def test_rows_are_not_taken_for_features_where_there_are_as_many():
    function, x = outputs_of(RNN(3, 2, dtype=torch.float64)), draw(2, 7, 3)
    alone = [gradient_by_lag(function, row[None]) for row in x]
    assert_close(gradient_by_lag(function, x), torch.cat(alone))


@pytest.mark.parametrize("radius", [0.9, 1.0, 1.1])
def test_an_orthogonal_recurrence_scales_by_its_radius_at_each_hop(radius):
    rnn = RNN(11, 13, activation=nn.Identity(), dtype=torch.float64)
    orthogonal_(rnn.cells[0].w_h.weight, radius)
    first = rnn.cells[0].w_x.weight.detach().norm()
    wanted = first * radius ** torch.arange(101, dtype=torch.float64)
    assert_close(
        gradient_by_lag(outputs_of(rnn), draw(2, 101, 11)), wanted.expand(2, -1)
    )


def test_an_open_forget_gate_keeps_the_gradient():
    def left(forget_bias):
        torch.manual_seed(0)
        lstm = LSTM(17, 17, forget_bias=forget_bias, dtype=torch.float64)
        norms = gradient_by_lag(outputs_of(lstm), draw(3, 51, 17))
        return (norms[:, 50] / norms[:, 0]).mean()

    assert left(3.0) > 1e6 * left(0.0)


@every_model
def test_the_probe_leaves_no_trace(make):
    function, x = make(), draw(3, 7, 11).requires_grad_()
    before = x.detach().clone()
    norms = gradient_by_lag(function, x)
    assert x.grad is None
    assert not norms.requires_grad
    assert torch.equal(x, before)


# The chain of dependencies


def test_the_chain_is_the_longest_path():
    leaf = torch.ones(2, requires_grad=True)
    one = leaf.exp()  # an operation behind the leaf's own node
    assert dependency_chain(one) == 2
    assert dependency_chain(one.sin().cos() + leaf) == 5
    assert dependency_chain(leaf + one.sin().cos()) == 5
    assert dependency_chain(one * one.detach().exp().exp().exp()) == 3


def test_many_paths_are_not_walked_one_by_one():
    x = torch.ones(2, requires_grad=True)
    for _ in range(5000):  # 2 to the 5000 paths, and a depth beyond Python's recursion
        x = x + x
    assert dependency_chain(x) == 5001


def last_state(make):
    def chain(seq):
        return dependency_chain(make()(torch.randn(2, seq, 11))[0][:, -1])

    return chain


def attend(seq):
    x = torch.randn(2, seq, 11, requires_grad=True)
    weights = ((x @ x.transpose(1, 2)) / math.sqrt(11)).softmax(-1)
    return dependency_chain((weights @ x)[:, -1])


CHAINS = {
    "RNN": (Mixing.RECURRENCE, last_state(lambda: RNN(11, 13))),
    "LSTM": (Mixing.RECURRENCE, last_state(lambda: LSTM(11, 13))),
    "GRU": (Mixing.RECURRENCE, last_state(lambda: GRU(11, 13))),
    "attention": (Mixing.SELF_ATTENTION, attend),
}


@pytest.mark.parametrize("mixing, chain", CHAINS.values(), ids=CHAINS)
def test_steps_predict_how_the_chain_grows(mixing, chain):
    """The chain is so many operations a step, and some that are there at any length."""
    a_step = chain(2) - chain(1)
    for seq in (1, 5, 31, 127):
        more = sequential_steps(mixing, seq) - 1
        assert chain(seq) - chain(1) == more * a_step
    assert (a_step == 0) is (mixing is Mixing.SELF_ATTENTION)


@pytest.mark.parametrize("make", [RNN, LSTM, GRU])
def test_a_path_is_as_long_as_the_chain_from_one_token(make):
    """With parameters frozen, only what depends on that token has a derivative."""
    layer = make(11, 13).requires_grad_(False)

    def chain(lag):
        tokens = torch.randn(8, 2, 11).unbind()
        tokens[7 - lag].requires_grad_()
        state = tuple(part[0] for part in layer.start(torch.ones(2, 8, 11)))
        for token in tokens:
            state = layer.cells[0](token, *state)
        return dependency_chain(state[0])

    a_step = chain(2) - chain(1)
    assert a_step > 0
    for lag in range(1, 8):
        steps = path_length(Mixing.RECURRENCE, lag) - path_length(Mixing.RECURRENCE, 1)
        assert chain(lag) - chain(1) == steps * a_step


def test_attention_is_one_step_away_from_anywhere():
    assert {path_length(Mixing.SELF_ATTENTION, lag) for lag in (0, 1, 5000)} == {1}
    assert {sequential_steps(Mixing.SELF_ATTENTION, seq) for seq in (1, 5000)} == {1}


@pytest.mark.parametrize("seq", [1, 7, 128])
def test_the_longest_path_of_a_recurrence_is_all_its_steps(seq):
    longest = path_length(Mixing.RECURRENCE, seq - 1)
    assert longest == sequential_steps(Mixing.RECURRENCE, seq) == seq
