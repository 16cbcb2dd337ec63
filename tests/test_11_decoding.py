"""Decoding: a cache changes nothing, and no row disturbs another."""

from functools import partial

import pytest
import torch
from parity.core import distance, randomise
from scripted import EOS, PAD, bos

from transformer_lib.decoding.beam import beam_search
from transformer_lib.decoding.caches import FixedCache, GrowingCache
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.decoding.sampling import sample
from transformer_lib.decoding.sessions import LanguageSession, TranslationSession
from transformer_lib.transformer.config import Positions, TransformerConfig
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer

VOCAB, TARGET_VOCAB, SEQ = 17, 13, 9
SOURCE = torch.tensor([[3, 5, 7, 11, 13], [4, 6, PAD, PAD, PAD], [8, 9, 10, PAD, PAD]])
TEXTS = torch.randint(3, TARGET_VOCAB, (3, SEQ), generator=torch.Generator())
SEARCHES = {
    "greedy": greedy_search,
    "beams": partial(beam_search, beams=3),
    "sample": lambda *args: sample(*args, generator=torch.Generator().manual_seed(5)),
}
every_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
every_norm = pytest.mark.parametrize("norm_first", [False, True], ids=["post", "pre"])
every_position = pytest.mark.parametrize("positions", Positions)
every_kind = pytest.mark.parametrize("kind", [Transformer, LanguageModel])
every_chunking = pytest.mark.parametrize(
    "chunks", [(4, 5), (3, 2, 4), (2, 2, 2, 3), (1,) * 9, (9,)], ids=str
)


def make(kind, norm_first=False, positions=Positions.SINUSOIDAL, seed=0):
    config = TransformerConfig(
        vocab=VOCAB if kind is Transformer else TARGET_VOCAB,
        target_vocab=TARGET_VOCAB if kind is Transformer else None,
        d_model=12,
        n_heads=2,
        d_ff=19,
        n_encoder_blocks=1,
        n_decoder_blocks=2,
        dropout=0.5,
        norm_first=norm_first,
        positions=positions,
        tie_output=False,
        max_len=23,
    )
    model = kind(config, dtype=torch.float64).eval()
    randomise(model, seed)
    return model


def session(model, source=SOURCE, cached=True):
    if isinstance(model, LanguageModel):
        return LanguageSession(model, cached=cached)
    return TranslationSession(model, source, cached=cached)


def full_pass(model, texts, rows=slice(None)):
    with torch.no_grad():
        if isinstance(model, LanguageModel):
            return model(texts)
        return model(SOURCE[rows], texts)


# A cache changes nothing


@every_kind
@every_norm
@every_position
@every_chunking
def test_any_chunks_equal_one_full_pass(kind, norm_first, positions, chunks):
    model = make(kind, norm_first, positions)
    wanted = full_pass(model, TEXTS)
    for cached in (True, False):
        read = session(model, cached=cached)
        logits = [read(chunk) for chunk in TEXTS.split(chunks, dim=1)]
        assert distance(torch.cat(logits, dim=1), wanted) <= 1e-10


@every_kind
@every_norm
@every_position
@pytest.mark.parametrize("cached", [True, False])
def test_selected_rows_go_on_as_they_were(kind, norm_first, positions, cached):
    model, rows = make(kind, norm_first, positions), torch.tensor([2, 0, 2, 1, 2])
    read = session(model, cached=cached)
    read(TEXTS[:, :4])
    read.select(rows)
    texts = TEXTS[rows]
    texts[:, 4:] = TEXTS.flatten()[:25].view(5, 5)  # rows that were one part their ways
    fewer = torch.tensor([1, 3, 4])
    wanted = full_pass(model, texts, rows)
    assert distance(read(texts[:, 4:6]), wanted[:, 4:6]) <= 1e-10
    read.select(fewer)
    assert distance(read(texts[fewer, 6:]), wanted[fewer, 6:]) <= 1e-10


@every_kind
@every_norm
@every_position
@every_search
def test_every_search_is_the_same_without_the_cache(
    kind, norm_first, positions, search
):
    model, stop = make(kind, norm_first, positions), Stopping(max_new=7, eos_id=EOS)
    with_cache, without = (
        search(session(model, cached=cached), TEXTS[:, :2], stop)
        for cached in (True, False)
    )
    assert torch.equal(with_cache.tokens, without.tokens)
    assert torch.equal(with_cache.lengths, without.lengths)
    assert distance(with_cache.log_probs, without.log_probs) <= 1e-10


def test_a_source_is_read_once_and_its_keys_are_made_once():
    model, made = make(Transformer), []
    keys = model.decoder.blocks[0].cross_attention.w_k
    for part in (model.encoder, keys):
        part.register_forward_hook(lambda part, given, out: made.append((part, out)))
    greedy_search(session(model), bos(3), Stopping(max_new=7, eos_id=None))
    assert [part for part, _ in made] == [model.encoder, keys]
    assert not any(out.requires_grad for _, out in made)


def test_caches_hand_out_what_they_kept():
    k, v = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 7)
    growing, fixed, rows = GrowingCache(), FixedCache(), torch.tensor([1, 1, 0])
    growing.select(rows), fixed.select(rows)  # nothing is kept yet
    assert growing.length == 0
    for start, end in [(0, 1), (1, 3), (3, 4)]:
        grown = growing(lambda s=start, e=end: (k[:, :, s:e], v[:, :, s:e]))
        assert growing.length == end
        assert torch.equal(grown[0], k[:, :, :end])
        assert torch.equal(grown[1], v[:, :, :end])
    assert fixed(lambda: (k, v)) == fixed(lambda: pytest.fail("projected twice"))
    growing.select(rows), fixed.select(rows)
    more = torch.randn(3, 3, 1, 5), torch.randn(3, 3, 1, 7)
    for kept, selected, new in zip(growing(lambda: more), (k, v), more, strict=True):
        assert torch.equal(kept, torch.cat([selected[rows], new], dim=2))
    assert all(map(torch.equal, fixed(lambda: more), (k[rows], v[rows])))


def test_what_is_remembered_is_seldom_moved():
    cache, token, places = GrowingCache(), torch.zeros(1, 1, 1, 1), []
    for _ in range(64):
        k, _ = cache(lambda: (token, token))
        places.append(k.data_ptr())
    moves = sum(a != b for a, b in zip(places, places[1:], strict=False))
    assert moves <= 6  # the room doubles: 1, 2, 4, … 64


def test_a_prompt_is_in_the_language_that_is_written():
    stop, prompt = Stopping(max_new=2, eos_id=EOS), bos(3) + TARGET_VOCAB
    assert prompt.max() < VOCAB
    with pytest.raises(ValueError, match=f"vocabulary has {TARGET_VOCAB} entries"):
        greedy_search(session(make(Transformer)), prompt, stop)


# A model is left as it was


@every_kind
@every_search
def test_searches_leave_no_trace_and_no_dropout(kind, search):
    model, stop = make(kind), Stopping(max_new=5, eos_id=EOS)
    weights = [p.clone() for p in model.parameters()]
    first, again = (search(session(model), TEXTS[:, :2], stop) for _ in range(2))
    assert all(map(torch.equal, first, again))
    assert not first.log_probs.requires_grad
    assert not model.training
    assert all(map(torch.equal, weights, model.parameters()))


@every_kind
@pytest.mark.parametrize("row", range(3))
def test_no_row_feels_the_others_or_their_padding(kind, row):
    model, one = make(kind), slice(row, row + 1)
    width = int((SOURCE[row] != PAD).sum())
    for search in (greedy_search, partial(beam_search, beams=3)):
        stop = Stopping(max_new=7, eos_id=EOS)
        together = search(session(model), TEXTS[:, :2], stop)
        alone = search(session(model, SOURCE[one, :width]), TEXTS[one, :2], stop)
        longest = alone.tokens.shape[-1]
        assert torch.equal(alone.tokens[0], together.tokens[row, ..., :longest])
        assert torch.equal(alone.lengths[0], together.lengths[row])
        assert distance(alone.log_probs[0], together.log_probs[row]) <= 1e-10


@every_search
def test_prompts_of_any_lengths_go_on_as_they_would_alone(search):
    """Only the first row's draws can be had alone, so each row comes first once."""
    model, stop = make(LanguageModel), Stopping(max_new=5, eos_id=EOS)
    prompts = torch.tensor([[3, 4, 5, 6], [7, PAD, PAD, PAD], [8, EOS, 9, PAD]])
    for order in [(0, 1, 2), (1, 2, 0), (2, 0, 1)]:
        together = search(LanguageSession(model), prompts[list(order)], stop)
        first = prompts[order[0]]
        alone = search(LanguageSession(model), first[first != PAD][None], stop)
        longest = alone.tokens.shape[-1]
        assert torch.equal(alone.tokens[0], together.tokens[0, ..., :longest])
        assert torch.equal(alone.lengths[0], together.lengths[0])
        assert distance(alone.log_probs[0], together.log_probs[0]) <= 1e-10
