"""What users of whole models meet: messages, torch.compile, configs that travel."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, replace
from functools import partial

import pytest
import torch
from parity.core import distance, randomise

from transformer_lib.transformer.config import Activation, Positions, TransformerConfig
from transformer_lib.transformer.embedding import Embedding
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer
from transformer_lib.transformer.stacks import Decoder, Encoder

pytestmark = pytest.mark.unhooked

TINY = TransformerConfig.tiny(vocab=23)
SHORT = replace(TINY, max_len=9)
OTHER = replace(
    TINY,
    target_vocab=29,
    norm_first=True,
    positions=Positions.ROTARY,
    activation=Activation.GELU,
    tie_output=False,
    pad_id=3,
)
SOURCE, TARGET = torch.randint(1, 23, (2, 11)), torch.randint(1, 23, (2, 7))
make = partial(TransformerConfig, vocab=23)


def outcome(model, ids):
    """Return logits, and the gradients of one fixed sum of them."""
    logits = model(*ids)
    weights = torch.linspace(-1, 1, logits.numel()).view_as(logits)
    parameters = list(model.parameters())
    return [logits, *torch.autograd.grad((logits * weights).sum(), parameters)]


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
@pytest.mark.parametrize(
    "config, backend",
    [(TINY, "inductor"), (OTHER, "aot_eager")],
    ids=["paper", "other"],
)
@pytest.mark.parametrize(
    "kind, ids", [(Transformer, (SOURCE, TARGET)), (LanguageModel, (TARGET,))]
)
def test_compiles_into_one_graph(kind, ids, config, backend):
    model = kind(replace(config, dropout=0.0, n_encoder_blocks=1, n_decoder_blocks=1))
    randomise(model)
    compiled = torch.compile(model, fullgraph=True, backend=backend)
    plain = outcome(model, ids)
    for found, wanted in zip(outcome(compiled, ids), plain, strict=True):
        assert distance(found, wanted) <= 1e-5


# Configs that travel


@pytest.mark.parametrize("config", [TINY, OTHER, TransformerConfig.base()], ids=str)
def test_a_config_comes_back_from_wherever_it_was(config):
    travelled = [
        pickle.loads(pickle.dumps(config)),
        copy.deepcopy(config),
        TransformerConfig.from_dict(json.loads(json.dumps(config.to_dict()))),
        replace(config),
    ]
    for other in travelled:
        assert other == config
        assert hash(other) == hash(config)
        assert {config: "found"}[other] == "found"
    assert replace(config, d_ff=config.d_ff + 1) != config


def test_what_is_left_out_is_the_papers():
    assert TransformerConfig.from_dict({"vocab": 37_000}) == TransformerConfig.base()


def test_a_config_stays_as_it_is():
    with pytest.raises(FrozenInstanceError):
        TINY.d_model = 64


def test_a_copied_model_goes_its_own_way():
    model = LanguageModel(TINY).eval()
    twin = copy.deepcopy(model)
    before = model(TARGET)
    assert torch.equal(twin(TARGET), before)
    randomise(twin)
    assert torch.equal(model(TARGET), before)
    assert twin.output.embedding is twin.input.embedding
    assert twin.config == model.config


# Messages


BAD_CONFIGS = {
    "no words": ({"vocab": 0}, ValueError, "vocab is 0, but must be at least 1"),
    "no words to write": (
        {"target_vocab": 0},
        ValueError,
        "n_target_entries is 0, but must be at least 1",
    ),
    **{
        f"no {name}": ({name: 0}, ValueError, f"{name} is 0, but must be at least 1")
        for name in (
            *("d_model", "n_heads", "d_ff", "max_len"),
            *("n_encoder_blocks", "n_decoder_blocks"),
        )
    },
    "heads that do not divide": (
        {"n_heads": 7},
        ValueError,
        "d_model = 512 cannot be shared out among n_heads = 7",
    ),
    "all dropped": ({"dropout": 1.0}, ValueError, "dropout is 1.0, but must be from 0"),
    "less than nothing dropped": ({"dropout": -0.1}, ValueError, "dropout is -0.1"),
    "padding beyond the table": (
        {"pad_id": 23},
        ValueError,
        "pad_id is 23, but must be .* from 0 to 22",
    ),
    "padding beyond one table": (
        {"pad_id": 20, "target_vocab": 20},
        ValueError,
        "pad_id is 20, but must be .* from 0 to 19",
    ),
    "padding below": ({"pad_id": -100}, ValueError, "pad_id is -100"),
    "half a feature": (
        {"d_model": 512.0},
        TypeError,
        r"d_model is 512\.0, but must be a whole number",
    ),
    "positions by name": (
        {"positions": "ROTARY"},
        TypeError,
        "positions is 'ROTARY', but must be a member of Positions",
    ),
    "activation as a function": (
        {"activation": torch.relu},
        TypeError,
        "activation is .* but must be a member of Activation",
    ),
}


@pytest.mark.parametrize("values, error, says", BAD_CONFIGS.values(), ids=BAD_CONFIGS)
def test_a_config_refuses_what_cannot_be_built(values, error, says):
    with pytest.raises(error, match=says):
        make(**values)


BAD_VALUES = {
    "unknown": ({"n_layers": 6}, r"no \['n_layers'\], only \['activation', 'd_ff'"),
    "no such positions": (
        {"positions": "rotary"},
        r"positions is 'rotary', .* \['LEARNED', 'NONE', 'ROTARY', 'SINUSOIDAL'\]",
    ),
    "a number for a choice": ({"activation": 2}, r"activation is 2, .* \['GELU'"),
    "a size": ({"d_model": 0}, "d_model is 0"),
}


@pytest.mark.parametrize("values, says", BAD_VALUES.values(), ids=BAD_VALUES)
def test_values_of_another_config_are_refused(values, says):
    with pytest.raises(ValueError, match=says):
        TransformerConfig.from_dict(TINY.to_dict() | values)


@pytest.mark.parametrize("kind", [Transformer, LanguageModel])
@pytest.mark.parametrize("positions", Positions)
def test_a_sequence_may_be_as_long_as_the_positions_reach(kind, positions):
    model = kind(replace(SHORT, positions=positions))
    ids = torch.ones(2, 10, dtype=torch.long)
    call = partial(model, TARGET) if kind is Transformer else model
    assert call(ids[:, :9]).shape == (2, 9, 23)
    if positions is Positions.NONE:
        assert call(ids).shape == (2, 10, 23)
        return
    with pytest.raises(ValueError, match="positions 0 to 9 .* 0 to 8: .*max_len = 10"):
        call(ids)


def test_what_is_read_may_be_no_longer_and_what_came_before_counts():
    model, alone = Transformer(SHORT), LanguageModel(SHORT)
    with pytest.raises(ValueError, match="positions 0 to 10 .* 0 to 8"):
        model(SOURCE, TARGET)
    with pytest.raises(ValueError, match="positions 5 to 11 .* 0 to 8"):
        alone(TARGET, start=5)
    with pytest.raises(ValueError, match="positions -1 to 5 .* 0 to 8"):
        alone(TARGET, start=-1)


BAD_CALLS = {
    "no entries": (lambda: Embedding(0, 4), "vocab is 0, but must be at least 1"),
    "no features": (lambda: Embedding(4, 0), "d_model is 0, but must be at least 1"),
    "nothing reads": (lambda: Encoder([]), "there is no block: give at least one"),
    "nothing writes": (lambda: Decoder([]), "there is no block: give at least one"),
    "half a pair": (
        lambda: replace(TINY, positions=Positions.ROTARY, d_model=12),
        "d_model = 12 and n_heads = 4 give a head 3 features, .* even number",
    ),
    "few caches": (
        lambda: LanguageModel(TINY)(TARGET, caches=[lambda project: project()]),
        "1 caches for 2 blocks",
    ),
    "more sequences read than written": (
        lambda: Transformer(TINY)(SOURCE[:1], TARGET),
        "1 sources and 2 targets",
    ),
    "one sequence alone": (
        lambda: Transformer(TINY)(SOURCE, TARGET[0]),
        r"ids have shape \(7,\).*\(batch, seq\).*ids\[None\]",
    ),
    "one text alone": (lambda: LanguageModel(TINY)(TARGET[0]), r"shape \(7,\)"),
    "another width": (
        lambda: Transformer(TINY).decode(TARGET, torch.ones(2, 11, 5)),
        r"context has shape \(2, 11, 5\).*d_model = 32",
    ),
}


@pytest.mark.parametrize("call, says", BAD_CALLS.values(), ids=BAD_CALLS)
def test_what_cannot_be_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bool, torch.int16], ids=str)
def test_ids_are_whole_numbers(dtype):
    says = f"ids are {dtype}, .* pass ids.long()"
    for source, target in ((SOURCE.to(dtype), TARGET), (SOURCE, TARGET.to(dtype))):
        with pytest.raises(TypeError, match=says):
            Transformer(TINY)(source, target)
