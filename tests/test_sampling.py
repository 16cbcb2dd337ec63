"""Sampling: the exact distribution after each change, and draws that follow it."""

from collections import Counter
from functools import partial

import pytest
import torch
from scripted import EOS, PAD, Scripted, bos, drawn, log_prob, writes
from torch.testing import assert_close

from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.decoding.sampling import (
    draw,
    keep_top_k,
    keep_top_p,
    sample,
    with_temperature,
)

SHARES = torch.tensor([0.05, 0.4, 0.15, 0.3, 0.1], dtype=torch.float64)
RESHAPES = {
    "temperature": partial(with_temperature, temperature=0.7),
    "top k": partial(keep_top_k, k=3),
    "top p": partial(keep_top_p, p=0.6),
}
every_reshape = pytest.mark.parametrize("reshape", RESHAPES.values(), ids=RESHAPES)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def after(logits):
    return logits.softmax(-1)


def kept(indices):
    """Share out the probability among these entries."""
    shares = torch.zeros_like(SHARES)
    shares[indices] = SHARES[indices]
    return shares / shares.sum()


# The distribution after each change


@pytest.mark.parametrize("temperature", [0.25, 0.5, 1.0, 2.0, 10.0])
def test_temperature_raises_shares_to_a_power(temperature):
    powers = SHARES ** (1 / temperature)
    logits = with_temperature(SHARES.log() + 3.0, temperature)
    assert_close(after(logits), powers / powers.sum())


def test_temperatures_at_their_ends():
    cold, hot = (with_temperature(SHARES.log(), t) for t in (1e-300, 1e300))
    assert torch.equal(after(cold), torch.tensor([0.0, 1, 0, 0, 0]).double())
    assert_close(after(hot), torch.full((5,), 0.2).double())


@pytest.mark.parametrize(
    "k, stays", [(1, [1]), (2, [1, 3]), (3, [1, 2, 3]), (4, [1, 2, 3, 4])], ids=str
)
def test_top_k_shares_out_among_the_k_likeliest(k, stays):
    assert_close(after(keep_top_k(SHARES.log(), k)), kept(stays))


def test_top_k_of_all_changes_nothing_and_equals_stay_together():
    assert torch.equal(keep_top_k(SHARES.log(), 5), SHARES.log())
    equal = keep_top_k(torch.tensor([1.0, 2.0, 1.0, 0.0]), 2)
    assert equal.tolist() == [1.0, 2.0, 1.0, -torch.inf]


@pytest.mark.parametrize(
    "p, stays",
    [
        (1e-9, [1]),
        (0.39, [1]),
        (0.41, [1, 3]),
        (0.69, [1, 3]),
        (0.71, [1, 2, 3]),
        (0.86, [1, 2, 3, 4]),
        (0.96, [0, 1, 2, 3, 4]),
    ],
    ids=str,
)
def test_top_p_shares_out_among_as_few_as_reach_p(p, stays):
    assert_close(after(keep_top_p(SHARES.log(), p)), kept(stays))


def test_top_p_of_1_rules_nothing_out():
    logits = torch.tensor([0.0, -40.0, -80.0, -300.0]).double()
    assert torch.equal(keep_top_p(logits, 1.0), logits)


def test_top_p_takes_no_more_once_p_is_reached():
    """Shares of an eighth are exact, so that two of them are a quarter."""
    assert keep_top_p(torch.zeros(8), 0.25).isfinite().sum() == 2


@every_reshape
def test_each_change_treats_rows_and_entries_alike(reshape):
    logits = 3 * torch.randn(2, 3, 11, dtype=torch.float64, generator=seeded())
    before, whole = logits.clone(), reshape(logits)
    assert torch.equal(logits, before)
    for row in (0, 1):
        assert_close(reshape(logits[row, 2]), whole[row, 2])
    order = torch.randperm(11, generator=seeded())
    assert_close(reshape(logits[..., order]), whole[..., order])
    assert_close(after(reshape(logits + 7.0)), after(whole))


def test_changes_follow_one_another():
    logits = keep_top_p(keep_top_k(SHARES.log(), 3), 0.71)
    assert_close(after(logits), kept([1, 3]))  # 0.4 and 0.3 of 0.85 reach it
    assert_close(after(keep_top_k(keep_top_p(SHARES.log(), 0.71), 3)), kept([1, 2, 3]))


# The draws


def test_a_number_falls_on_each_entry_as_often_as_it_is_likely():
    shares = torch.tensor([0.0, 0.25, 0.0, 0.5, 0.125, 0.125, 0.0])
    eighths = torch.arange(8).double() / 8
    wanted = [1, 1, 3, 3, 3, 3, 4, 5]
    assert draw(shares.expand(8, 7), eighths).tolist() == wanted
    almost_1 = torch.full((8,), 1 - 2**-53, dtype=torch.float64)
    assert draw(shares.expand(8, 7), almost_1).tolist() == [5] * 8
    short = torch.tensor([[0.5, 0.5 - 2**-20]])  # rounding may leave a sum below 1
    assert draw(short, almost_1[:1]).item() == 1
    faint = torch.tensor([[1.0, 2**-26]])  # float32 would not notice it in a sum
    assert draw(faint, almost_1[:1]).item() == 1


def texts_of_two(reshape):
    """List how likely each text of one or two tokens is to be drawn."""
    first = turned((1,), reshape).tolist()
    shares = {
        (word, after_it): first[word] * share
        for word in range(len(first))
        for after_it, share in enumerate(turned((1, word), reshape).tolist())
        if word != EOS
    }
    shares[EOS,] = first[EOS]
    return {text: share for text, share in shares.items() if share > 0}


def turned(read, reshape):
    """Hand the shares on to other entries, according to the last token read."""
    logits = SHARES.roll(read[-1]).log()
    logits[PAD] = -torch.inf
    return reshape(logits).softmax(-1)


def chi_square(counts, shares):
    """Compare with the 99.9 % quantile, by the rule of Wilson and Hilferty."""
    total, free = sum(counts.values()), len(shares) - 1
    square = sum((counts[t] - total * p) ** 2 / (total * p) for t, p in shares.items())
    spread = 2 / (9 * free)
    return square / (free * (1 - spread + 3.09 * spread**0.5) ** 3)


@pytest.mark.parametrize("name", ["as it is", *RESHAPES])
def test_draws_follow_the_distribution(name):
    reshape = RESHAPES.get(name, lambda logits: logits)
    rows, stop = 4000, Stopping(max_new=2, eos_id=EOS)
    model = Scripted(lambda row, read: SHARES.roll(read[-1]).log(), rows)
    found = sample(model, bos(rows), stop, reshape=reshape, generator=seeded())
    pairs = zip(found.tokens.tolist(), found.lengths.tolist(), strict=True)
    counts = Counter(tuple(tokens[:length]) for tokens, length in pairs)
    shares = texts_of_two(reshape)
    assert set(counts) <= set(shares)
    assert chi_square(counts, shares) < 1
    if name in RESHAPES:  # and so many draws would show another distribution
        assert chi_square(counts, texts_of_two(lambda logits: logits)) > 1


def test_the_coldest_draw_is_greedy_search():
    """The script's leads are so small that at temperature 1 no text comes out right."""
    texts, stop = (
        [(3, 4, 5, EOS), (4, EOS), (6, 5, 6, 5)],
        Stopping(max_new=4, eos_id=EOS),
    )
    cold = partial(with_temperature, temperature=1e-4)
    found = sample(writes(texts), bos(3), stop, reshape=cold, generator=seeded())
    greedy = greedy_search(writes(texts), bos(3), stop)
    assert all(map(torch.equal, found, greedy))
    warm = sample(writes(texts), bos(3), stop, generator=seeded())
    assert not torch.equal(warm.tokens, greedy.tokens)


def test_one_call_draws_what_calls_for_one_row_after_another_would():
    stop = Stopping(max_new=5, eos_id=EOS)
    together = sample(drawn(6), bos(6), stop, generator=seeded())
    assert len(set(together.lengths.tolist())) > 1
    generator = seeded()
    for row in range(6):
        alone = sample(drawn(1, first=row), bos(1), stop, generator=generator)
        length = alone.lengths.item()
        assert together.lengths[row] == length
        assert torch.equal(together.tokens[row, :length], alone.tokens[0])


def test_what_one_row_writes_changes_no_draw_of_another():
    stop = Stopping(max_new=4, eos_id=EOS)
    short, long = (
        sample(writes([text, (5,)], [50.0, 0.0]), bos(2), stop, generator=seeded())
        for text in [(EOS,), (3,)]
    )
    assert short.lengths[0] == 1
    assert long.lengths[0] == 4
    assert short.lengths[1] == long.lengths[1]
    assert torch.equal(short.tokens[1], long.tokens[1, : short.tokens.shape[1]])


def test_a_seed_settles_everything_and_another_changes_it():
    stop = Stopping(max_new=9, eos_id=None)
    first, again, other = (
        sample(drawn(3), bos(3), stop, generator=seeded(seed)) for seed in (0, 0, 1)
    )
    assert all(map(torch.equal, first, again))
    assert not torch.equal(first.tokens, other.tokens)
    torch.manual_seed(0)
    assert torch.equal(sample(drawn(3), bos(3), stop).tokens, first.tokens)


def test_log_probabilities_are_the_models_own():
    stop = Stopping(max_new=4, eos_id=EOS)
    reshape = partial(with_temperature, temperature=3.0)
    found = sample(drawn(3), bos(3), stop, reshape=reshape, generator=seeded())
    for row in range(3):
        text = tuple(found.tokens[row, : found.lengths[row]].tolist())
        assert_close(found.log_probs[row].item(), log_prob(drawn(3), row, (1,), text))
