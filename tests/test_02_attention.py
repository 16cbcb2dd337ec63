"""Attention: equal to PyTorch's, true to its definition, clear about bad input."""

import math

import pytest
import torch
from jaxtyping import TypeCheckError
from parity import (
    BASE,
    MASKS,
    PATHS,
    PRIMES,
    distance,
    draw_mask,
    inputs,
    measure,
    readable,
    results,
    torch_attention,
)
from torch.testing import assert_close

from transformer_lib.attention import fused_attention, scaled_dot_product_attention

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
@pytest.mark.parametrize(
    "dtype, bound", [(torch.float32, 1e-5), (torch.float64, 1e-10)], ids=str
)
def test_equals_torch(path, mask_name, size, dtype, bound):
    forward, gradient = measure(path, size, dtype, mask_name)
    assert forward <= bound
    assert gradient <= bound


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


def by_hand(q, k, v, mask):
    """Attend with loops over lists; every pair of a query and a key is one number."""
    output, weights = [], []
    for i, query in enumerate(q):
        shares = [0.0] * len(k)
        for j, key in enumerate(k):
            if mask[i][j]:
                match = sum(query[n] * key[n] for n in range(len(key)))
                shares[j] = math.exp(match / math.sqrt(len(key)))
        total = sum(shares) or 1.0
        weights.append([share / total for share in shares])
        output.append([0.0] * len(v[0]))
        for j, value in enumerate(v):
            for n in range(len(value)):
                output[i][n] += weights[i][j] * value[n]
    return output, weights


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
    q, k, v = (
        torch.randn(*lead, 5, 11),
        torch.randn(*lead, 7, 11),
        torch.randn(*lead, 7, 13),
    )
    assert PATHS[path](q, k, v).shape == (*lead, 5, 13)
    assert_close(PATHS[path](q, k, v), torch_attention(q, k, v))


def test_each_row_of_weights_is_a_distribution(qkv, mask):
    _, weights = scaled_dot_product_attention(*qkv, mask)
    assert (weights >= 0).all()
    assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))
    assert torch.equal(weights > 0, mask)


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
def test_very_large_scores_pick_the_best_key(path):
    q = torch.tensor([[1e4, 0.0]])
    k = torch.tensor([[1e4, 0.0], [0.0, 0.0], [-1e4, 0.0]])
    assert torch.equal(PATHS[path](q, k, torch.eye(3)), torch.tensor([[1.0, 0.0, 0.0]]))


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
    assert torch.autograd.gradcheck(lambda *x: PATHS[path](*x, mask), leaves)


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


def test_the_weights_of_an_empty_row_are_zero_too(qkv):
    mask = draw_mask(PRIMES, FULL)
    mask[0, 0, 2] = False
    weights = scaled_dot_product_attention(*qkv, mask)[1]
    assert torch.equal(weights[0, 0, 2], torch.zeros(PRIMES.key, dtype=torch.float64))


# Where it has to run


@every_path
@every_mask
def test_runs_on_the_meta_device(path, mask_name):
    leaves = [
        x.detach().to("meta").requires_grad_() for x in inputs(BASE, torch.float32)
    ]
    mask = draw_mask(BASE, mask_name)
    output = PATHS[path](*leaves, mask if mask is None else mask.to("meta"))
    output.sum().backward()
    assert output.device.type == "meta"
    assert output.shape == (BASE.batch, BASE.heads, BASE.query, BASE.d_v)
    assert all(leaf.grad.shape == leaf.shape for leaf in leaves)


@pytest.mark.unhooked
@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
@pytest.mark.parametrize("mask_name", ["none", FULL])
@every_path
def test_compiles_into_one_graph(path, mask_name):
    leaves, mask = inputs(PRIMES, torch.float32), draw_mask(PRIMES, mask_name)
    compiled = torch.compile(PATHS[path], fullgraph=True)
    for ours, plain in zip(
        results(compiled, leaves, mask), results(PATHS[path], leaves, mask), strict=True
    ):
        assert distance(ours, plain) <= 1e-5


# Bad input


def test_shapes_are_checked_in_this_session():
    with pytest.raises(TypeCheckError, match="d_k"):
        readable(torch.ones(5, 11), torch.ones(7, 3), torch.ones(7, 13))


MASK = torch.ones(5, 7, dtype=torch.bool)
GOOD = {"q": torch.ones(2, 5, 11), "k": torch.ones(2, 7, 11), "v": torch.ones(2, 7, 13)}
BAD = {
    "no tensor": ({"k": [[1.0]]}, TypeError, r"k is a list.*torch\.as_tensor\(k\)"),
    "no tensor for a mask": ({"mask": [[True]]}, TypeError, "mask is a list"),
    "one axis": (
        {"q": torch.ones(11)},
        ValueError,
        r"q has shape \(11,\).*\(query, d_k\).*q\[None, :\]",
    ),
    "mask of one axis": ({"mask": MASK[0]}, ValueError, r"mask has shape \(7,\)"),
    "widths": (
        {"k": torch.ones(2, 7, 3)},
        ValueError,
        "q has d_k = 11 features and k has d_k = 3.*same d_k",
    ),
    "no width": (
        {"q": torch.ones(2, 5, 0), "k": torch.ones(2, 7, 0)},
        ValueError,
        "q has d_k = 0 features.*at least 1",
    ),
    "positions": (
        {"v": torch.ones(2, 6, 13)},
        ValueError,
        "k has 7 positions and v has 6.*from the same tokens",
    ),
    "leading axes of k": (
        {"k": torch.ones(1, 7, 11)},
        ValueError,
        r"are \(2,\) for q, \(1,\) for k and \(2,\) for v.*expand",
    ),
    "leading axes of v": (
        {"v": torch.ones(7, 13)},
        ValueError,
        r"are \(2,\) for q, \(2,\) for k and \(\) for v.*expand",
    ),
    "dtypes": (
        {"k": torch.ones(2, 7, 11).double()},
        TypeError,
        r"q is torch.float32, k is torch.float64 and v is torch.float32.*k\.to\(q\.",
    ),
    "whole numbers": (
        {name: x.long() for name, x in GOOD.items()},
        TypeError,
        r"are torch.int64, but weights are fractions.*q\.float\(\)",
    ),
    "mask of whole numbers": (
        {"mask": MASK.long()},
        TypeError,
        r"mask is torch.int64.*mask == 0 hides\): pass mask != 0\.",
    ),
    "mask that is added": (
        {"mask": MASK.float().log()},
        TypeError,
        r"mask is torch.float32.*-inf for hidden\): pass mask == 0\..*pass ~mask",
    ),
    "mask the wrong way round": (
        {"mask": MASK.T},
        ValueError,
        r"mask has shape \(7, 5\).*\(\*lead, query, key\) = \(2, 5, 7\).*size or 1",
    ),
    "mask with too many axes": (
        {"mask": MASK[None, None]},
        ValueError,
        r"mask has shape \(1, 1, 5, 7\).*= \(2, 5, 7\)",
    ),
}


@pytest.mark.unhooked
@pytest.mark.parametrize("attention", [scaled_dot_product_attention, fused_attention])
@pytest.mark.parametrize("change, error, says", BAD.values(), ids=BAD)
def test_bad_input_is_told_what_to_do(attention, change, error, says):
    with pytest.raises(error, match=says):
        attention(**GOOD | change)
