"""An RNN that looks back: true to its definition, step by step, blind to padding."""

import copy
import math

import pytest
import torch
from parity.core import randomise
from torch.testing import assert_close

from transformer_lib.decoding.beam import beam_search
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.recurrence.translation import RecurrentSession, RecurrentTranslator

VOCAB, HIDDEN, PAD = 17, 11, 3
BATCH, SOURCE, TARGET = 5, 7, 13


def draw_ids(seq, seed):
    """Draw ids that are no padding."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(0, VOCAB - 1, (BATCH, seq), generator=generator)
    return ids + (ids >= PAD)


@pytest.fixture
def source():
    source = draw_ids(SOURCE, seed=0)
    source[1, 5:] = source[2, 1:] = PAD
    return source


@pytest.fixture
def target():
    return draw_ids(TARGET, seed=1)


def translator(feed_previous=True, dtype=torch.float64, **settings):
    model = RecurrentTranslator(
        VOCAB, HIDDEN, pad_id=PAD, feed_previous=feed_previous, dtype=dtype, **settings
    )
    randomise(model)
    return model


def read(model, source, target):
    return model(source, target, need_weights=True)


both = pytest.mark.parametrize("feed_previous", [True, False])


@both
def test_each_step_is_the_equation(source, target, feed_previous):
    """One step, written out with the parts."""
    model = translator(feed_previous)
    memory = model.encode(source)
    logits, weights, after = model.step(target[:, 0], memory)
    keys = model.attention.w_k(memory.values)
    context, shares = model.attention(memory.h, keys, memory.values, source != PAD)
    word = model.embedding.weight[target[:, 0]] * feed_previous
    (h,) = model.decoder(torch.cat([word, context], -1), memory.h)
    assert_close(weights, shares)
    assert_close(after.h, h)
    assert_close(logits, model.generator(torch.cat([h, context], -1)))


@both
def test_step_by_step_equals_all_at_once(source, target, feed_previous):
    model = translator(feed_previous)
    logits, weights = read(model, source, target)
    assert_close(model(source, target), logits, rtol=0, atol=0)
    session, parts = RecurrentSession(model, source), []
    for tokens in target.split([4, 5, 1, 3], dim=1):
        parts.append(session(tokens))
    assert_close(torch.cat(parts, dim=1), logits)
    memory = model.encode(source)
    for n in range(TARGET):
        step, share, memory = model.step(target[:, n], memory)
        assert_close(step, logits[:, n])
        assert_close(share, weights[:, n])


def test_the_decoder_starts_from_each_sources_own_end(source):
    model = translator()
    h = model.encode(source).h
    for row, n in enumerate((source != PAD).sum(1)):
        _, (own,) = model.encoder(model.embedding(source[[row], :n]))
        assert_close(h[row], own[0, 0])


@both
def test_padding_of_the_source_changes_nothing(source, target, feed_previous):
    model = translator(feed_previous)
    logits, weights = read(model, source, target)
    longer = torch.cat([source, torch.full((BATCH, 2), PAD)], dim=1)
    more, shares = read(model, longer, target)
    assert_close(more, logits)
    assert_close(shares[..., :SOURCE], weights)
    assert (shares[..., SOURCE:] == 0).all()
    with torch.no_grad():
        model.embedding.weight[PAD] = math.nan  # whatever padding looks like
    assert_close(model(source, target), logits)


def test_weights_are_shares_of_the_source(source, target):
    _, weights = read(translator(), source, target)
    assert weights.shape == (BATCH, TARGET, SOURCE)
    assert_close(weights.sum(-1), torch.ones(BATCH, TARGET, dtype=torch.float64))
    assert torch.equal(weights > 0, (source != PAD)[:, None].expand_as(weights))


def test_a_source_of_padding_alone_is_nothing_to_look_at(source, target):
    source[4] = PAD
    model = translator()
    logits, weights = read(model, source, target)
    assert (weights[4] == 0).all()
    logits.square().sum().backward()
    assert all(p.grad.isfinite().all() for p in model.parameters())


@both
def test_a_word_changes_what_comes_after_it_if_it_is_fed(source, target, feed_previous):
    model = translator(feed_previous)
    before = model(source, target)
    target[:, 6] = (target[:, 6] + 1) % VOCAB
    after = model(source, target)
    assert torch.equal(after[:, :6], before[:, :6])
    if feed_previous:
        assert (after[:, 6:] != before[:, 6:]).any(-1).all()
    else:
        assert torch.equal(after, before)


def test_no_row_sees_another(source, target):
    model = translator()
    before = model(source, target)
    source[0], target[0] = source[3], target[3]
    after = model(source, target)
    assert_close(after[1:], before[1:])
    assert_close(after[0], before[3])


def test_a_search_goes_on_with_the_rows_it_chose(source, target):
    rows = torch.tensor([4, 1, 1, 0])
    model = translator()
    session = RecurrentSession(model, source)
    session(target[:, :6])
    session.select(rows)
    chosen = session(target[rows, 6:])
    assert_close(chosen, model(source, target)[rows, 6:])


def test_searches_write_with_it(source):
    """Greedy search takes the likeliest word at every step; so does a single beam."""
    model, text = translator(), torch.full((BATCH, 1), 1)
    stop = Stopping(max_new=4, eos_id=None, pad_id=PAD)
    greedy = greedy_search(RecurrentSession(model, source), text, stop)
    best = beam_search(RecurrentSession(model, source), text, stop, beams=1)
    for _ in range(stop.max_new):
        scores = model(source, text)[:, -1]
        scores[:, PAD] = -math.inf
        text = torch.cat([text, scores.argmax(-1, keepdim=True)], dim=1)
    assert torch.equal(greedy.tokens, text[:, 1:])
    assert torch.equal(best.tokens[:, 0], text[:, 1:])
    with pytest.raises(ValueError, match="has read 4 tokens"):
        session = RecurrentSession(model, source)
        session(text[:, :4])
        greedy_search(session, text[:, :1], stop)


@both
def test_it_learns_to_reverse(feed_previous):
    """Three symbols turned round: within reach only if the decoder looks and counts."""
    torch.manual_seed(0)
    model = RecurrentTranslator(8, 32, feed_previous=feed_previous)
    optimiser = torch.optim.Adam(model.parameters(), 1e-2)
    for step in range(151):
        source = torch.randint(2, 8, (64, 3))
        begin = torch.ones(64, 1, dtype=torch.int64)
        logits = model(source, torch.cat([begin, source.flip(1)[:, :-1]], dim=1))
        loss = torch.nn.functional.cross_entropy(
            logits.flatten(0, 1), source.flip(1).flatten()
        )
        if step < 150:
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    assert loss < 0.2 * math.log(6)


# Where it has to run


@both
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_runs_on_the_meta_device(source, target, feed_previous, dtype):
    model = translator(feed_previous, dtype, device="meta")
    logits, weights = read(model, source.to("meta"), target.to("meta"))
    (logits.sum() + weights.sum()).backward()
    assert logits.device.type == "meta"
    assert logits.dtype == dtype
    assert logits.shape == (BATCH, TARGET, VOCAB)
    assert all(p.grad.shape == p.shape for p in model.parameters())


def test_bfloat16_runs_forward_and_backward(source, target):
    model = translator(dtype=torch.bfloat16)
    logits = model(source, target)
    logits.sum().backward()
    assert logits.dtype == torch.bfloat16
    assert_close(logits.double(), translator()(source, target), rtol=0, atol=0.2)
    assert all(p.grad.isfinite().all() for p in model.parameters())


def test_weights_survive_saving_and_copying(source, target):
    model, other = translator(), RecurrentTranslator(VOCAB, HIDDEN, pad_id=PAD).double()
    other.load_state_dict(model.state_dict())
    for twin in (other, copy.deepcopy(model)):
        assert torch.equal(twin(source, target), model(source, target))
