"""Several heads: equal to PyTorch's, and to single heads side by side."""

import pytest
import torch
from heads import (
    D_K,
    D_V,
    every_mask,
    make_attention,
    make_tokens,
    one_by_one,
    results,
    ways,
)
from parity.core import BOUNDS, distance, draw, randomise
from parity.multihead import BASE, MASKS, PRIMES, measure
from torch.testing import assert_close

from transformer_lib.multihead import MultiHeadAttention


@pytest.fixture
def attention():
    return make_attention()


@pytest.fixture
def x():
    return make_tokens()[0]


@pytest.fixture
def context():
    return make_tokens()[1]


# Equal to PyTorch's own, gradients included


@ways
@pytest.mark.parametrize("cross", [False, True], ids=["self", "cross"])
@pytest.mark.parametrize("mask_name", MASKS)
@pytest.mark.parametrize("size", [PRIMES, BASE], ids=["primes", "base"])
@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_equals_torch(size, dtype, bound, mask_name, cross, need_weights):
    found = measure(size, dtype, mask_name, cross=cross, need_weights=need_weights)
    assert max(found) <= bound


@every_mask
def test_the_two_ways_agree(attention, x, context, mask):
    fused, readable = (
        results(attention, [x, context], need_weights, mask=mask)
        for need_weights in (False, True)
    )
    assert max(map(distance, fused, readable)) <= 1e-13


@ways
def test_half_precision_costs_one_roundoff_a_step(need_weights):
    """Allow one unit roundoff for each result on the way that is stored in few bits.

    To the output there are six: projections, q k, scores, weights, weights v, W_O. To a
    gradient there are at most ten: the first four, then backwards those of weights v,
    weights, scores, q k, projections and x.
    """
    roundoff = 2**-8
    half = MultiHeadAttention(BASE.d_model, BASE.heads, dtype=torch.bfloat16)
    randomise(half)
    exact = MultiHeadAttention(BASE.d_model, BASE.heads, dtype=torch.float64)
    exact.load_state_dict(half.state_dict())
    x = draw(BASE.batch, BASE.query, BASE.d_model).bfloat16()
    output, *gradients = results(half, [x], need_weights=need_weights)
    wanted, *slopes = results(exact, [x.double()], need_weights=need_weights)
    assert output.dtype == torch.bfloat16
    assert distance(output, wanted) <= 6 * roundoff
    assert max(map(distance, gradients, slopes)) <= 10 * roundoff


# True to the definition


@ways
@every_mask
def test_equals_single_heads_side_by_side(attention, x, context, mask, need_weights):
    found, weights = one_by_one(attention, x, context, mask)
    output = attention(x, context, mask, need_weights=need_weights)
    if need_weights:
        output, shares = output
        assert_close(shares, weights)
    assert_close(output, attention.w_o(torch.cat(found, dim=-1)))


def test_mixing_adds_up_what_each_head_brings(attention, x):
    found, _ = one_by_one(attention, x, x)
    columns = attention.w_o.weight.split(D_V, dim=1)
    shares = [head @ own.T for head, own in zip(found, columns, strict=True)]
    assert_close(attention(x), sum(shares) + attention.w_o.bias)


def test_a_head_without_columns_in_the_mix_is_not_heard(attention, x):
    with torch.no_grad():
        attention.w_o.weight[:, D_V : 2 * D_V] = 0
        before = attention(x)
        attention.w_q.weight[D_K : 2 * D_K] += 1.0
        assert torch.equal(attention(x), before)
        attention.w_q.weight[:D_K] += 1.0
        assert not torch.allclose(attention(x), before)


def test_features_are_shared_out_among_the_heads_unless_given():
    assert MultiHeadAttention(15, 3).d_k == MultiHeadAttention(15, 3).d_v == 5
    assert MultiHeadAttention(15, 3, d_k=7).d_v == 7
    assert MultiHeadAttention(15, 3, d_v=7).d_k == 5
    assert MultiHeadAttention(15, 2, d_k=4, d_v=7).w_o.in_features == 14


def test_the_sizes_of_the_parameters():
    shapes = {
        name: tuple(parameter.shape)
        for name, parameter in MultiHeadAttention(
            15, 3, d_k=13, d_v=17
        ).named_parameters()
    }
    assert shapes == {
        "w_q.weight": (39, 15),
        "w_q.bias": (39,),
        "w_k.weight": (39, 15),
        "w_k.bias": (39,),
        "w_v.weight": (51, 15),
        "w_v.bias": (51,),
        "w_o.weight": (15, 51),
        "w_o.bias": (15,),
    }


@ways
def test_the_bias_of_keys_changes_nothing(attention, x, need_weights):
    before = results(attention, [x], need_weights)[0]
    with torch.no_grad():
        attention.w_k.bias.add_(draw(3 * D_K))
    assert_close(results(attention, [x], need_weights)[0], before)


def test_the_context_is_x_unless_given(attention, x):
    assert torch.equal(attention(x), attention(x, x))
    assert not torch.allclose(attention(x, x.flip(-1)), attention(x))


@ways
def test_the_order_of_tokens_is_nothing(attention, x, context, need_weights):
    tokens, keys = torch.randperm(PRIMES.query), torch.randperm(PRIMES.key)
    own = results(attention, [x], need_weights)[0]
    assert_close(results(attention, [x[:, tokens]], need_weights)[0], own[:, tokens])
    read = results(attention, [x, context], need_weights)[0]
    assert_close(results(attention, [x, context[:, keys]], need_weights)[0], read)


@ways
def test_no_batch_row_sees_another(attention, x, context, need_weights):
    before = results(attention, [x, context], need_weights)[0]
    x[0], context[0] = x[0] + 1, context[0] - 1
    after = results(attention, [x, context], need_weights)[0]
    assert torch.equal(after[1:], before[1:])
    assert not torch.allclose(after[0], before[0])


# Where it has to run


@ways
@every_mask
def test_runs_on_the_meta_device(mask, need_weights):
    attention = MultiHeadAttention(15, 3, d_k=D_K, d_v=D_V, device="meta")
    x, context = (torch.ones(2, n, 15, device="meta") for n in (7, 11))
    mask = mask if mask is None else mask.to("meta")
    found = attention(x, context, mask, need_weights=need_weights)
    output = found[0] if need_weights else found
    output.sum().backward()
    assert output.device.type == "meta" and output.shape == (2, 7, 15)
    assert all(p.grad.shape == p.shape for p in attention.parameters())


def test_lives_where_it_is_told():
    attention = MultiHeadAttention(15, 3, device="meta", dtype=torch.bfloat16)
    places = {(p.device.type, p.dtype) for p in attention.parameters()}
    assert places == {("meta", torch.bfloat16)}
