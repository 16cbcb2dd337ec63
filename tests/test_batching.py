"""Batches: all pairs once, within the budget, in an order that can be had again."""

import pytest
import torch
from toy_training import BOS, EOS, LIMITS, PAD, draw_corpus

from transformer_lib.training.batching import Stream, collate, plan_epoch
from transformer_lib.training.corpus import Corpus, drop_long
from transformer_lib.training.seeds import seed_at

CORPUS = draw_corpus(101)


@pytest.mark.parametrize("budget", [8, 24, 100, 10_000])
def test_every_pair_is_in_one_batch_and_every_batch_in_the_budget(budget):
    plan = plan_epoch(CORPUS, budget)
    assert sorted(row for rows in plan for row in rows) == list(range(101))
    for rows in plan:
        batch = collate(CORPUS, rows)
        assert len(rows) == len(batch.source) == len(batch.target) >= 1
        assert max(batch.source.numel(), batch.target.numel()) <= budget


def test_a_long_source_is_not_forgotten_beside_a_longer_target():
    targets = [[BOS, EOS], [BOS, EOS], [BOS, 4, EOS]]
    corpus = Corpus([[4] * 7, [4] * 7, [4]], targets, LIMITS)
    assert sorted(plan_epoch(corpus, 7)) == [[0], [1], [2]]
    assert sorted(map(sorted, plan_epoch(corpus, 14))) == [[0, 1], [2]]


def test_a_batch_holds_its_rows_and_padding_on_the_right():
    corpus = Corpus([[5], [0, 4, 6]], [[BOS, 7, EOS], [BOS, EOS]], LIMITS)
    batch = collate(corpus, [1, 0])
    assert batch.source.tolist() == [[0, 4, 6], [5, PAD, PAD]]
    assert batch.target.tolist() == [[BOS, EOS, PAD], [BOS, 7, EOS]]
    assert batch.source.dtype == batch.target.dtype == torch.int64
    assert batch.guesses(PAD) == 3  # EOS, 7 and EOS
    assert batch.to(torch.device("meta")).target.device.type == "meta"


def test_sentences_of_like_length_go_together():
    def filled(plan):
        sizes = [collate(CORPUS, rows).target.numel() for rows in plan]
        return sum(map(len, CORPUS.targets)) / sum(sizes)

    plan = plan_epoch(CORPUS, 48)
    unsorted = [list(range(n, min(n + 6, 101))) for n in range(0, 101, 6)]
    assert filled(plan) > 0.95 > 0.8 > filled(unsorted)
    short, long = min(plan, key=len), max(plan, key=len)
    assert CORPUS.length(long[0]) < CORPUS.length(short[0])


def test_the_order_depends_on_seed_and_epoch_and_on_nothing_else():
    plans = {
        (seed, epoch): plan_epoch(CORPUS, 24, seed=seed, epoch=epoch)
        for seed in (0, 1)
        for epoch in (0, 1)
    }
    torch.manual_seed(5)
    for (seed, epoch), plan in plans.items():
        assert plan == plan_epoch(CORPUS, 24, seed=seed, epoch=epoch)
    orders = {str(plan) for plan in plans.values()}
    together = {str(sorted(map(sorted, plan))) for plan in plans.values()}
    assert len(orders) == len(together) == 4
    lengths = [len(rows) for rows in plans[0, 0]]
    assert lengths != sorted(lengths) and lengths != sorted(lengths, reverse=True)


@pytest.mark.parametrize("world_size", [1, 2, 3, 7])
def test_the_shares_of_all_processes_are_the_batch(world_size):
    for rows in plan_epoch(CORPUS, 24):
        batch = collate(CORPUS, rows)
        shares = [batch.share(rank, world_size, PAD) for rank in range(world_size)]
        held = [
            (source.tolist(), target.tolist())
            for share in shares
            for source, target in zip(*share, strict=True)
            if (target != PAD).any()
        ]
        wanted = zip(batch.source.tolist(), batch.target.tolist(), strict=True)
        assert sorted(held) == sorted(wanted)
        assert all(share.source.shape[1] == batch.source.shape[1] for share in shares)
        assert sum(share.guesses(PAD) for share in shares) == batch.guesses(PAD)
        assert min(len(share.target) for share in shares) >= 1


def test_a_stream_goes_through_epochs_without_end():
    stream = Stream(CORPUS, 24, seed=3)
    for epoch in range(3):
        for rows in plan_epoch(CORPUS, 24, seed=3, epoch=epoch):
            batch, wanted = next(stream), collate(CORPUS, rows)
            assert all(map(torch.equal, batch, wanted))


@pytest.mark.parametrize("taken", [0, 1, 29, 60])
def test_a_stream_goes_on_where_another_was(taken):
    first, second = Stream(CORPUS, 24), Stream(CORPUS, 24)
    for _ in range(taken):
        next(first)
    second.load_state_dict(first.state_dict())
    for _ in range(40):
        assert all(map(torch.equal, next(first), next(second)))


def test_seeds_differ_with_every_part_of_their_address():
    addresses = [(0,), (1,), (0, 0), (0, 1), (1, 0), (0, "0"), (0, "order", 1), (0, 11)]
    assert len({seed_at(*address) for address in addresses}) == len(addresses)
    assert all(0 <= seed_at(n) < 2**63 for n in range(100))


def test_long_pairs_are_left_out_and_counted():
    sources, targets = [[4], [5, 6, 7], [8]], [[1, 2], [1, 2], [1, 4, 4, 2]]
    assert drop_long(sources, targets, 3) == ([[4], [5, 6, 7]], [[1, 2], [1, 2]], 1)
    assert drop_long(sources, targets, 4)[2] == 0
    assert drop_long(sources, targets, 2) == ([[4]], [[1, 2]], 2)


def test_the_fingerprint_tells_other_pairs_and_another_order():
    pairs = [[4], [5]], [[1, 4, 2], [1, 5, 2]]
    swapped = [side[::-1] for side in pairs]
    mixed = [pairs[0][::-1], pairs[1]]
    every = (pairs, swapped, mixed)
    prints = {Corpus(*sides, LIMITS).fingerprint for sides in every}
    assert len(prints) == 3
    assert Corpus(*pairs, LIMITS).fingerprint in prints
