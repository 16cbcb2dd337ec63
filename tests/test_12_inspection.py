"""Recording: nothing a model does changes, and what is read is what really happened."""

from contextlib import nullcontext

import pytest
import torch
from einops import rearrange
from parity.core import distance, randomise
from torch.testing import assert_close

from transformer_lib.decoding.caches import GrowingCache
from transformer_lib.inspection.recording import record
from transformer_lib.masking.masks import causal_mask, padding_mask
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer

PAD = 0
CONFIG = TransformerConfig(
    vocab=29,
    d_model=10,
    n_heads=2,
    d_ff=13,
    n_encoder_blocks=3,
    n_decoder_blocks=2,
    max_len=17,
    pad_id=PAD,
)
ENCODER = [f"encoder.blocks.{n}.attention" for n in range(3)]
DECODER = [
    f"decoder.blocks.{n}.{kind}_attention"
    for n in range(2)
    for kind in ("self", "cross")
]


def ids(seq, batch=3):
    return torch.randint(1, CONFIG.vocab, (batch, seq))


def ready(model, train=False):
    """Parameters that are no defaults, in the precision that shows differences."""
    randomise(model)
    return model.double().train(train)


@pytest.fixture
def translator():
    return ready(Transformer(CONFIG))


@pytest.fixture
def source():
    source = ids(7)
    source[0, 5:], source[2, 3:] = PAD, PAD
    return source


def attention():
    return ready(MultiHeadAttention(10, 2, d_k=3, d_v=5))


def hooks_of(model):
    return [
        hook
        for module in model.modules()
        for hooks in (module._forward_hooks, module._forward_pre_hooks)
        for hook in hooks.values()
    ]


# The model is left as it was


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize("kind", [Transformer, LanguageModel])
def test_outputs_and_gradients_stay_the_same(kind, train, source):
    model = ready(kind(CONFIG), train)
    inputs = [source, ids(5)] if kind is Transformer else [ids(7)]

    def run(context):
        torch.manual_seed(5)  # the same features are dropped
        with context:
            output = model(*inputs)
        return output, torch.autograd.grad(output.square().sum(), model.parameters())

    plain, gradients = run(nullcontext())
    watched, watched_gradients = run(record(model, outputs_of=model.modules()))
    assert distance(watched, plain) <= 1e-12
    for ours, theirs in zip(watched_gradients, gradients, strict=True):
        assert distance(ours, theirs) <= 1e-12


@pytest.mark.parametrize("fails", ["inside the context", "inside the model", "never"])
def test_no_hook_is_left_behind(translator, source, fails):
    hook = translator.encoder.register_forward_hook(lambda *_: None)
    failing = pytest.raises(RuntimeError if "context" in fails else ValueError)
    with (
        nullcontext() if fails == "never" else failing,
        record(translator, outputs_of=translator.encoder.blocks) as seen,
    ):
        assert len(hooks_of(translator)) == 1 + 2 * 7 + 3
        translator(source, ids(CONFIG.max_len + (fails == "inside the model")))
        if fails == "inside the context":
            raise RuntimeError
    assert len(hooks_of(translator)) == 1
    hook.remove()
    translator(source, ids(5))
    assert {len(calls) for calls in seen.weights.values()} <= {0, 1}


def test_after_an_error_in_the_model_the_next_call_is_recorded(translator, source):
    with record(translator) as seen:
        with pytest.raises(ValueError, match="positions"):
            translator(source, ids(CONFIG.max_len + 1))
        output = translator(source, ids(5))
    assert output.shape == (3, 5, 29)
    assert seen.stacked(DECODER[::2]).shape == (2, 3, 2, 5, 5)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("caller_asks", [False, True])
def test_recordings_nest_and_callers_get_what_they_ask_for(depth, caller_asks):
    model, x = attention(), torch.randn(3, 7, 10).double()
    wanted = model(x, need_weights=True)

    def run(depth):
        if depth == 0:
            return model(x, need_weights=caller_asks)
        with record(model) as seen:
            result = run(depth - 1)
        assert len(seen.weights[""]) == 1
        assert_close(seen.weights[""][0], wanted[1])
        return result

    result = run(depth)
    assert_close(result, wanted if caller_asks else model(x))


def test_each_call_gets_what_it_asks_for():
    model, x = attention(), torch.randn(3, 7, 10).double()
    with record(model) as seen:
        kinds = [type(model(x, need_weights=asks)) for asks in (True, False, True)]
    assert kinds == [tuple, torch.Tensor, tuple]
    assert len(seen.weights[""]) == 3


def test_an_inner_recording_ends_without_the_outer(translator, source):
    with record(translator) as outer:
        translator.encode(source)
        with record(translator.encoder) as inner:
            translator.encode(source)
        translator.encode(source)
    assert [len(outer.weights[name]) for name in ENCODER] == [3, 3, 3]
    assert list(inner.weights) == [name.removeprefix("encoder.") for name in ENCODER]
    assert [len(calls) for calls in inner.weights.values()] == [1, 1, 1]


# What is read is what happened


@pytest.mark.parametrize("norm_first", [False, True])
def test_weights_and_outputs_are_those_of_each_block(translator, source, norm_first):
    mask = padding_mask(source, PAD)
    blocks = translator.encoder.blocks
    for block in blocks:
        block.after_attention.norm_first = norm_first
    with record(translator, outputs_of=[*blocks, translator.source_input]) as seen:
        translator(source, ids(5))
    assert list(seen.weights) == ENCODER + DECODER
    x = seen.outputs["source_input"][0]
    for n, block in enumerate(blocks):
        looked_at = block.after_attention.norm(x) if norm_first else x
        _, weights = block.attention(looked_at, mask=mask, need_weights=True)
        assert_close(seen.weights[ENCODER[n]], [weights])
        x = block(x, mask)
        assert_close(seen.outputs[f"encoder.blocks.{n}"], [x])


def test_masks_show_in_the_weights(translator, source):
    with record(translator) as seen:
        translator(source, ids(5))
    real = padding_mask(source, PAD)
    masks = dict.fromkeys(ENCODER + DECODER[1::2], real)
    masks |= dict.fromkeys(DECODER[::2], causal_mask(5))
    for name, mask in masks.items():
        weights = seen.weights[name][0]
        assert torch.equal(weights > 0, mask.expand(weights.shape))
        assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]).double())


def test_steps_append_and_tell_the_same_as_one_pass():
    model, text = ready(LanguageModel(CONFIG)), ids(7)
    with record(model) as whole:
        model(text)
    caches = [GrowingCache() for _ in model.blocks.blocks]
    with record(model) as steps:
        for start, end in [(0, 4), (4, 6), (6, 7)]:
            model(text[:, start:end], start=start, caches=caches)
    for name, (weights,) in whole.weights.items():
        sizes = [tuple(step.shape[-2:]) for step in steps.weights[name]]
        assert sizes == [(4, 4), (2, 6), (1, 7)]
        for step, start in zip(steps.weights[name], [0, 4, 6], strict=True):
            query, key = step.shape[-2:]
            assert_close(step, weights[..., start : start + query, :key])


def test_copies_are_kept_that_nothing_can_change():
    model, x = attention(), torch.randn(3, 7, 10).double()
    body = torch.nn.Sequential(model, torch.nn.ReLU(inplace=True))
    with record(body, outputs_of=[model]) as seen:
        body(x)
    (weights,), (output,) = seen.weights["0"], seen.outputs["0"]
    assert not weights.requires_grad and not output.requires_grad
    assert_close(output, model(x))
    assert (output < 0).any()


def test_with_the_graph_gradients_reach_the_weights():
    model, x = attention(), torch.randn(3, 7, 10).double()
    with record(model, keep_graph=True, outputs_of=[model]) as seen:
        output = model(x)
    (weights,), (kept,) = seen.weights[""], seen.outputs[""]
    assert kept is output
    push = torch.randn_like(output)
    (gradient,) = torch.autograd.grad(output, weights, push)
    pattern = "batch query (heads d_v) -> batch heads query d_v"
    reaches = rearrange(push @ model.w_o.weight, pattern, heads=2)
    _, v = model.keys_values(x)
    assert_close(gradient, reaches @ v.transpose(-2, -1))


def test_records_on_the_meta_device(source):
    model = Transformer(CONFIG, device="meta")
    with record(model, outputs_of=model.decoder.blocks) as seen:
        model(source.to("meta"), ids(5).to("meta")).sum().backward()
    assert seen.stacked(DECODER[1::2]).shape == (2, 3, 2, 5, 7)
    assert seen.outputs["decoder.blocks.1"][0].device.type == "meta"


def test_the_last_call_is_stacked_in_the_order_of_the_model(translator, source):
    with record(translator.encoder) as seen:
        translator.encode(ids(5))
        translator.encode(source)
    names = list(seen.weights)
    assert_close(seen.stacked(), torch.stack([seen.weights[n][1] for n in names]))
    assert_close(seen.stacked(names[1:2]), seen.weights[names[1]][1][None])
