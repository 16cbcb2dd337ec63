"""The norm: two ways that agree, one definition, at any size and place of tokens."""

import math
import statistics

import pytest
import torch
import torch.nn.functional as F
from parity.blocks import norm_rows
from parity.core import distance, outcome, randomise
from torch.testing import assert_close

from transformer_lib.blocks.sublayers import LayerNorm, layer_norm

TOKENS = {  # how large the features of a token differ, and around what
    "plain": (1.0, 0.0),
    "tiny": (1e-3, 0.0),
    "huge": (1e3, 0.0),
    "far off": (1.0, 1e3),
    "farther off": (1.0, 1e4),
}
every_token = pytest.mark.parametrize("spread, place", TOKENS.values(), ids=TOKENS)
every_eps = pytest.mark.parametrize("eps", [1e-5, 0.1, 1e-12])
WAYS = {
    "readable": layer_norm,
    "kernel": lambda x, gain, bias, eps: F.layer_norm(x, gain.shape, gain, bias, eps),
}


def leaves(*shape, spread=1.0, place=0.0, dtype=torch.float64):
    """Draw tokens, a gain and a bias."""
    generator = torch.Generator().manual_seed(0)
    x = place + spread * torch.randn(*shape, generator=generator, dtype=torch.float64)
    gain, bias = torch.randn(2, shape[-1], generator=generator, dtype=torch.float64)
    return [x.to(dtype), gain.to(dtype), bias.to(dtype)]


def test_the_module_equals_torch():
    assert all(row.holds for row in norm_rows())


@every_token
@every_eps
@pytest.mark.parametrize(
    "shape", [(7, 4), (2, 7, 4), (2, 3, 5, 7, 4), (2, 512)], ids=str
)
def test_the_two_ways_agree(shape, spread, place, eps):
    given = leaves(*shape, spread=spread, place=place)
    ours, kernel = (
        outcome(lambda *x, way=way: way(*x, eps), given) for way in WAYS.values()
    )
    pairs = zip([*ours[0], *ours[1]], [*kernel[0], *kernel[1]], strict=True)
    assert max(distance(*pair) for pair in pairs) <= 1e-10


@every_token
@every_eps
def test_equals_plain_numbers(spread, place, eps):
    x, gain, bias = leaves(3, 4, spread=spread, place=place)
    rows = []
    for token in x.tolist():
        mean, variance = statistics.fmean(token), statistics.pvariance(token)
        rows.append([(number - mean) / math.sqrt(variance + eps) for number in token])
    wanted = gain * torch.tensor(rows, dtype=torch.float64) + bias
    assert_close(layer_norm(x, gain, bias, eps), wanted, rtol=0, atol=1e-10)


@every_token
def test_tokens_far_from_zero_lose_no_more_than_they_must(spread, place):
    """Allow the roundoff of a mean, as large as the place, beside the spread."""
    given = leaves(5, 64, spread=spread, place=place, dtype=torch.float32)
    exact = layer_norm(*(x.double() for x in given), 1e-12)
    bound = 2**-24 * (8 + 2 * place / spread)
    assert distance(layer_norm(*given, 1e-12), exact) <= bound


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_gradients_are_the_slopes(way):
    given = [x.requires_grad_() for x in leaves(3, 4)]
    assert torch.autograd.gradcheck(lambda *x: way(*x, 0.1), given)


def test_every_token_gets_mean_0_and_variance_1():
    x = leaves(2, 7, 13, spread=3.0, place=5.0)[0]
    normal = layer_norm(x, torch.ones(13).double(), torch.zeros(13).double(), 1e-12)
    assert_close(normal.mean(-1), torch.zeros(2, 7).double())
    assert_close(normal.var(-1, correction=0), torch.ones(2, 7).double())


def test_size_and_place_of_a_token_do_not_matter_and_other_tokens_neither():
    x, gain, bias = leaves(2, 7, 13)
    normal = layer_norm(x, gain, bias, 1e-14)
    assert_close(layer_norm(3 * x + 5, gain, bias, 1e-14), normal)
    x[1, 4, 0] += 1.0
    changed = (layer_norm(x, gain, bias, 1e-14) != normal).any(dim=-1)
    assert changed.nonzero().tolist() == [[1, 4]]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_token_of_equal_features_gets_the_bias(way):
    x, gain, bias = leaves(2, 7, 13)
    x[1] = 3.0
    outputs, gradients = outcome(lambda *x: way(*x, 1e-5), [x, gain, bias])
    assert torch.equal(outputs[0][1], bias.expand(7, 13))
    assert all(gradient.isfinite().all() for gradient in gradients)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_half_precision_stays_and_costs_one_roundoff(dtype):
    norm = LayerNorm(64, dtype=dtype)
    randomise(norm)
    x = leaves(5, 64, spread=3.0, place=5.0, dtype=dtype)[0]
    exact = layer_norm(x.double(), norm.gain.double(), norm.bias.double())
    assert norm(x).dtype == dtype
    assert distance(norm(x), exact) <= torch.finfo(dtype).eps


def test_runs_on_the_meta_device():
    norm = LayerNorm(13, device="meta", dtype=torch.bfloat16)
    x = torch.ones(2, 7, 13, device="meta", dtype=torch.bfloat16)
    for call in (norm, lambda x: layer_norm(x, norm.gain, norm.bias)):
        outputs, gradients = outcome(call, [x], norm.parameters())
        assert outputs[0].device.type == "meta" and outputs[0].shape == x.shape
        assert [g.shape for g in gradients] == [(2, 7, 13), (13,), (13,)]


def test_begins_as_the_plain_norm():
    norm = LayerNorm(13)
    assert torch.equal(norm.gain, torch.ones(13))
    assert torch.equal(norm.bias, torch.zeros(13))
