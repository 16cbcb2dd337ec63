"""Beam search on scripted models, against its definition and against every text."""

import pytest
import torch
from scripted import (
    BOS,
    EOS,
    PAD,
    bos,
    drawn,
    every_text,
    log_prob,
    rescored,
    tree,
    writes,
)
from torch.testing import assert_close

from transformer_lib.decoding.beam import beam_search, length_penalty
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping

every_seed = pytest.mark.parametrize("seed", range(6))
every_alpha = pytest.mark.parametrize("alpha", [0.0, 0.6, 1.0, 2.0])
STOP = Stopping(max_new=4, eos_id=EOS)


def score(model, row, text, alpha):
    return log_prob(model, row, (BOS,), text) / ((5 + len(text)) / 6) ** alpha


def by_hand(model, row, beams, alpha):
    """Do as the definition says, with lists, and never stop before the last step."""
    alive, over = [()], []
    for _ in range(STOP.max_new):
        words = [word for word in range(model.vocab) if word != PAD]
        ways = [(*text, word) for text in alive for word in words]
        ways.sort(key=lambda text: -log_prob(model, row, (BOS,), text))
        ends = [t[-1] == EOS or len(t) == STOP.max_new for t in ways[:beams]]
        over += [t for t, end in zip(ways[:beams], ends, strict=True) if end]
        alive = [t for t, end in zip(ways[:beams], ends, strict=True) if not end]
    return sorted(over, key=lambda text: -score(model, row, text, alpha))[:beams]


def texts(found, row):
    """Read the texts of a row, and see that only padding fills them up."""
    read = []
    for tokens, length in zip(found.tokens[row], found.lengths[row], strict=True):
        assert (tokens[length:] == PAD).all()
        read.append(tuple(tokens[:length].tolist()))
    return read


# As it is defined


@every_seed
@every_alpha
@pytest.mark.parametrize("beams", [1, 2, 3, 5])
def test_finds_what_the_definition_says(seed, alpha, beams):
    model = drawn(3, seed=seed)
    found = beam_search(model, bos(3), STOP, beams=beams, alpha=alpha)
    for row in range(3):
        wanted = by_hand(drawn(3, seed=seed), row, beams, alpha)
        assert texts(found, row)[: len(wanted)] == wanted


@every_seed
@every_alpha
def test_with_beams_enough_it_tries_every_text(seed, alpha):
    model, every = drawn(2, seed=seed), every_text(5, STOP)
    found = beam_search(model, bos(2), STOP, beams=125, alpha=alpha)
    for row in range(2):
        best = sorted(every, key=lambda text: -score(model, row, text, alpha))
        assert len(best) == 121
        assert texts(found, row) == best + [()] * (125 - len(best))
        scores = [score(model, row, text, alpha) for text in best]
        assert_close(found.scores[row, :121], torch.tensor(scores).double())
        assert (found.scores[row, 121:] == -torch.inf).all()
        assert (found.log_probs[row, 121:] == -torch.inf).all()


@every_seed
@every_alpha
def test_one_beam_is_greedy_search(seed, alpha):
    found = beam_search(drawn(4, seed=seed), bos(4), STOP, beams=1, alpha=alpha)
    greedy = greedy_search(drawn(4, seed=seed), bos(4), STOP)
    assert torch.equal(found.tokens[:, 0], greedy.tokens)
    assert torch.equal(found.lengths[:, 0], greedy.lengths)
    assert_close(found.log_probs[:, 0], greedy.log_probs)


@every_seed
@every_alpha
def test_scores_are_those_of_the_texts(seed, alpha):
    prompt = torch.tensor([[BOS, 3, 4], [BOS, 4, 4]])
    found = beam_search(drawn(2, seed=seed), prompt, STOP, beams=3, alpha=alpha)
    for beam in range(3):
        tokens, lengths = found.tokens[:, beam], found.lengths[:, beam]
        again = rescored(drawn(2, seed=seed), prompt, tokens, lengths)
        assert_close(found.log_probs[:, beam], again)
        assert_close(found.scores[:, beam], again / ((5 + lengths) / 6) ** alpha)
    assert (found.scores.diff(dim=1) <= 0).all()


# What it is for, and what it must not do


def test_finds_the_way_around_a_step_that_leads_astray():
    ways = {(): {3: -0.5, 4: -0.94}, (3,): {5: -2.0, 6: -2.1}, (4,): {5: -0.01}}
    stop = Stopping(max_new=5, eos_id=EOS)
    found = beam_search(tree(ways), bos(1), stop, beams=2, alpha=0.0)
    assert texts(found, 0) == [(4, 5, EOS), (3, 5, EOS)]
    assert_close(found.log_probs[0].double(), torch.tensor([-0.95, -2.5]).double())


SHORT, LONG = (EOS,), (3, 4, 5, 6, EOS)


@pytest.mark.parametrize("beams", [2, 3])
@pytest.mark.parametrize(
    "ratio, alpha, longer_wins",
    [
        (1.62, 1.0, True),  # below (5 + 5) / (5 + 1), which is 1.67
        (1.70, 1.0, False),
        (2.00, 1.0, False),
        (1.34, 0.6, True),  # below 1.67 to the power of 0.6, which is 1.36
        (1.38, 0.6, False),
        (1.01, 0.0, False),
    ],
)
def test_the_length_penalty_weighs_five_tokens_against_one(
    ratio, alpha, longer_wins, beams
):
    steps = {LONG[:n]: {LONG[n]: -2.0 * ratio / 5} for n in range(5)}
    model = tree(steps | {(): steps[()] | {EOS: -2.0}})
    stop = Stopping(max_new=7, eos_id=EOS)
    found = beam_search(model, bos(1), stop, beams=beams, alpha=alpha)
    wanted = [LONG, SHORT] if longer_wins else [SHORT, LONG]
    assert texts(found, 0) == (wanted + [()])[:beams]
    wanted = [-2.0 * ratio, -2.0] if longer_wins else [-2.0, -2.0 * ratio]
    assert_close(found.log_probs[0, :2], torch.tensor(wanted).double())


def test_the_length_penalty_is_that_of_its_equation():
    lengths = torch.tensor([1, 7, 19])
    assert_close(length_penalty(lengths, 1.0), torch.tensor([1.0, 2.0, 4.0]).double())
    assert_close(length_penalty(lengths, 0.5) ** 2, length_penalty(lengths, 1.0))
    assert_close(length_penalty(lengths, 0.0), torch.ones(3).double())


def test_the_first_texts_that_end_need_not_be_the_best():
    """Three end within two steps; the best is still on its way."""
    best = (3, 5, 6, 5, 6, EOS)
    steps = {best[:n]: {best[n]: -0.15} for n in range(2, 6)}
    ways = {(): {EOS: -2.0, 3: -1.2, 4: -1.3}, (3,): {EOS: -1.0, 5: -0.5}}
    model, stop = (
        tree(ways | {(4,): {EOS: -1.0}} | steps),
        Stopping(max_new=8, eos_id=EOS),
    )
    found = beam_search(model, bos(1), stop, beams=3, alpha=1.0)
    assert texts(found, 0) == [best, (3, EOS), (4, EOS)]


def test_stops_as_soon_as_nothing_better_can_come():
    """After three steps the best still alive can hope for -6.0 / 1.67, below -4.0."""
    ways = {
        (): {EOS: -0.1, 3: -3.0},
        (3,): {EOS: -1.0, 4: -0.5},
        (3, 4): {EOS: -2.0, 5: -2.5},
    }
    model, stop = tree(ways), Stopping(max_new=5, eos_id=EOS)
    found = beam_search(model, bos(1), stop, beams=2, alpha=1.0)
    assert texts(found, 0) == [(EOS,), (3, EOS)]
    assert model.reads == [(1, 1), (2, 1), (2, 1)]


def test_rows_that_are_done_leave_the_batch():
    model = writes([(EOS,), (3, 4, 5, EOS)], lead=20.0)
    found = beam_search(model, bos(2), Stopping(max_new=6, eos_id=EOS), beams=2)
    assert [texts(found, row)[0] for row in range(2)] == [(EOS,), (3, 4, 5, EOS)]
    assert model.reads == [(2, 1), (4, 1), (2, 1), (2, 1), (2, 1)]


def test_a_beam_without_a_beginning_finds_nothing():
    found = beam_search(tree({}), bos(1), Stopping(max_new=3, eos_id=EOS), beams=3)
    assert texts(found, 0) == [(EOS,), (), ()]
    assert found.lengths.tolist() == [[1, 0, 0]]


def test_texts_are_cut_off_where_nothing_ends_them():
    found = beam_search(drawn(1), bos(1), Stopping(max_new=3, eos_id=None), beams=4)
    assert found.lengths.tolist() == [[3, 3, 3, 3]]
    assert len(set(texts(found, 0))) == 4
