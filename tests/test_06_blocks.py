"""Residuals, networks and blocks: equal to PyTorch's, wired as the paper says."""

import pytest
import torch
import torch.nn.functional as F
from parity.blocks import (
    BASE,
    CASES,
    KINDS,
    PARTS,
    PRIMES,
    Kind,
    decoder_block,
    encoder_block,
    measure,
    stacks,
    twins,
)
from parity.core import BOUNDS, draw, randomise
from torch import nn
from torch.testing import assert_close

from transformer_lib.blocks.sublayers import (
    FeedForward,
    Residual,
)

every_bound = pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
every_part = pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
orders = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])


@pytest.fixture
def x():
    return draw(PRIMES.batch, PRIMES.target, PRIMES.d_model)


@pytest.fixture
def memory():
    return draw(PRIMES.batch, PRIMES.source, PRIMES.d_model, seed=1)


# Equal to PyTorch's own, gradients included


@every_part
@pytest.mark.parametrize("kind", KINDS, ids=["post", "post, gelu", "pre", "pre, gelu"])
@every_bound
@pytest.mark.parametrize("masks", CASES, ids=str)
def test_blocks_equal_torch(part, kind, dtype, bound, masks):
    pair = twins(part, PRIMES, kind, dtype)
    found = measure(part, pair, PRIMES, causal=masks[0], padded=masks[1])
    assert max(found) <= bound


@every_part
@orders
@every_bound
def test_blocks_equal_torch_at_the_papers_size(part, norm_first, dtype, bound):
    pair = twins(part, BASE, Kind(norm_first, F.gelu), dtype)
    assert max(measure(part, pair, BASE, causal=True, padded=True)) <= bound


@every_part
@orders
@every_bound
def test_stacks_of_six_equal_torch(part, norm_first, dtype, bound):
    pair = stacks(part, BASE, Kind(norm_first, F.relu), dtype)
    assert max(measure(part, pair, BASE, causal=True, padded=True)) <= bound


# Wired as the paper says


def recorded(function, calls):
    """Note what a function is given."""

    def call(given):
        calls.append(given)
        return function(given)

    return call


@orders
def test_a_residual_adds_what_the_sublayer_makes(norm_first):
    residual = Residual(13, norm_first=norm_first, dtype=torch.float64).eval()
    randomise(residual)
    x, matrix, calls = 10 + 10 * draw(2, 7, 13), draw(13, 13, seed=1), []
    output = residual(x, recorded(lambda given: given @ matrix, calls))
    if norm_first:
        read, wanted = residual.norm(x), x + residual.norm(x) @ matrix
    else:
        read, wanted = x, residual.norm(x + x @ matrix)
    assert len(calls) == 1
    assert torch.equal(calls[0], read)
    assert torch.equal(output, wanted)


def test_the_network_is_two_layers_with_a_bend_between():
    network = FeedForward(13, 17, dtype=torch.float64)
    randomise(network)
    x = draw(2, 7, 13)
    inside = x @ network.w_1.weight.T + network.w_1.bias
    bent = torch.where(inside > 0, inside, 0)
    wanted = bent @ network.w_2.weight.T + network.w_2.bias
    assert_close(network(x), wanted)
    assert (wanted < 0).any()


@pytest.mark.parametrize("bend", [F.gelu, torch.tanh, nn.SiLU()], ids=str)
def test_the_bend_is_the_one_that_is_given(bend):
    network = FeedForward(13, 17, activation=bend, dtype=torch.float64)
    x = draw(7, 13)
    assert torch.equal(network(x), network.w_2(bend(network.w_1(x))))


def test_the_network_thinks_about_each_token_by_itself_and_alike():
    network = FeedForward(13, 17, dtype=torch.float64)
    x = draw(2, 7, 13)
    assert_close(network(x.flip(1)), network(x).flip(1))
    assert_close(network(x)[1, 4], network(x[1, 4]))
    before = network(x)
    x[1, 4] += 1.0
    assert (network(x) != before).any(dim=-1).nonzero().tolist() == [[1, 4]]


@orders
def test_the_encoder_block_by_hand(x, norm_first):
    block = encoder_block(PRIMES, Kind(norm_first, F.relu), torch.float64)
    randomise(block)
    norms = [block.after_attention.norm, block.after_feed_forward.norm]
    if norm_first:
        looked = x + block.attention(norms[0](x))
        wanted = looked + block.feed_forward(norms[1](looked))
    else:
        looked = norms[0](x + block.attention(x))
        wanted = norms[1](looked + block.feed_forward(looked))
    assert torch.equal(block(x), wanted)


@orders
def test_the_decoder_block_by_hand(x, memory, norm_first):
    block = decoder_block(PRIMES, Kind(norm_first, F.relu), torch.float64)
    randomise(block)
    parts = (
        (block.after_self_attention, block.self_attention),
        (block.after_cross_attention, lambda q: block.cross_attention(q, memory)),
        (block.after_feed_forward, block.feed_forward),
    )
    wanted = x
    for residual, sublayer in parts:
        if norm_first:
            wanted = wanted + sublayer(residual.norm(wanted))
        else:
            wanted = residual.norm(wanted + sublayer(wanted))
    assert torch.equal(block(x, memory), wanted)
