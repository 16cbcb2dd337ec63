"""Rotary positions: pairs of features turned, so that products know distances only."""

import pytest
import torch
from parity.core import distance, draw
from torch.testing import assert_close

from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.positions.rotary import RotaryPositions

MAX_LEN = 31


def turning(d_k):
    return RotaryPositions(d_k, max_len=MAX_LEN, dtype=torch.float64)


@pytest.mark.parametrize("base", [10_000.0, 7.0])
def test_pairs_turn_as_complex_numbers_do(base):
    rotary = RotaryPositions(6, max_len=MAX_LEN, base=base, dtype=torch.float64)
    x = draw(2, 3, 5, 6)
    angles = [[(4 + p) / base ** (2 * i / 6) for i in range(3)] for p in range(5)]
    turned = torch.tensor(angles, dtype=torch.float64)
    turns = torch.polar(torch.ones_like(turned), turned)
    numbers = torch.view_as_complex(x.unflatten(-1, (3, 2)).contiguous())
    wanted = torch.view_as_real(numbers * turns).flatten(-2)
    assert_close(rotary(x, 4), wanted)


@pytest.mark.parametrize("lead", [(), (2,), (2, 3, 5)], ids=str)
def test_lengths_stay_and_the_first_position_does_not_turn(lead):
    rotary, x = turning(8), draw(*lead, 7, 8)
    assert_close(rotary(x).norm(dim=-1), x.norm(dim=-1))
    assert torch.equal(rotary(x)[..., 0, :], x[..., 0, :])
    assert (rotary(x) != x)[..., 1:, :].all()


@pytest.mark.parametrize("base", [10_000.0, 7.0])
def test_a_product_knows_the_distance_only(base):
    rotary = RotaryPositions(8, max_len=997, base=base, dtype=torch.float64)
    q, k = draw(8), draw(8, seed=1)
    products = rotary(q.expand(997, -1)) @ rotary(k.expand(997, -1)).T
    for offset in (-500, -3, 0, 1, 2, 900):
        same = products.diagonal(offset)
        assert_close(same, same[:1].expand_as(same))
    assert products[0].unique().numel() == 997


def test_the_gradient_is_turned_back():
    rotary = turning(8)
    x, push = draw(2, 7, 8).requires_grad_(), draw(2, 7, 8, seed=1)
    rotary(x, 3).backward(push)
    assert_close(rotary(x.grad, 3), push)


def test_attention_with_turned_pairs_knows_the_order_but_not_the_start():
    attention = MultiHeadAttention(15, 3, d_k=4, dtype=torch.float64)
    rotary, x = turning(4), draw(2, 7, 15)
    here = attention(x, rotate=rotary)
    assert_close(attention(x, rotate=lambda features: rotary(features, 19)), here)
    swapped = attention(x.flip(1), rotate=rotary).flip(1)
    assert not torch.allclose(swapped, here)
    assert not torch.allclose(attention(x), here)


@pytest.mark.parametrize("need_weights", [False, True])
def test_turned_pairs_fit_the_values_under_autocast(need_weights):
    attention = MultiHeadAttention(16, 2)
    rotary, x = RotaryPositions(8, max_len=MAX_LEN), draw(2, 7, 16).float()
    options = {"rotate": rotary, "need_weights": need_weights}
    wanted = attention(x, **options)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = attention(x, **options)
    output, exact = (f[0] if need_weights else f for f in (found, wanted))
    assert output.dtype == torch.bfloat16
    assert (
        distance(output, exact) <= 8 * 2**-8
    )  # the six results of attention, two turns
