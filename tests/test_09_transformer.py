"""The whole model: equal to PyTorch's, blind where it must be, the same in pieces."""

from dataclasses import replace
from functools import partial

import pytest
import torch
from parity import transformer as parity
from parity.core import BOUNDS, randomise
from torch.testing import assert_close

from transformer_lib.masking.leaks import influence, leak_test
from transformer_lib.masking.masks import causal_mask, padding_mask
from transformer_lib.transformer.config import Positions, TransformerConfig
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer

PAD = 1  # so that 0 is a word
TOYS = TransformerConfig(
    vocab=23,
    d_model=3 * 4,
    n_heads=3,
    d_ff=13,
    n_encoder_blocks=2,
    n_decoder_blocks=3,
    dropout=0.0,
    max_len=17,
    pad_id=PAD,
)
KINDS = [
    replace(TOYS, positions=positions, norm_first=first)
    for positions in Positions
    for first in (False, True)
]
every_kind = pytest.mark.parametrize(
    "config",
    KINDS,
    ids=lambda c: f"{c.positions.name} {'pre' if c.norm_first else 'post'}",
)
every_model = pytest.mark.parametrize("make", [Transformer, LanguageModel])


def drawn(config, make=Transformer):
    """Make a model whose every number is drawn, gains and biases too."""
    model = make(config)
    randomise(model)
    return model


def words(batch, seq, seed=0):
    """Draw ids, none of them padding, 0 among them."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(PAD + 1, TOYS.vocab, (batch, seq), generator=generator)
    ids[:, 2] = 0
    return ids


SOURCE, TARGET = words(2, 11), words(2, 7, seed=1)
PADDED = torch.cat([SOURCE[:, :8], torch.full((2, 3), PAD)], dim=1)


def called(model):
    """Give the call that takes what is written so far, and nothing else."""
    return partial(model, SOURCE) if isinstance(model, Transformer) else model


# Equal to PyTorch's own, gradients included


@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
@pytest.mark.parametrize("config", [*parity.kinds(parity.PRIMES.config)])
def test_equals_torch(config, dtype, bound):
    assert max(parity.measure(parity.PRIMES._replace(config=config), dtype)) <= bound


# Who may look at whom


@every_kind
@every_model
def test_no_word_depends_on_a_later_one_and_each_on_all_before(config, make):
    for dropout in (0.0, 0.2):
        model = drawn(replace(config, dropout=dropout), make)
        leak_test(called(model), TARGET, both_ways=dropout == 0)


@every_kind
def test_each_part_of_the_decoder_is_causal(config):
    model, mask = drawn(config), causal_mask(7)
    x, memory = torch.randn(2, 7, 12), torch.randn(2, 11, 12)
    block = model.decoder.blocks[0]
    turned = {"rotate": model.rotary}
    for part in (
        partial(block.self_attention, mask=mask, **turned),
        partial(block, memory=memory, mask=mask, **turned),
        partial(model.decoder, memory=memory, mask=mask, **turned),
    ):
        leak_test(part, x, both_ways=True)


@every_kind
def test_reading_goes_both_ways_and_all_that_is_read_counts(config):
    model = drawn(config)
    assert influence(model.encode, SOURCE).all()
    assert influence(lambda source: model(source, TARGET), SOURCE).all()


@every_kind
def test_what_stands_in_the_padding_changes_nothing(config):
    model, mask = drawn(config), padding_mask(PADDED, PAD)
    memory = model.encode(PADDED, mask)
    edited = torch.where(mask[:, 0, 0], PADDED, words(2, 11, seed=2))
    assert torch.equal(model.encode(edited, mask)[:, :8], memory[:, :8])
    before = model.decode(TARGET, memory, mask)
    memory[:, 8:] = 1e3
    assert torch.equal(model.decode(TARGET, memory, mask), before)
    assert torch.equal(model(PADDED, TARGET), before)
    assert not torch.allclose(model(edited, TARGET), before)


@every_kind
def test_how_long_the_padding_is_changes_nothing(config):
    model = drawn(config)
    before = model(SOURCE, TARGET)
    filling = torch.full((2, 5), PAD)
    filled = model(torch.cat([SOURCE, filling], 1), torch.cat([TARGET, filling], 1))
    assert_close(filled[:, :7], before)


@every_kind
@every_model
def test_no_sequence_sees_another(config, make):
    model = drawn(config, make)
    both = called(model)(TARGET)
    other = TARGET.clone()
    other[0] = words(1, 7, seed=3)
    assert torch.equal(called(model)(other)[1], both[1])
    alone = (SOURCE[1:], TARGET[1:]) if make is Transformer else (TARGET[1:],)
    assert_close(model(*alone)[0], both[1])


@every_kind
def test_order_counts_where_there_are_positions(config):
    model, order = drawn(config), torch.randperm(11)
    same = torch.allclose(
        model.encode(SOURCE[:, order]), model.encode(SOURCE)[:, order], atol=1e-4
    )
    assert same == (config.positions is Positions.NONE)


# In pieces


@every_kind
def test_writing_after_reading_is_the_same_as_both(config):
    model, mask = drawn(config), padding_mask(PADDED, PAD)
    apart = model.decode(TARGET, model.encode(PADDED, mask), mask)
    assert torch.equal(apart, model(PADDED, TARGET))


class Grown:
    """Keep all keys and values."""

    def __init__(self):
        self.kept = None

    def __call__(self, project):
        new = project()
        old = self.kept or [part[..., :0, :] for part in new]
        self.kept = [torch.cat(pair, dim=-2) for pair in zip(old, new, strict=True)]
        return tuple(self.kept)


class Once(Grown):
    """Keep the first keys and values."""

    def __call__(self, project):
        return tuple(self.kept) if self.kept else super().__call__(project)


@every_kind
@every_model
@pytest.mark.parametrize("chunks", [[1] * 9, [4, 5], [4, 1, 4], [9]], ids=str)
def test_word_by_word_in_chunks_and_at_once_is_the_same(config, make, chunks):
    model, ids = drawn(config, make), words(2, 9)
    mask = padding_mask(PADDED, PAD)
    once = model(PADDED, ids) if make is Transformer else model(ids)
    step, caches = model, [Grown() for _ in range(config.n_decoder_blocks)]
    if make is Transformer:
        memory, caches = model.encode(PADDED, mask), [(c, Once()) for c in caches]
        step = partial(model.decode, memory=memory, memory_mask=mask)
    pieces = ids.split(chunks, dim=1)
    starts = [sum(chunks[:n]) for n in range(len(chunks))]
    logits = [
        step(piece, start=start, caches=caches)
        for piece, start in zip(pieces, starts, strict=True)
    ]
    assert_close(torch.cat(logits, dim=1), once)


# At the size of the paper, which takes longest


@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
@pytest.mark.parametrize("norm_first", [False, True])
def test_equals_torch_at_the_size_of_the_paper(norm_first, dtype, bound):
    config = replace(parity.BASE.config, norm_first=norm_first)
    assert max(parity.measure(parity.BASE._replace(config=config), dtype)) <= bound
