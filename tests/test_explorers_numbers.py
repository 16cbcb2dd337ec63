"""The numbers of the explorers are those of the library."""

import math
from functools import reduce

import pytest
import torch
from torch.testing import assert_close

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.blocks.blocks import EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward
from transformer_lib.complexity import layers
from transformer_lib.masking.leaks import influence
from transformer_lib.masking.masks import causal_mask
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.positions.sinusoidal import sinusoidal_table
from transformer_lib.recurrence.initialisation import orthogonal_
from transformer_lib.recurrence.layers import LSTM, RNN
from transformer_lib.recurrence.probes import gradient_by_lag
from transformer_lib.scaling import (
    expected_moments,
    jacobian_norm,
    largest_weight,
    softmax_entropy,
)
from transformer_lib.widgets.complexity import ComplexityExplorer
from transformer_lib.widgets.inspection import HeadExplorer
from transformer_lib.widgets.masking import MaskExplorer
from transformer_lib.widgets.positions import PositionsExplorer
from transformer_lib.widgets.recurrence import RecurrenceExplorer
from transformer_lib.widgets.scaling import ScalingExplorer

# Scaling


def test_scores_are_spread_as_dot_products_are():
    explorer, draws = ScalingExplorer(d_k=16, n_keys=64), []
    for explorer.draw in range(100):
        draws.append(explorer.scores)
    scores = torch.stack(draws)
    mean, variance = expected_moments(16)
    assert abs(scores.mean() - mean) < 4 * 4 / math.sqrt(6400)
    assert abs(scores.var() / variance - 1) < 4 * math.sqrt(2 / 6400)
    assert len({tuple(draw.tolist()) for draw in draws}) == 100
    near = torch.corrcoef(scores)  # no draw resembles another
    assert near.fill_diagonal_(0).abs().max() < 6 / math.sqrt(64)


@pytest.mark.parametrize("n_keys", [4, 64])
@pytest.mark.parametrize("draw", [0, 7])
def test_scaling_follows_from_one_draw(n_keys, draw):
    explorer = ScalingExplorer(n_keys=n_keys, draw=draw, scale=True)
    divided = explorer.scores
    for d_k in explorer.limits["d_k"]["choices"]:
        explorer.d_k = d_k
        assert_close(explorer.scores, divided)
        explorer.scale = False
        assert_close(explorer.scores / math.sqrt(d_k), divided)
        explorer.scale = True
    assert_close(explorer.weights.sum().item(), 1.0)


def test_scaling_table_says_what_the_library_computes():
    explorer = ScalingExplorer(n_keys=32, draw=3)
    for d_k, *cells in explorer.table().rows:
        found = []
        for scale in (False, True):
            explorer.scale, explorer.d_k = scale, int(d_k)
            weights = explorer.weights
            bits = softmax_entropy(weights) / math.log(2)
            found += [f"{largest_weight(weights):.2f}", f"{bits:.2f}"]
        assert cells == found


def test_softmax_saturates_without_the_division_only():
    explorer, norms = ScalingExplorer(), {}
    for explorer.d_k in (1, 1024):
        for explorer.scale in (False, True):
            found = []
            for explorer.draw in range(100):
                found.append(jacobian_norm(explorer.weights))
            norms[explorer.d_k, explorer.scale] = torch.stack(found).median()
    assert norms[1024, False] < norms[1024, True] / 10
    assert norms[1, False] == norms[1, True] == norms[1024, True]


# Recurrence


def share_left(function, lag):
    """The gradient some steps back, as a share of that at lag 0."""
    norms = gradient_by_lag(function, torch.zeros(1, lag + 1, 5, dtype=torch.float64))
    return norms[0] / norms[0, 0]


def assert_left(explorer, name, share):
    found = []
    for explorer.lag in range(len(share)):
        found.append(explorer.factors[name])
    assert_close(torch.tensor(found, dtype=torch.float64), share)


@pytest.mark.parametrize("radius", [0.5, 0.93, 1.0, 1.5])
def test_recurrence_is_multiplied_by_its_radius_at_each_step(radius):
    rnn = RNN(5, 7, activation=torch.nn.Identity(), dtype=torch.float64)
    orthogonal_(rnn.cells[0].w_h.weight, radius)
    share = share_left(lambda x: rnn(x)[0], 40)
    assert_left(RecurrenceExplorer(radius=radius), "recurrence", share)


@pytest.mark.parametrize("bias", [-2.0, 1.0, 3.25])
def test_gate_multiplies_by_how_far_its_bias_opens_it(bias):
    lstm = LSTM(5, 7, dtype=torch.float64)
    (cell,) = lstm.cells
    for parameter in cell.parameters():
        torch.nn.init.zeros_(parameter)
    candidate = slice(2 * 7, 3 * 7)  # only what may be written listens to the token
    torch.nn.init.normal_(cell.w_x.weight.data[candidate])
    torch.nn.init.constant_(cell.w_x.bias.data[7 : 2 * 7], bias)
    share = share_left(lambda x: lstm(x)[0], 40)
    assert_left(RecurrenceExplorer(forget_bias=bias), "gate", share)


def test_attention_reaches_every_lag_alike():
    share = share_left(lambda x: scaled_dot_product_attention(x, x, x)[0], 40)
    assert_left(RecurrenceExplorer(), "attention", torch.ones_like(share))
    assert_close(share[1:], share[1].expand(40))


# Masking


@pytest.mark.parametrize("seed", range(5))
def test_masked_weights_are_those_of_attention(seed):
    generator = torch.Generator().manual_seed(seed)
    mask = torch.rand(6, 6, generator=generator) < 0.5
    mask[seed] = False
    explorer = MaskExplorer(mask)
    q = torch.tensor(explorer.scores, dtype=torch.float64) * math.sqrt(6)
    k = v = torch.eye(6, dtype=torch.float64)
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    assert_close(explorer.weights, weights)
    assert not output[seed].any()


@pytest.mark.parametrize("blocks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_what_reaches_an_output_is_what_moves_it(blocks, seed):
    torch.manual_seed(seed)
    mask = torch.rand(6, 6) < 0.25
    stack = [
        EncoderBlock(MultiHeadAttention(8, 2), FeedForward(8, 16), dropout=0.0).double()
        for _ in range(blocks)
    ]
    found = influence(
        lambda x: reduce(lambda x, block: block(x, mask), stack, x),
        torch.randn(1, 6, 8, dtype=torch.float64),
    )
    assert torch.equal(MaskExplorer(mask, blocks=blocks).reach, found)


def test_mask_explorer_starts_causal_and_names_later_tokens():
    explorer = MaskExplorer()
    assert torch.equal(torch.tensor(explorer.mask), causal_mask(6))
    assert all(row[-1] == "none" for row in explorer.table().rows)
    explorer = MaskExplorer(causal_mask(6).T & ~torch.eye(6, dtype=torch.bool))
    rows = explorer.table().rows
    assert rows[0][-1] == "saw, a, cat, [pad], [pad]"
    assert list(rows[5][1:]) == ["hidden"] * 6 + ["none"]


# Positions


@pytest.mark.parametrize("d_model", [8, 16, 64, 512])
def test_similarity_is_that_of_the_table_wherever_one_starts(d_model):
    for start in (0, 1013):
        table = sinusoidal_table(201, d_model, start=start)
        alike = table @ table[0] / table[0].square().sum()
        explorer = PositionsExplorer(d_model=d_model)
        found = []
        for explorer.offset in range(201):
            found.append(explorer.similarity)
        assert_close(torch.tensor(found, dtype=torch.float64), alike)


@pytest.mark.parametrize("d_model", [8, 16, 64, 512])
def test_each_pair_is_back_after_its_wavelength(d_model):
    angles = sinusoidal_table(2, d_model)[1]
    for pair in range(d_model // 2):
        explorer = PositionsExplorer(d_model=d_model, pair=pair)
        turn = torch.atan2(angles[2 * pair], angles[2 * pair + 1]).item()
        assert math.isclose(explorer.wavelength * turn, 2 * math.pi, rel_tol=1e-9)


# Complexity


@pytest.mark.parametrize(
    ("n", "d", "h"), [(64, 64, 1), (512, 512, 8), (32768, 4096, 64), (2048, 128, 4)]
)
def test_costs_are_those_of_the_formulas(n, d, h):
    explorer = ComplexityExplorer(n=n, d_model=d, heads=h)
    core, plain = (layers.attention(n, n, d, h, need_weights=w) for w in (False, True))
    whole = layers.multi_head(n, n, d, h)
    costs = {
        "core": core,
        "attention": whole,
        "FFN": layers.feed_forward(n, d, 4 * d),
        "RNN": layers.rnn(n, d, d),
        "LSTM": layers.lstm(n, d, d),
    }
    wanted = {name: cost.multiply_adds for name, cost in costs.items()}
    wanted["projections"] = whole.multiply_adds - core.multiply_adds
    assert explorer.multiply_adds == wanted
    inputs = 4 * 3 * n * d  # queries, keys and values in float32
    kept = {"plain": plain.saved_bytes - inputs, "tiled": core.saved_bytes - inputs}
    assert explorer.kept_bytes == kept
    explorer.precision = "bfloat16"
    assert explorer.kept_bytes == {way: size // 2 for way, size in kept.items()}


def test_crossovers_lie_where_the_explorer_says():
    for d in ComplexityExplorer().limits["d_model"]["choices"]:
        for n in ComplexityExplorer().limits["n"]["choices"]:
            cost = ComplexityExplorer(n=n, d_model=d).multiply_adds
            assert (cost["core"] < cost["RNN"]) == (n < d)
            assert (cost["core"] == cost["RNN"]) == (n == d)
            assert cost["attention"] > cost["RNN"]
            assert (cost["attention"] < cost["LSTM"]) == (n < 2 * d)
            assert (cost["attention"] == cost["LSTM"]) == (n == 2 * d)


# Inspection


def test_heads_on_show_are_those_of_the_model_to_half_a_step():
    torch.manual_seed(0)
    weights = torch.randn(3, 5, 7, 7).softmax(dim=-1)
    explorer = HeadExplorer([(list("abcdefg"), weights)], query=2, key=6)
    error = (explorer.weights - weights).abs().max()
    assert error <= 0.5 / 255 + 1e-6
    assert len(explorer.sentences[0]["weights"]) == 4 * math.ceil(weights.numel() / 3)
    cells = [row[1:] for row in explorer.table().rows]
    wanted = explorer.weights[:, :, 2, 6].tolist()
    assert cells == [tuple(f"{weight:.2f}" for weight in row) for row in wanted]
