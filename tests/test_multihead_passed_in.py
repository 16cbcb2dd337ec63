"""What is passed into several heads: masks, turns by position, a cache."""

import pytest
import torch
from heads import (
    D_K,
    D_V,
    EMPTY_ROWS,
    Growing,
    make_attention,
    make_tokens,
    one_by_one,
    results,
    stretch,
    ways,
)
from parity.core import draw
from parity.multihead import PRIMES
from torch.testing import assert_close


@pytest.fixture
def attention():
    return make_attention()


@pytest.fixture
def x():
    return make_tokens()[0]


@pytest.fixture
def context():
    return make_tokens()[1]


@ways
def test_what_is_hidden_has_no_say(attention, x, context, need_weights):
    mask = torch.ones(PRIMES.batch, 1, 1, PRIMES.key, dtype=torch.bool)
    mask[1, ..., 4:6] = False
    before = results(attention, [x, context], need_weights, mask=mask)[0]
    context[:, 4:6] = 1e6
    after = results(attention, [x, context], need_weights, mask=mask)[0]
    assert torch.equal(after[1], before[1])
    assert not torch.allclose(after[0], before[0])


@ways
def test_nothing_to_look_at_leaves_the_bias(attention, x, context, need_weights):
    mask = EMPTY_ROWS["batch heads query key"]
    with torch.autograd.set_detect_anomaly(True):  # no NaN may be born on the way
        found = results(attention, [x, context], need_weights, mask=mask)
    output, of_x, *gradients = found
    assert torch.equal(output[:, 2], attention.w_o.bias.expand(2, -1))
    assert torch.equal(of_x[:, 2], torch.zeros(2, 15, dtype=torch.float64))
    assert (of_x[:, 1] != 0).all()
    assert all(gradient.isfinite().all() for gradient in gradients)


@ways
def test_masks_keep_to_their_axes_where_sizes_are_equal(attention, need_weights):
    """With three sequences, heads, queries and keys no shape gives a mix-up away."""
    x, rows = draw(3, 3, 15), torch.tensor([[1, 1, 0], [1, 0, 0], [1, 1, 1]]).bool()
    for mask in (rows, rows[:, None, None], rows[None, :, None], rows[None, None]):
        found, _ = one_by_one(attention, x, x, mask)
        output = results(attention, [x], need_weights, mask=mask)[0]
        assert_close(output, attention.w_o(torch.cat(found, dim=-1)))


@ways
def test_queries_and_keys_are_turned_and_values_are_not(
    attention, x, context, need_weights
):
    found, _ = one_by_one(attention, x, context, turn=stretch)
    output = results(attention, [x, context], need_weights, rotate=stretch)[0]
    assert_close(output, attention.w_o(torch.cat(found, dim=-1)))


@ways
@pytest.mark.parametrize("chunks", [[7], [4, 3], [1] * 7, [2, 4, 1]], ids=str)
def test_tokens_may_come_in_turn(attention, x, chunks, need_weights):
    past = torch.ones(7, 7, dtype=torch.bool).tril()
    whole = results(attention, [x], need_weights, mask=past, rotate=stretch)[0]
    cache, parts, start = Growing(), [], 0
    for size in chunks:
        end = start + size
        options = {
            "mask": past[start:end, :end],
            "rotate": lambda features, start=start: stretch(features, start),
            "cache": cache,
        }
        new = attention(x[:, start:end], need_weights=need_weights, **options)
        parts.append(new[0] if need_weights else new)
        start = end
    assert_close(torch.cat(parts, dim=1), whole)
    assert [t.shape for t in cache.known] == [(2, 3, 7, D_K), (2, 3, 7, D_V)]


@ways
def test_a_cache_decides_what_is_looked_at(attention, x, context, need_weights):
    known = attention.keys_values(context)
    options = {"cache": lambda project: known, "need_weights": need_weights}
    untouched = torch.full_like(context, torch.nan)
    wanted = attention(x, context, need_weights=need_weights)
    assert_close(attention(x, untouched, **options), wanted, rtol=0, atol=0)
