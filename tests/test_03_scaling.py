"""Scaling: theory beside measurement, and what a softmax lets through."""

import math

import pytest
import torch
from torch.testing import assert_close

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.scaling import (
    Moments,
    expected_moments,
    jacobian_norm,
    largest_weight,
    measured_moments,
    softmax_entropy,
    softmax_jacobian,
    variance_by_depth,
)

WIDTHS = (4, 16, 64, 256, 1024)
SATURATED = {  # weights, their entropy in nats, their Jacobian's norm
    "one key has all": ([1.0, 0.0, 0.0], 0.0, 0.0),
    "two keys have half": ([0.5, 0.0, 0.5], math.log(2), 1 / 2),
    "all have the same": ([1 / 3, 1 / 3, 1 / 3], math.log(3), math.sqrt(2) / 3),
    "nobody has any": ([0.0, 0.0, 0.0], 0.0, 0.0),
}


def draw(*shape, seed=0):
    """Draw normal numbers."""
    return torch.randn(
        *shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64
    )


# Moments


@pytest.mark.parametrize("d_k", WIDTHS)
@pytest.mark.parametrize("q_std, k_std", [(1.0, 1.0), (3.0, 1.0), (0.5, 2.0)])
def test_theory_meets_measurement(d_k, q_std, k_std):
    """Allow five standard errors; 500 x 300 pairs share rows, so 300 of them count."""
    q, k = q_std * draw(500, d_k), k_std * draw(300, d_k, seed=1)
    expected = expected_moments(d_k, q_variance=q_std**2, k_variance=k_std**2)
    mean, variance = measured_moments(q, k)
    assert expected.mean == 0
    assert abs(mean) <= 5 * math.sqrt(expected.variance / (500 * 300))
    # A key's length changes the variance of its scores: 2 / d_k of it, squared.
    assert abs(variance / expected.variance - 1) <= 5 * math.sqrt((2 + 2 / d_k) / 300)


def test_unit_variances_give_d_k():
    assert [expected_moments(d_k) for d_k in WIDTHS] == [
        Moments(0.0, float(d_k)) for d_k in WIDTHS
    ]


def test_moments_count_every_pair():
    q, k = draw(2, 3, 5, 11), draw(2, 3, 7, 11, seed=1)
    dots = [
        (q[a, b, i] * k[a, b, j]).sum()
        for a in range(2)
        for b in range(3)
        for i in range(5)
        for j in range(7)
    ]
    mean, variance = measured_moments(q, k)
    assert_close(mean, torch.stack(dots).mean().item())
    assert_close(variance, torch.stack(dots).var().item())


def test_variance_by_depth_follows_each_layer():
    x = draw(2003, 101)
    factors = [0.5, 2.0, 3.0, 1.0]
    weights = [
        math.sqrt(factor / 101) * draw(101, 101, seed=seed)
        for seed, factor in enumerate(factors)
    ]
    measured = variance_by_depth(x, iter(weights))
    expected = torch.tensor(factors, dtype=torch.float64).cumprod(0)
    assert_close(measured, expected, rtol=0.1, atol=0)
    assert_close(measured[1], (x @ weights[0] @ weights[1]).var())


# What a softmax makes of scores


@pytest.mark.parametrize("weights, entropy, norm", SATURATED.values(), ids=SATURATED)
def test_known_weights(weights, entropy, norm):
    weights = torch.tensor(weights, dtype=torch.float64)
    assert_close(softmax_entropy(weights).item(), entropy)
    assert_close(jacobian_norm(weights).item(), norm)
    assert largest_weight(weights) == weights.max()


@pytest.mark.parametrize("lead", [(), (5,), (2, 3)], ids=str)
def test_each_row_is_measured_on_its_own(lead):
    weights = draw(*lead, 7).softmax(-1)
    jacobian = softmax_jacobian(weights)
    assert jacobian.shape == (*lead, 7, 7)
    for measure in (softmax_entropy, jacobian_norm, largest_weight):
        measured = measure(weights)
        assert measured.shape == lead
        rows = [measure(row) for row in weights.reshape(-1, 7)]
        assert_close(measured.flatten(), torch.stack(rows))
    entropy = torch.distributions.Categorical(weights).entropy()
    assert_close(softmax_entropy(weights), entropy)


def test_the_jacobian_is_that_of_the_softmax():
    scores = draw(7)
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(-1), scores)
    assert_close(softmax_jacobian(scores.softmax(-1)), jacobian)
    assert_close(jacobian_norm(scores.softmax(-1)), jacobian.square().sum().sqrt())


def test_no_weights_let_more_through_than_two_halves():
    weights = torch.cat([(scale * draw(500, 7)).softmax(-1) for scale in (0.1, 1, 10)])
    assert (jacobian_norm(weights) <= 0.5).all()
    assert jacobian_norm(weights).max() > 0.45


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_saturated_weights_have_finite_values_and_gradients(dtype):
    scores = torch.tensor([[1e4, 0.0, -1e4], [0.0, 0.0, 0.0]], dtype=dtype)
    scores.requires_grad_()
    for measure in (softmax_entropy, jacobian_norm):
        with torch.autograd.set_detect_anomaly(True):  # no NaN may be born on the way
            measured = measure(scores.softmax(-1))
            (slope,) = torch.autograd.grad(measured.sum(), scores)
        assert measured.dtype == dtype
        assert measured[0] == 0
        assert measured[1] > 0.4
        assert slope.isfinite().all()
        assert (slope[0] == 0).all()


def test_a_weight_of_zero_adds_nothing_to_the_gradient_of_the_entropy():
    weights = torch.tensor([0.25, 0.0, 0.75], requires_grad=True)
    softmax_entropy(weights).backward()
    assert_close(weights.grad, torch.tensor([math.log(4) - 1, 0, -math.log(0.75) - 1]))


def test_entropy_of_a_query_with_nothing_to_look_at():
    mask = torch.ones(5, 7, dtype=torch.bool)
    mask[3] = False
    weights = scaled_dot_product_attention(draw(5, 11), draw(7, 11), draw(7, 13), mask)[
        1
    ]
    assert softmax_entropy(weights)[3] == 0
    assert (softmax_entropy(weights)[:3] > 0).all()


def test_gradients_are_the_slopes():
    scores = draw(5, 7).requires_grad_()
    for measure in (softmax_entropy, jacobian_norm, softmax_jacobian):
        assert torch.autograd.gradcheck(lambda s, m=measure: m(s.softmax(-1)), scores)


@pytest.mark.parametrize("d_k", WIDTHS)
def test_division_keeps_the_softmax_awake(d_k):
    """Unscaled, the median Jacobian dies out from d_k = 64 on, and only from there."""
    q, k = draw(501, 1, d_k), draw(501, 32, d_k, seed=1)
    scores = (q @ k.transpose(1, 2))[:, 0]
    raw, scaled = scores.softmax(-1), (scores / math.sqrt(d_k)).softmax(-1)
    assert 0.2 < jacobian_norm(scaled).median() < 0.3
    assert 2.5 < softmax_entropy(scaled).mean() < math.log(32)
    if d_k >= 64:
        assert jacobian_norm(raw).median() < 0.8 * jacobian_norm(scaled).median()
        assert largest_weight(raw).mean() > 2 * largest_weight(scaled).mean()
    else:
        assert jacobian_norm(raw).median() > jacobian_norm(scaled).median()


# Where it has to run


def test_runs_on_the_meta_device():
    weights = torch.ones(2, 3, 7, device="meta", requires_grad=True)
    for measure in (softmax_entropy, jacobian_norm, largest_weight):
        measured = measure(weights)
        measured.sum().backward()
        assert measured.device.type == "meta"
        assert measured.shape == (2, 3)
        assert weights.grad.shape == weights.shape
    layers = [torch.ones(11, 11, device="meta")] * 3
    assert variance_by_depth(torch.ones(5, 11, device="meta"), layers).shape == (3,)
