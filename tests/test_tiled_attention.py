"""Attention by tiles: the same numbers as the plain one, in linear memory."""

import math
from functools import partial

import pytest
import torch
from parity.attention import (
    BASE,
    MASKS,
    PRIMES,
    draw_mask,
    inputs,
    readable,
    results,
    torch_attention,
)
from parity.complexity import TILES, both, measure
from parity.core import BOUNDS, distance
from torch.testing import assert_close

from transformer_lib.complexity.layers import attention
from transformer_lib.complexity.measures import multiply_adds, peak_bytes, saved_bytes
from transformer_lib.complexity.tiled import tiled_attention

either_way = pytest.mark.parametrize("causal", [False, True], ids=["all", "causal"])
every_mask = pytest.mark.parametrize("mask_name", MASKS)
FULL = "batch heads query key"


def tokens(*shape, scale=1.0, **place):
    return (scale * torch.randn(shape, **place)).requires_grad_()


def both_ways(attend, leaves, mask=None):
    """Prepare a run forwards and backwards that drops what it made."""
    return lambda: results(attend, leaves, mask) and None


# The same numbers


@every_mask
@either_way
@pytest.mark.parametrize("size", TILES, ids=["primes", "base"])
@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_equals_torch_with_any_tile(size, dtype, bound, mask_name, causal):
    for tile in TILES[size]:
        assert max(measure(size, dtype, mask_name, tile, causal)) <= bound


@either_way
@pytest.mark.parametrize("mask_name", ["none", FULL])
@pytest.mark.parametrize(
    "dtype, roundoff", [(torch.bfloat16, 2**-8), (torch.float16, 2**-11)], ids=str
)
def test_half_precision_rounds_only_what_goes_in_and_out(
    dtype, roundoff, mask_name, causal
):
    """Allow one unit roundoff for each result on the way that is stored in few bits.

    To the output there are two: q over the root of d_k, and the output itself. To the
    gradient of q there are two more: that of the smaller q, and that of q.
    """
    leaves, mask = inputs(BASE, dtype), draw_mask(BASE, mask_name)
    tiled = partial(tiled_attention, tile=31, causal=causal)
    output, *gradients = results(tiled, leaves, mask)
    exact = results(
        torch_attention, [leaf.double() for leaf in leaves], both(BASE, mask, causal)
    )
    assert output.dtype == dtype
    assert distance(output, exact[0]) <= 2 * roundoff
    assert max(map(distance, gradients, exact[1:])) <= 4 * roundoff


def test_many_small_shares_are_not_lost_in_bfloat16():
    q, k = torch.zeros(1, 2), torch.randn(4096, 2)
    v = torch.ones(4096, 1)
    output = tiled_attention(*(x.bfloat16() for x in (q, k, v)), tile=1)
    assert torch.equal(output, torch.ones(1, 1, dtype=torch.bfloat16))


@either_way
@pytest.mark.parametrize("sign", [1, -1])
def test_scores_a_million_from_zero_keep_their_gradients(sign, causal):
    """Equal scores share alike; whole numbers, so that no rounding makes a gap."""
    q = sign * torch.randint(1, 9, (7, 4)) * 65_536.0
    k = torch.randint(1, 9, (1, 4)).float().expand(7, 4)
    leaves = [q, k, torch.randn(7, 13)]
    ours = results(partial(tiled_attention, tile=3, causal=causal), leaves, None)
    size = PRIMES._replace(query=7)
    plain = results(readable, leaves, both(size, None, causal))
    assert max(map(distance, ours, plain)) <= 1e-5


@pytest.mark.parametrize("lead", [(), (2,), (2, 3, 17)], ids=str)
def test_any_leading_axes(lead):
    q, k, v = (torch.randn(*lead, *shape) for shape in [(5, 11), (7, 11), (7, 13)])
    assert_close(tiled_attention(q, k, v, tile=3), torch_attention(q, k, v))


@either_way
@pytest.mark.parametrize("mask_name", ["none", FULL, "query 1", "1 key"])
def test_gradients_are_the_slopes(mask_name, causal):
    size = PRIMES._replace(batch=1, heads=1)
    leaves, mask = inputs(size, torch.float64), draw_mask(size, mask_name)
    tiled = partial(tiled_attention, mask=mask, tile=3, causal=causal)
    assert torch.autograd.gradcheck(tiled, leaves)


@pytest.mark.parametrize("back", [False, True], ids=["forwards", "both ways"])
def test_autocast_rounds_no_tile(back):
    """The backward pass must make the very tiles of the forward pass."""
    leaves = inputs(BASE, torch.float32)
    tiled = partial(tiled_attention, tile=31)
    plain = results(tiled, leaves, None)
    output_grads = torch.ones_like(plain[0])
    with torch.autocast("cpu", torch.bfloat16):
        output = tiled(*leaves)
        if back:
            gradients = torch.autograd.grad(output, leaves, output_grads)
    if not back:
        gradients = torch.autograd.grad(output, leaves, output_grads)
    assert torch.equal(output, plain[0])
    wanted = torch.autograd.grad(tiled(*leaves), leaves, output_grads)
    assert all(map(torch.equal, gradients, wanted))


# Who may look at whom


def test_what_comes_later_has_no_say():
    q, k, v = (x.detach() for x in inputs(PRIMES, torch.float64))
    before = tiled_attention(q, k, v, tile=3, causal=True)
    k[..., 5:, :], v[..., 5:, :] = 1e3, math.nan  # the last two of seven keys
    after = tiled_attention(q, k, v, tile=3, causal=True)
    assert torch.equal(after[..., :3, :], before[..., :3, :])  # of five queries
    assert after[..., 3:, :].isnan().all()


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str
)
@either_way
def test_a_query_with_nothing_to_look_at_gets_zeros(dtype, causal):
    leaves = inputs(PRIMES, dtype)
    mask = torch.ones(PRIMES.query, PRIMES.key, dtype=torch.bool)
    mask[3] = False
    mask[4, :6] = False  # the first tiles hold nothing for this one
    with torch.autograd.set_detect_anomaly(True):  # no NaN may be born on the way
        tiled = partial(tiled_attention, tile=2, causal=causal)
        output, *gradients = results(tiled, leaves, mask)
    assert torch.equal(output[..., 3, :], torch.zeros_like(output[..., 3, :]))
    assert_close(output[..., 4, :], leaves[2][..., 6, :])
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert torch.equal(gradients[0][..., 3, :], torch.zeros_like(leaves[0][..., 3, :]))


def test_nobody_and_nothing_to_look_at():
    q, k, v = inputs(PRIMES, torch.float64)
    zeros = torch.zeros(*q.shape[:-1], PRIMES.d_v, dtype=q.dtype)
    assert torch.equal(tiled_attention(q, k, v, torch.zeros(1, 1).bool()), zeros)
    assert torch.equal(tiled_attention(q, k[..., :0, :], v[..., :0, :]), zeros)


def test_a_nan_spoils_its_own_row_and_inputs_stay_as_they_were():
    q, k, v = (x.detach() for x in inputs(PRIMES, torch.float64))
    q[0, 0, 0] = math.nan
    before = [x.clone() for x in (q, k, v)]
    spoilt = tiled_attention(q, k, v, tile=3).isnan().all(dim=-1)
    assert spoilt[0, 0, 0] and spoilt.sum() == 1
    assert_close([q, k, v], before, rtol=0, atol=0, equal_nan=True)


# Work and memory


@pytest.mark.parametrize("query", [7, 5], ids=str)
def test_tiles_of_one_pair_do_half_the_work_if_causal(query):
    q, k, v = tokens(query, 11), tokens(7, 11), tokens(7, 11)
    for causal in (False, True):
        counted = multiply_adds(
            lambda c=causal: tiled_attention(q, k, v, tile=1, causal=c)
        )
        assert counted == attention(query, 7, 11, causal=causal).multiply_adds
    seen = sum(7 - query + i + 1 for i in range(query))
    assert counted == 2 * seen * 11


def test_no_tile_above_the_diagonal_is_touched():
    q, k, v = (tokens(12, 5) for _ in range(3))
    counted = multiply_adds(lambda: tiled_attention(q, k, v, tile=3, causal=True))
    assert counted == 2 * (1 + 2 + 3 + 4) * 3 * 3 * 5


def test_the_backward_pass_makes_every_tile_anew():
    leaves = [tokens(7, 11) for _ in range(3)]
    once = multiply_adds(lambda: tiled_attention(*leaves, tile=3))
    assert multiply_adds(both_ways(tiled_attention, leaves)) == once + 5 * once // 2


@either_way
def test_saves_the_inputs_the_output_and_two_numbers_a_query(causal):
    leaves = inputs(PRIMES, torch.float32)
    s, mask = PRIMES, draw_mask(PRIMES, "batch 1 1 key")
    numbers = s.query * s.d_k + s.key * (s.d_k + s.d_v) + s.query * (s.d_v + 2)
    for tile in (1, 3, 7):
        tiled = partial(tiled_attention, *leaves, mask, tile=tile, causal=causal)
        assert saved_bytes(tiled) == 4 * s.batch * s.heads * numbers + mask.numel()


def test_memory_grows_with_the_tokens_and_plain_memory_with_their_square():
    def peaks(attend, *lengths):
        leaves = ([tokens(1, n, 16) for _ in range(3)] for n in lengths)
        return [peak_bytes(both_ways(attend, qkv)) for qkv in leaves]

    tiled = partial(tiled_attention, tile=64, causal=True)
    small, double, more = peaks(tiled, 512, 1024, 1536)
    assert more - double <= 1.1 * (double - small)  # of a square it would be 5 / 3
    plain, plain_double = peaks(readable, 512, 1024)
    assert plain_double > 3.5 * plain
    assert plain_double > 10 * double


def test_padded_and_causal_at_32768_needs_no_square():
    """Each of eight heads would take 4 GiB for its scores."""
    n, heads, width = 32_768, 8, 64
    leaves = [tokens(1, heads, n, width, device="meta") for _ in range(3)]
    mask = torch.ones(1, 1, 1, n, dtype=torch.bool, device="meta")
    tile = 4096
    tiled = partial(tiled_attention, tile=tile, causal=True)
    peak = peak_bytes(both_ways(tiled, leaves, mask))
    of_tokens, of_tiles = 4 * heads * n * width, 4 * heads * tile**2
    assert peak < 16 * of_tokens + 5 * of_tiles
    assert peak < 4 * n**2


@either_way
def test_runs_on_the_meta_device(causal):
    leaves = [x.detach().to("meta") for x in inputs(BASE, torch.float32)]
    mask = draw_mask(BASE, "batch 1 1 key").to("meta")
    tiled = partial(tiled_attention, causal=causal)
    output, *gradients = results(tiled, leaves, mask)
    assert output.shape == (BASE.batch, BASE.heads, BASE.query, BASE.d_v)
    assert [g.shape for g in gradients] == [leaf.shape for leaf in leaves]
    assert {x.device.type for x in (output, *gradients)} == {"meta"}
