"""Additive attention: true to its definition, quiet with nothing to look at."""

import math

import pytest
import torch
from parity.core import randomise
from torch.testing import assert_close

from transformer_lib.recurrence.additive import AdditiveAttention

BATCH, SOURCE, HIDDEN = 5, 7, 11


@pytest.fixture
def attention():
    attention = AdditiveAttention(HIDDEN, dtype=torch.float64)
    randomise(attention)
    return attention


def queries_values(seed=0):
    generator = torch.Generator().manual_seed(seed)
    shapes = [(BATCH, HIDDEN), (BATCH, SOURCE, HIDDEN)]
    return [
        torch.randn(*s, generator=generator, dtype=torch.float64).requires_grad_()
        for s in shapes
    ]


def test_equals_loops_over_plain_numbers(attention):
    (q, v), mask = queries_values(), torch.rand(BATCH, SOURCE) < 0.6
    mask[:, 0], mask[0] = True, False
    context, weights = attention(q, attention.w_k(v), v, mask)
    w, u = attention.w_q.weight.tolist(), attention.w_k.weight.tolist()
    b, score = attention.w_k.bias.tolist(), attention.w_score.weight[0].tolist()
    features = range(HIDDEN)
    for row in range(BATCH):
        shares = [0.0] * SOURCE
        for j in range(SOURCE):
            if mask[row, j]:
                for n in features:
                    mix = sum(w[n][m] * q[row, m].item() for m in features) + b[n]
                    mix += sum(u[n][m] * v[row, j, m].item() for m in features)
                    shares[j] += score[n] * math.tanh(mix)
                shares[j] = math.exp(shares[j])
        expected = torch.tensor(shares).double() / (sum(shares) or 1.0)
        assert_close(weights[row], expected, rtol=1e-6, atol=1e-6)
        assert_close(context[row], weights[row] @ v[row])


def test_nothing_to_look_at_gives_zeros_and_finite_gradients(attention):
    (q, v), mask = queries_values(), torch.ones(BATCH, SOURCE, dtype=torch.bool)
    mask[2] = False
    with torch.autograd.set_detect_anomaly(True):  # no NaN may be born on the way
        context, weights = attention(q, attention.w_k(v), v, mask)
        leaves = [q, v, *attention.parameters()]
        gradients = torch.autograd.grad(context.square().sum(), leaves)
    assert (context[2] == 0).all() and (weights[2] == 0).all()
    assert_close(weights.sum(-1), mask.any(-1).double())
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert all((gradient != 0).any() for gradient in gradients)


def test_what_is_hidden_has_no_say(attention):
    (q, v), mask = queries_values(), torch.ones(BATCH, SOURCE, dtype=torch.bool)
    mask[:, 4:] = False
    before = attention(q, attention.w_k(v), v, mask)
    with torch.no_grad():
        v[:, 4:] = 1e3
    after = attention(q, attention.w_k(v), v, mask)
    assert torch.equal(after[0], before[0]) and torch.equal(after[1], before[1])
    with torch.no_grad():
        v[:, 0] = 1e3
    assert (attention(q, attention.w_k(v), v, mask)[1] != before[1]).any(-1).all()
