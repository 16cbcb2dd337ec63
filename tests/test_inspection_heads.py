"""Head statistics and rollout: true to plain loops, and to heads that are known."""

import math

import pytest
import torch
from torch.testing import assert_close

from transformer_lib.inspection.heads import (
    Head,
    hits,
    mean_distance,
    mean_entropy,
    mean_largest_weight,
    median_head,
    ranking,
    share,
)
from transformer_lib.inspection.relations import paired, shifted
from transformer_lib.inspection.rollout import rollout

LAYERS, BATCH, HEADS, QUERY, KEY = 2, 3, 5, 7, 11
STATISTICS = [mean_entropy, mean_largest_weight, mean_distance]


def draw(*shape):
    return torch.randn(*shape).double().mul(2).softmax(-1)


@pytest.fixture
def weights():
    return draw(LAYERS, BATCH, HEADS, QUERY, KEY)


@pytest.fixture
def queries():
    queries = torch.ones(BATCH, QUERY, dtype=torch.bool)
    queries[0, 4:], queries[2, :2] = False, False
    return queries


@pytest.fixture
def relation():
    relation = torch.rand(BATCH, QUERY, KEY) > 0.8
    relation[0, 2], relation[1, 3, :2] = False, True
    return relation


def looped(weights, queries, of_row):
    """Average over the counted queries of all sequences, one head at a time."""
    result = torch.zeros(LAYERS, HEADS).double()
    for layer in range(LAYERS):
        for head in range(HEADS):
            rows = [
                of_row(n, i, weights[layer, n, head, i].tolist())
                for n in range(BATCH)
                for i in range(QUERY)
                if queries[n, i]
            ]
            result[layer, head] = sum(rows) / len(rows)
    return result


ROWS = {
    mean_entropy: lambda n, i, row: -sum(w * math.log(w) for w in row),
    mean_largest_weight: lambda n, i, row: max(row),
    mean_distance: lambda n, i, row: sum(
        w * abs(j - (KEY - QUERY + i)) for j, w in enumerate(row)
    ),
}


@pytest.mark.parametrize("statistic", STATISTICS)
def test_statistics_equal_loops(statistic, weights, queries):
    assert_close(statistic(weights, queries), looped(weights, queries, ROWS[statistic]))
    everyone = torch.ones_like(queries)
    assert_close(statistic(weights), looped(weights, everyone, ROWS[statistic]))
    assert_close(statistic(weights[1], queries), statistic(weights, queries)[1])
    one_for_all = queries[:1]
    assert_close(
        statistic(weights, one_for_all),
        statistic(weights, one_for_all.expand(BATCH, QUERY)),
    )


def test_shares_and_hits_equal_loops(weights, relation):
    def on_related(n, i, row):
        return sum(w for j, w in enumerate(row) if relation[n, i, j])

    def hit(n, i, row):
        return relation[n, i, row.index(max(row))].item()

    related = relation.any(-1)
    assert not related.all()
    assert_close(share(weights, relation), looped(weights, related, on_related))
    found = hits(weights, relation)
    assert not found.is_floating_point()
    assert_close(found / related.sum(), looped(weights, related, hit).float())


def test_hits_among_some_keys_ask_whom_a_head_prefers_of_them(weights, relation):
    among = torch.rand(BATCH, QUERY, KEY) > 0.5
    among[1, 3] = False  # nobody to prefer, so nobody is hit
    preferred = weights.masked_fill(~among[:, None], 0.0)
    wanted = hits(preferred, relation & among)
    assert relation[1, 3, 0]
    assert torch.equal(hits(weights, relation, among=among), wanted)
    assert not torch.equal(wanted, hits(weights, relation))


@pytest.mark.parametrize("statistic", STATISTICS)
def test_padding_has_no_say(statistic, weights, queries):
    before = statistic(weights, queries)
    spoilt = weights.masked_fill(~queries[:, None, :, None], math.nan)
    assert torch.equal(statistic(spoilt, queries), before)
    assert statistic(spoilt).isnan().all()


def test_a_relation_of_one_serves_all(weights):
    first = torch.zeros(1, 1, KEY, dtype=torch.bool)
    first[..., 0] = True
    assert_close(share(weights, first), weights[..., 0].mean((-3, -1)))
    each = torch.ones(1, QUERY, 1, dtype=torch.bool)
    assert_close(share(weights, each), torch.ones(LAYERS, HEADS).double())


@pytest.mark.parametrize("by", [-2, -1, 0, 1, 3])
def test_a_head_that_looks_at_one_place_is_found(by):
    seq = 7
    away = shifted(by, seq)
    there = [[i, i + by] for i in range(seq) if 0 <= i + by < seq]
    assert away.nonzero().tolist() == there
    uniform = torch.full((1, 1, 2, seq, seq), 1 / seq)
    rows = away.any(-1)
    uniform[0, 0, 1][rows] = away[rows].float()
    assert_close(share(uniform, away[None]), torch.tensor([[1 / seq, 1.0]]))
    assert hits(uniform, away[None])[0, 1] == rows.sum()
    counted = rows[None]
    assert_close(mean_distance(uniform, counted)[0, 1].item(), float(abs(by)))
    assert_close(mean_entropy(uniform, counted), torch.tensor([[math.log(seq), 0.0]]))
    assert_close(mean_largest_weight(uniform, counted), torch.tensor([[1 / seq, 1.0]]))


def test_pairs_are_placed_where_they_are_listed():
    relation = paired([[(6, 1), (2, 3)], [], [(0, 10)]], QUERY, KEY)
    assert relation.shape == (3, QUERY, KEY)
    assert relation.nonzero().tolist() == [[0, 2, 3], [0, 6, 1], [2, 0, 10]]
    assert paired([[]], 5).shape == (1, 5, 5)


def test_heads_are_ranked_and_compared_with_an_ordinary_one():
    values = torch.tensor([[0.2, 0.9], [0.5, 0.1]])
    best, *_, worst = ranking(values)
    assert best == Head(0, 1, pytest.approx(0.9))
    assert str(best) == "L1H2" and str(worst) == "L2H2"
    assert median_head(values) == pytest.approx(0.35)
    assert median_head(torch.tensor([[1, 2, 4]])) == 2


# Rollout


def test_rollout_equals_loops():
    weights = draw(3, 2, 5, 7, 7)
    found = rollout(weights)
    for n in range(2):
        reached = torch.eye(7).double()
        for layer in range(3):
            mean = sum(weights[layer, n, head] for head in range(5)) / 5
            mixed = [[(mean[i, j] + (i == j)) / 2 for j in range(7)] for i in range(7)]
            reached = torch.tensor(mixed).double() @ reached
            assert_close(found[layer, n], reached)
    assert_close(found.sum(-1), torch.ones(3, 2, 7).double())


def test_rollout_follows_a_chain_backwards():
    """In layer 1 token 1 looks at 0; in layer 2 token 2 looks at 1: so 0 is in 2."""
    itself = torch.eye(3)
    weights = torch.stack([itself, itself])[:, None, None].clone()
    weights[0, ..., 1, :] = itself[0]
    weights[1, ..., 2, :] = itself[1]
    last = rollout(weights)[-1, 0]
    assert_close(last[2], torch.tensor([0.25, 0.25, 0.5]))
    assert rollout(weights.flip(0))[-1, 0, 2, 0] == 0
