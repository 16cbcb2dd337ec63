"""What blocks drop, hide, pass on and remember."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from heads import Fixed, Growing, stretch
from parity.blocks import PARTS, PRIMES, Kind
from parity.core import distance, draw, outcome, randomise
from torch import nn
from torch.testing import assert_close

from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward, Residual
from transformer_lib.multihead import MultiHeadAttention

orders = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])
every_part = pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
PAST = torch.ones(PRIMES.target, PRIMES.target, dtype=torch.bool).tril()
RATE = 0.3


def made(part, norm_first, dtype=torch.float64):
    block = part.ours(PRIMES, Kind(norm_first, F.relu), dtype)
    randomise(block)
    return block


def tokens(part):
    """Draw the tokens, and a memory for a block that has one."""
    lengths = (PRIMES.target, PRIMES.source)
    draws = [draw(PRIMES.batch, n, PRIMES.d_model, seed=n) for n in lengths]
    return draws if part is PARTS["Decoder"] else draws[:1]


def residuals(block):
    return [part for part in block.children() if isinstance(part, Residual)]


def dropping(block):
    for residual in residuals(block):
        residual.dropout.p = RATE
    return block


# What is dropped, and when


@orders
def test_what_the_sublayer_returns_is_dropped_and_the_rest_made_larger(norm_first):
    residual = Residual(50, norm_first=norm_first, dropout=RATE, dtype=torch.float64)
    residual.norm = nn.Identity()
    x = draw(40, 50, 50)
    torch.manual_seed(0)
    added = residual(x, torch.ones_like) - x
    dropped = added.isclose(torch.zeros(()).double())
    assert_close(added[~dropped], torch.full_like(added[~dropped], 1 / (1 - RATE)))
    spread = (RATE * (1 - RATE) / x.numel()) ** 0.5
    assert abs(dropped.double().mean() - RATE) <= 5 * spread
    assert torch.equal(residual.eval()(x, torch.ones_like), x + 1)


@every_part
@orders
def test_nothing_else_is_dropped(part, norm_first):
    """Neither shares of attention nor what is inside the network."""
    block, given = dropping(made(part, norm_first)), tokens(part)
    still = block.eval()(*given)
    block.train()
    for residual in residuals(block):
        residual.dropout = nn.Identity()
    assert torch.equal(block(*given), still)
    assert not any(isinstance(module, nn.Dropout) for module in block.modules())


@every_part
@orders
def test_each_sublayer_is_dropped(part, norm_first):
    for n in range(len(residuals(made(part, norm_first)))):
        block, given = made(part, norm_first), tokens(part)
        residuals(block)[n].dropout.p = RATE
        still = block.eval()(*given)
        block.train()
        assert not torch.allclose(block(*given), still)
        assert not torch.equal(block(*given), block(*given))
        assert torch.equal(block.eval()(*given), still)


def test_the_rate_reaches_every_sublayer_of_its_own():
    attention, network = MultiHeadAttention(15, 3), FeedForward(15, 13)
    encoder = EncoderBlock(attention, network, dropout=RATE)
    decoder = DecoderBlock(attention, attention, network, dropout=RATE, eps=0.1)
    assert [r.dropout.p for r in residuals(encoder)] == [RATE] * 2
    assert [r.dropout.p for r in residuals(decoder)] == [RATE] * 3
    assert [r.norm.eps for r in residuals(decoder)] == [0.1] * 3
    assert [r.dropout.p for r in residuals(EncoderBlock(attention, network))] == [
        0.1
    ] * 2
    assert len({id(r.norm.gain) for r in residuals(decoder)}) == 3


# What is hidden, and what is passed on


@every_part
@orders
def test_gradients_reach_what_may_be_seen_and_nothing_else(part, norm_first):
    block, given = made(part, norm_first), [x.requires_grad_() for x in tokens(part)]
    read = torch.ones(PRIMES.batch, 1, 1, PRIMES.source, dtype=torch.bool)
    read[1, ..., 8:] = False
    masks = [PAST, read][: len(given)]
    for t in range(PRIMES.target):
        slopes = torch.autograd.grad(block(*given, *masks)[:, t].sum(), given)
        reached = [(slope != 0).any(dim=-1) for slope in slopes]
        assert torch.equal(reached[0], PAST[t].expand(PRIMES.batch, -1))
        assert torch.equal(reached[-1], read[:, 0, 0]) or len(given) == 1


@every_part
@orders
def test_what_is_padding_has_no_say(part, norm_first):
    block, given = made(part, norm_first), tokens(part)
    masks = [torch.ones(PRIMES.batch, 1, 1, x.shape[1]).bool() for x in given]
    for mask in masks:
        mask[1, ..., -2:] = False
    before = block(*given, *masks)
    for x in given:
        x[:, -2:] += draw(*x[:, -2:].shape)
    after = block(*given, *masks)
    assert torch.equal(after[1, :-2], before[1, :-2])
    assert not torch.allclose(after[0, :-2], before[0, :-2])


@every_part
@orders
def test_no_batch_row_sees_another(part, norm_first):
    block, given = made(part, norm_first), tokens(part)
    before = block(*given)
    for x in given:
        x[0] += draw(*x[0].shape)
    after = block(*given)
    assert torch.equal(after[1], before[1])
    assert not torch.allclose(after[0], before[0])


@every_part
@orders
def test_the_order_of_tokens_is_nothing(part, norm_first):
    block, given = made(part, norm_first), tokens(part)
    before = block(*given)
    assert_close(block(*(x.flip(1) for x in given)), before.flip(1))
    assert not torch.allclose(block(*(x.flip(1) for x in given)), before)


@every_part
def test_tokens_are_turned_where_they_look_at_each_other_and_nowhere_else(part):
    block, given = made(part, False), tokens(part)
    attention, turned = next(block.children()), []

    def turn(features):
        turned.append(features)
        return stretch(features)

    output = block(*given, rotate=turn)
    for features, project in zip(turned, (attention.w_q, attention.w_k), strict=True):
        assert torch.equal(features.transpose(1, 2).flatten(2), project(given[0]))
    assert not torch.allclose(output, block(*given))


# What is remembered


@every_part
@orders
@pytest.mark.parametrize("chunks", [[4, 3], [1] * 7, [2, 4, 1]], ids=str)
def test_tokens_may_come_in_turn(part, norm_first, chunks):
    block, given = made(part, norm_first), tokens(part)
    own, read = Growing(), Fixed()
    hidden, caches = {}, {"cache": own}
    if len(given) == 2:
        hidden = {"memory_mask": torch.arange(PRIMES.source)[None, None, None] > 1}
        caches = {"caches": (own, read)}
    whole = block(*given, mask=PAST, rotate=stretch, **hidden)
    parts, start = [], 0
    for size in chunks:
        end = start + size
        turn = partial(stretch, start=start)
        now = [given[0][:, start:end], *given[1:]]
        past = PAST[start:end, :end]
        parts.append(block(*now, mask=past, rotate=turn, **hidden, **caches))
        given[1:] = [torch.full_like(x, torch.nan) for x in given[1:]]
        start = end
    assert_close(torch.cat(parts, dim=1), whole)


def test_the_memory_is_looked_at_by_keys_and_values_of_its_own_and_never_turned():
    block, (x, memory) = made(PARTS["Decoder"], False), tokens(PARTS["Decoder"])
    cache = Fixed()
    block(x, memory, rotate=stretch, caches=(Fixed(), cache))
    cross = block.cross_attention
    for found, projected in zip(cache.known, (cross.w_k, cross.w_v), strict=True):
        flat = found.transpose(1, 2).flatten(2)
        assert torch.equal(flat, projected(memory))


# Where it has to run


@every_part
@orders
def test_half_precision_costs_one_roundoff_a_step(part, norm_first):
    """Allow one for each result on the way that is stored in few bits.

    Eight a look (norm, projections, q k, scores, weights, weights v, W_O, sum) and four
    a thought (norm, both layers, sum).
    """
    half = made(part, norm_first, torch.bfloat16)
    exact = made(part, norm_first)
    exact.load_state_dict(half.state_dict())
    given = [x.bfloat16() for x in tokens(part)]
    output = half(*given)
    steps = 8 * len(given) + 4
    assert output.dtype == torch.bfloat16
    assert distance(output, exact(*(x.double() for x in given))) <= steps * 2**-8


@every_part
@orders
def test_lives_and_runs_where_its_parts_do(part, norm_first):
    place = {"device": "meta", "dtype": torch.bfloat16}
    looks = [MultiHeadAttention(15, 3, **place) for _ in tokens(part)]
    kind = EncoderBlock if len(looks) == 1 else DecoderBlock
    block = kind(*looks, FeedForward(15, 13, **place), norm_first=norm_first)
    given = [x.to(**place) for x in tokens(part)]
    outputs, gradients = outcome(
        partial(block, mask=PAST.to("meta")), given, block.parameters()
    )
    assert outputs[0].shape == given[0].shape
    places = {(t.device.type, t.dtype) for t in [*outputs, *gradients]}
    assert places == {("meta", torch.bfloat16)}
