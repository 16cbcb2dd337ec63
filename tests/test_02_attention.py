"""Attention: equal to PyTorch's, true to its definition, at home where it must run."""

import math

import pytest
import torch
from jaxtyping import TypeCheckError
from parity.attention import (
    BASE,
    MASKS,
    PATHS,
    PRIMES,
    by_hand,
    draw_mask,
    inputs,
    measure,
    results,
    torch_attention,
)
from parity.core import BOUNDS, distance
from torch.testing import assert_close

from transformer_lib.attention import scaled_dot_product_attention

every_path = pytest.mark.parametrize("path", PATHS)
every_mask = pytest.mark.parametrize("mask_name", MASKS)
FULL = "batch heads query key"


@pytest.fixture
def qkv():
    return inputs(PRIMES, torch.float64)


@pytest.fixture
def mask():
    """Let every query look at something, and no query at everything."""
    mask = draw_mask(PRIMES, FULL)
    mask[..., 0], mask[..., 1] = True, False
    return mask


# Equal to PyTorch's own, gradients included


@every_path
@every_mask
@pytest.mark.parametrize("size", [PRIMES, BASE], ids=["primes", "base"])
@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_equals_torch(path, mask_name, size, dtype, bound):
    assert max(measure(path, size, dtype, mask_name)) <= bound


@every_path
@pytest.mark.parametrize("mask_name", ["none", FULL])
@pytest.mark.parametrize("size", [PRIMES, BASE], ids=["primes", "base"])
@pytest.mark.parametrize(
    "dtype, roundoff", [(torch.bfloat16, 2**-8), (torch.float16, 2**-11)], ids=str
)
def test_half_precision_costs_one_roundoff_a_step(
    path, mask_name, size, dtype, roundoff
):
    """Allow one unit roundoff for each result on the way that is stored in few bits.

    To the output there are four: q k, scores, weights, weights v. To the gradient of q
    there are seven: q k, scores, weights, then backwards those of weights, scores, q k
    and q. The many errors that add up in one number partly cancel.
    """
    leaves, mask = inputs(size, dtype), draw_mask(size, mask_name)
    exact = results(torch_attention, [leaf.double() for leaf in leaves], mask)
    output, *gradients = results(PATHS[path], leaves, mask)
    assert output.dtype == dtype
    assert distance(output, exact[0]) <= 4 * roundoff
    assert max(map(distance, gradients, exact[1:])) <= 7 * roundoff


@every_mask
def test_the_two_paths_agree(mask_name):
    leaves, mask = inputs(PRIMES, torch.float64), draw_mask(PRIMES, mask_name)
    paths = (results(path, leaves, mask) for path in PATHS.values())
    for ours, fused in zip(*paths, strict=True):
        assert distance(ours, fused) <= 1e-10


# True to the definition


def test_equals_loops_over_plain_numbers(qkv):
    mask = draw_mask(PRIMES, FULL)
    mask[0, 0, 0] = False
    output, weights = scaled_dot_product_attention(*qkv, mask)
    for batch in range(PRIMES.batch):
        for head in range(PRIMES.heads):
            lists = [x[batch, head].tolist() for x in (*qkv, mask)]
            looped = [torch.tensor(x, dtype=torch.float64) for x in by_hand(*lists)]
            assert_close(output[batch, head], looped[0])
            assert_close(weights[batch, head], looped[1])


@pytest.mark.parametrize("lead", [(), (2,), (2, 3, 17)], ids=str)
@every_path
def test_any_leading_axes(path, lead):
    q, k, v = (torch.randn(*lead, *shape) for shape in [(5, 11), (7, 11), (7, 13)])
    assert PATHS[path](q, k, v).shape == (*lead, 5, 13)
    assert_close(PATHS[path](q, k, v), torch_attention(q, k, v))


def test_each_row_of_weights_is_a_distribution_over_what_may_be_seen(qkv, mask):
    mask[0, 0, 2] = False
    _, weights = scaled_dot_product_attention(*qkv, mask)
    assert_close(weights.sum(-1), mask.any(-1).double())
    assert torch.equal(weights > 0, mask)
    assert torch.equal(weights == 0, ~mask)


@every_path
def test_what_is_hidden_has_no_say(path, qkv):
    q, k, v = (x.detach() for x in qkv)
    hidden = slice(4, 6)
    mask = torch.ones(PRIMES.query, PRIMES.key, dtype=torch.bool)
    mask[:, hidden] = False
    before = PATHS[path](q, k, v, mask)
    k[..., hidden, :], v[..., hidden, :] = 1e3, -1e9
    assert torch.equal(PATHS[path](q, k, v, mask), before)
    assert not torch.allclose(PATHS[path](q, k, v), before)


@every_path
def test_no_batch_row_sees_another(path, qkv, mask):
    q, k, v = (x.detach() for x in qkv)
    before = PATHS[path](q, k, v, mask)
    for x in (q, k, v):
        x[0] += 1.0
    after = PATHS[path](q, k, v, mask)
    assert torch.equal(after[1:], before[1:])
    assert not torch.allclose(after[0], before[0])


@every_path
def test_the_order_of_keys_is_nothing_and_of_queries_all(path, qkv, mask):
    q, k, v = qkv
    keys, queries = torch.randperm(PRIMES.key), torch.randperm(PRIMES.query)
    shuffled = PATHS[path](
        q[..., queries, :],
        k[..., keys, :],
        v[..., keys, :],
        mask[..., queries, :][..., keys],
    )
    assert_close(shuffled, PATHS[path](q, k, v, mask)[..., queries, :])


@every_path
def test_a_mask_that_hides_nothing_changes_nothing(path, qkv):
    mask = torch.ones(PRIMES.query, PRIMES.key, dtype=torch.bool)
    assert_close(PATHS[path](*qkv, mask), PATHS[path](*qkv), rtol=0, atol=1e-14)


@every_path
def test_very_large_scores_pick_the_best_key_that_may_be_seen(path):
    q, v = torch.tensor([[1e5, 0.0]]), torch.eye(3)
    k = torch.tensor([[1e5, 0.0], [0.0, 0.0], [-1e5, 0.0]])
    assert torch.equal(PATHS[path](q, k, v), v[:1])
    last = torch.tensor([[False, False, True]])
    assert torch.equal(PATHS[path](q, k, v, last), v[2:])


@every_path
def test_a_nan_spoils_its_own_row_and_is_not_hushed_up(path, qkv, mask):
    q, k, v = (x.detach() for x in qkv)
    q[0, 0, 0] = math.nan
    spoilt = PATHS[path](q, k, v, mask).isnan().all(dim=-1)
    assert spoilt[0, 0, 0]
    assert spoilt.sum() == 1


@every_path
def test_inputs_stay_as_they_were(path, qkv, mask):
    before = [x.clone() for x in (*qkv, mask)]
    PATHS[path](*qkv, mask).sum().backward()
    assert all(map(torch.equal, before, (*qkv, mask)))


@every_path
@pytest.mark.parametrize("mask_name", ["none", FULL, "query 1"])
def test_gradients_are_the_slopes(path, mask_name):
    size = PRIMES._replace(batch=1, heads=1)  # every number is nudged in its turn
    leaves, mask = inputs(size, torch.float64), draw_mask(size, mask_name)
    both = {"readable": lambda *x: torch.cat(scaled_dot_product_attention(*x), dim=-1)}
    attend = (PATHS | both)[path]  # the weights have slopes too
    assert torch.autograd.gradcheck(lambda *x: attend(*x, mask), leaves)


# Nothing to look at


@every_path
@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str
)
@pytest.mark.parametrize("shape", [(5, 7), (5, 1), (2, 1, 5, 7)], ids=str)
def test_a_query_with_nothing_to_look_at_gets_zeros(path, shape, dtype):
    leaves = inputs(PRIMES, dtype)
    mask = torch.ones(shape, dtype=torch.bool)
    mask[..., 3, :] = False
    with torch.autograd.set_detect_anomaly(True):  # no NaN may be born on the way
        output, *gradients = results(PATHS[path], leaves, mask)
    empty = torch.zeros_like(output[..., 3, :])
    assert torch.equal(output[..., 3, :], empty)
    assert (output[..., 2, :] != 0).all()
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert torch.equal(gradients[0][..., 3, :], torch.zeros_like(leaves[0][..., 3, :]))
    assert (gradients[0][..., 2, :] != 0).all()


@every_path
def test_no_query_with_anything_to_look_at(path, qkv):
    mask = torch.zeros(1, 1, dtype=torch.bool)
    for result in results(PATHS[path], qkv, mask):
        assert torch.equal(result, torch.zeros_like(result))


@every_path
def test_no_keys_at_all(path, qkv):
    q, k, v = qkv
    output = PATHS[path](q, k[..., :0, :], v[..., :0, :])
    assert torch.equal(output, torch.zeros(*q.shape[:-1], PRIMES.d_v, dtype=q.dtype))


# Where it has to run


def test_shapes_are_checked_in_this_session():
    with pytest.raises(TypeCheckError, match="d_k"):
        scaled_dot_product_attention(
            torch.ones(5, 11), torch.ones(7, 3), torch.ones(7, 13)
        )
