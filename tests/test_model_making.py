"""How a model is made: what is shared, how much there is, how it is drawn and kept."""

import copy
import math
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F
from parity.core import randomise
from torch import nn
from torch.testing import assert_close

from transformer_lib.transformer.config import Activation, Positions, TransformerConfig
from transformer_lib.transformer.embedding import Embedding, TiedOutput
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer

TOY = TransformerConfig(
    vocab=23,
    d_model=12,
    n_heads=3,
    d_ff=13,
    n_encoder_blocks=2,
    n_decoder_blocks=3,
    max_len=17,
    pad_id=1,
)
CONFIGS = {
    "as the paper's": TOY,
    "norm first": replace(TOY, norm_first=True),
    "two tables": replace(TOY, target_vocab=29),
    "own output": replace(TOY, tie_output=False),
    "two tables, own output": replace(TOY, target_vocab=29, tie_output=False),
    "no positions": replace(TOY, positions=Positions.NONE),
    "learned": replace(TOY, positions=Positions.LEARNED),
    "rotary": replace(TOY, positions=Positions.ROTARY, activation=Activation.GELU),
}
every_config = pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
every_model = pytest.mark.parametrize("make", [Transformer, LanguageModel])
SOURCE, TARGET = torch.randint(2, 23, (2, 11)), torch.randint(2, 23, (2, 7))


def logits_of(model):
    """Call a model on the ids that it takes."""
    device = next(model.parameters()).device
    ids = [SOURCE.to(device), TARGET.to(device)]
    return model(*ids) if isinstance(model, Transformer) else model(ids[1])


def matrices(model):
    """List the matrices of the blocks by name."""
    named = model.named_parameters()
    return {name: p for name, p in named if ".blocks." in f".{name}" and p.ndim > 1}


# What is shared, and how much there is


def counted(config, make):
    """Add up how many numbers there are to learn, without asking a model."""
    d = config.d_model
    attention, norm = 4 * (d * d + d), 2 * d
    feed_forward = d * config.d_ff + config.d_ff + config.d_ff * d + d
    reads = attention + feed_forward + 2 * norm
    writes = 2 * attention + feed_forward + 3 * norm
    tables, stacks = [config.vocab], [config.n_decoder_blocks * reads]
    if make is Transformer:
        tables += [config.target_vocab] if config.target_vocab else []
        stacks = [config.n_encoder_blocks * reads, config.n_decoder_blocks * writes]
    total = sum(tables) * d + sum(stacks)
    total += 0 if config.tie_output else tables[-1] * d
    total += len(stacks) * norm if config.norm_first else 0
    learned = config.positions is Positions.LEARNED
    return total + (len(stacks) * config.max_len * d if learned else 0)


@every_config
@every_model
def test_there_are_as_many_numbers_as_there_should_be(config, make):
    assert sum(p.numel() for p in make(config).parameters()) == counted(config, make)


@pytest.mark.parametrize(
    "config, total",
    [
        (TransformerConfig.base(), 63_082_496),
        (TransformerConfig.base(vocab=1000), 63_082_496 - 36_000 * 512),
        (TransformerConfig.big(), 214_245_376),
        (TransformerConfig.tiny(vocab=64), 44_800),
    ],
)
def test_the_named_models_are_as_large_as_they_should_be(config, total):
    model = Transformer(config, device="meta")
    assert sum(p.numel() for p in model.parameters()) == total
    assert counted(config, Transformer) == total


def test_one_table_serves_where_words_go_in_and_come_out():
    model = Transformer(TOY)
    table = model.source_input.embedding.table
    assert model.target_input.embedding.table is table
    assert model.output.embedding.table is table
    assert len(model.state_dict(keep_vars=True).values()) > len(
        list(model.parameters())
    )
    alone = LanguageModel(TOY)
    assert alone.output.embedding.table is alone.input.embedding.table


def test_another_vocabulary_has_another_table():
    model = Transformer(CONFIGS["two tables"])
    assert model.source_input.embedding.table.shape == (23, 12)
    assert model.target_input.embedding.table.shape == (29, 12)
    assert model.output.embedding is model.target_input.embedding
    assert logits_of(model).shape == (2, 7, 29)
    own = Transformer(CONFIGS["two tables, own output"]).output
    assert own.weight.shape == (29, 12)
    assert own.bias is None


def test_words_go_in_scaled_and_scores_come_out_plain():
    embedding = Embedding(23, 12)
    assert_close(embedding(TARGET), embedding.table[TARGET] * math.sqrt(12))
    x = torch.randn(2, 7, 12)
    assert_close(TiedOutput(embedding)(x), x @ embedding.table.T)


@every_config
@every_model
def test_logits_are_free_to_be_anything(config, make):
    """What comes out is linear in the last features: no softmax, no log."""
    model = make(config)
    seen = []
    model.output.register_forward_pre_hook(lambda _, x: seen.append(x[0]))
    logits = logits_of(model)
    assert_close(model.output(-3 * seen[0]), -3 * logits)
    assert logits.shape == (2, 7, model.output(seen[0]).shape[-1])


# How it is drawn


@every_model
def test_every_block_is_drawn_for_itself(make):
    found = list(matrices(make(TOY)).values())
    for n, matrix in enumerate(found):
        for other in found[:n]:
            assert matrix is not other
            assert matrix.shape != other.shape or not torch.equal(matrix, other)


@every_model
def test_matrices_keep_signals_at_their_size(make):
    model = make(replace(TOY, vocab=500, d_model=60, d_ff=130, tie_output=False))
    for name, matrix in matrices(model).items() | {("output", model.output.weight)}:
        bound = math.sqrt(6 / sum(matrix.shape))
        assert matrix.abs().max() <= bound, name
        deviation = bound / math.sqrt(3) / matrix.std().item()
        assert deviation == pytest.approx(1, rel=0.05), name


def test_words_begin_as_large_as_their_positions():
    embedding = Embedding(5000, 64)
    assert embedding.table.std().item() == pytest.approx(1 / 8, rel=0.02)
    assert embedding(torch.arange(5000)[None]).std().item() == pytest.approx(
        1, rel=0.02
    )


@every_model
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("tied", [False, True])
def test_the_first_loss_is_that_of_a_guess(make, norm_first, tied):
    config = replace(TransformerConfig.tiny(vocab=5000), tie_output=tied)
    torch.manual_seed(0)
    model = make(replace(config, norm_first=norm_first))
    ids = torch.randint(1, 5000, (4, 100))
    logits = model(ids, ids) if make is Transformer else model(ids)
    loss = F.cross_entropy(logits.flatten(0, 1), torch.randint(1, 5000, (400,)))
    assert loss.item() == pytest.approx(math.log(5000), rel=0.1)


@every_config
@every_model
def test_dropout_is_everywhere_and_only_in_training(config, make):
    model = make(replace(config, dropout=0.4))
    rates = [m.p for m in model.modules() if isinstance(m, nn.Dropout)]
    sublayers = 2 * 2 + 3 * 3 if make is Transformer else 3 * 2
    assert rates == [0.4] * (sublayers + (2 if make is Transformer else 1))
    assert not torch.allclose(logits_of(model), logits_of(model))
    words = model.get_submodule("target_input" if make is Transformer else "input")
    dropped = (words(torch.randint(2, 23, (50, 17))) == 0).double().mean()
    assert dropped.item() == pytest.approx(0.4, abs=0.05)
    model.eval()
    assert torch.equal(logits_of(model), logits_of(model))


@every_model
def test_one_seed_one_model(make):
    made = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        made.append(logits_of(make(TOY)))
    assert torch.equal(made[0], made[1])
    assert not torch.allclose(made[0], made[2])


# Where it lives


@every_config
@every_model
def test_runs_on_the_meta_device(config, make):
    model = make(config, device="meta")
    logits = logits_of(model)
    logits.sum().backward()
    assert logits.device.type == "meta"
    assert all(p.grad.shape == p.shape for p in model.parameters())


@every_config
@every_model
def test_half_precision_is_close(config, make):
    model = make(replace(config, dropout=0.0), dtype=torch.bfloat16)
    assert {p.dtype for p in model.parameters()} == {torch.bfloat16}
    logits = logits_of(model)
    logits.sum().backward()
    assert logits.dtype == torch.bfloat16
    assert all(p.grad.isfinite().all() for p in model.parameters())
    exact = logits_of(model.double())
    assert (logits - exact).abs().max() <= 0.1 * exact.abs().max()


@every_config
@every_model
def test_state_goes_from_one_model_to_another(config, make):
    model, other = (make(replace(config, dropout=0.0)) for _ in range(2))
    randomise(model)
    assert not torch.allclose(logits_of(other), logits_of(model))
    assert not other.load_state_dict(model.state_dict()).missing_keys
    assert torch.equal(logits_of(other), logits_of(model))
    twin = copy.deepcopy(model)
    randomise(model, seed=1)
    assert torch.equal(logits_of(twin), logits_of(other))
    if config.tie_output:
        nn.init.zeros_(twin.get_submodule("output.embedding").table)
        words = twin.target_input if make is Transformer else twin.input
        assert not words.embedding.table.any()
