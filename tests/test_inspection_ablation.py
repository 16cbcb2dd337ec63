"""Ablation: a head is gone while it is asked for, and nothing else is."""

import math

import pytest
import torch
from parity.core import distance, randomise
from torch.testing import assert_close

from transformer_lib.inspection.ablation import (
    ablate,
    ablation_effects,
    relative_change,
)
from transformer_lib.inspection.recording import record
from transformer_lib.multihead import MultiHeadAttention


@pytest.fixture
def attention():
    attention = MultiHeadAttention(10, 5, d_k=3, d_v=2)
    randomise(attention)
    return attention.double()


@pytest.fixture
def x():
    return torch.randn(3, 7, 10).double()


@pytest.mark.parametrize("heads", [[], [3], [0, 4], range(5)], ids=str)
@pytest.mark.parametrize("need_weights", [False, True])
def test_an_ablated_head_adds_nothing(attention, x, heads, need_weights):
    with ablate(attention, heads):
        found = attention(x, need_weights=need_weights)
    output, weights = found if need_weights else (found, None)
    assert weights is None or torch.equal(weights, attention(x, need_weights=True)[1])
    for head in heads:
        with torch.no_grad():
            attention.w_o.weight[:, 2 * head : 2 * head + 2] = 0.0
    assert distance(output, attention(x)) <= 1e-12


def test_heads_come_back_also_after_an_error(attention, x):
    before = attention(x)
    with pytest.raises(RuntimeError), ablate(attention, [1]):
        raise RuntimeError
    assert torch.equal(attention(x), before)


def test_ablations_nest_and_are_recorded(attention, x):
    with record(attention) as seen, ablate(attention, [1]), ablate(attention, [3]):
        nested = attention(x)
    with ablate(attention, [1, 3]):
        assert_close(nested, attention(x))
    assert_close(seen.weights[""], [attention(x, need_weights=True)[1]])


def test_a_nan_in_a_head_goes_with_the_head(attention, x):
    with torch.no_grad():
        attention.w_v.bias[2] = math.nan
    assert attention(x).isnan().all()
    with ablate(attention, [1]):
        assert attention(x).isfinite().all()


def test_effects_are_those_of_each_head(attention, x):
    other = MultiHeadAttention(10, 5).double()
    effects = ablation_effects(lambda: other(attention(x)), [attention, other])
    with torch.no_grad():
        whole = other(attention(x))
        for head in range(5):
            with ablate(attention, [head]):
                wanted = relative_change(other(attention(x)), whole)
            assert effects[0, head].item() == pytest.approx(wanted)
            with ablate(other, [head]):
                moved = (other(attention(x)) - whole).norm() / whole.norm()
            assert effects[1, head].item() == pytest.approx(moved.item())
    assert (effects > 0).all()


def test_ablates_on_the_meta_device(x):
    attention = MultiHeadAttention(10, 5, device="meta")
    with ablate(attention, [2]):
        attention(x.float().to("meta")).sum().backward()
    assert attention.w_v.weight.grad.shape == (10, 10)
