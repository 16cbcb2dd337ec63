"""Costs: what the formulas predict is what the real modules have, do, keep and wait."""

import math
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import NamedTuple

import pytest
import torch
from torch import nn

from transformer_lib.attention import fused_attention, scaled_dot_product_attention
from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward, LayerNorm
from transformer_lib.complexity.cost import Cost
from transformer_lib.complexity.layers import (
    attention,
    feed_forward,
    layer_norm,
    linear,
    lstm,
    multi_head,
    rnn,
)
from transformer_lib.complexity.measures import (
    count_parameters,
    depth,
    multiply_adds,
    saved_bytes,
)
from transformer_lib.complexity.models import (
    Sizes,
    decoder_block,
    encoder_block,
    transformer,
)
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.recurrence.layers import LSTM, RNN
from transformer_lib.recurrence.paths import Mixing, path_length
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

BATCH, TARGET, SOURCE, HEADS, D_MODEL, D_FF, HIDDEN = 2, 5, 7, 3, 33, 17, 13
MEMORY = Cost(saved_bytes=4 * SOURCE * D_MODEL)


class Part(NamedTuple):
    """A real module, how to run it, and what its formula says for one sequence."""

    module: nn.Module
    run: Callable[[], object]
    predicted: Cost


def tokens(seq):
    return torch.randn(BATCH, seq, D_MODEL, requires_grad=True)


def heads(seq):
    return torch.randn(BATCH, HEADS, seq, D_MODEL // HEADS, requires_grad=True)


def many_heads():
    return MultiHeadAttention(D_MODEL, HEADS)


def part(module, predicted, *inputs, **how):
    return Part(module, partial(module, *inputs, **how), predicted)


def core(function, **how):
    q, k, v = heads(TARGET), heads(SOURCE), heads(SOURCE)
    predicted = attention(TARGET, SOURCE, D_MODEL, HEADS, **how)
    return Part(nn.Module(), partial(function, q, k, v), predicted)


def reads(**how):
    module = EncoderBlock(many_heads(), FeedForward(D_MODEL, D_FF), dropout=0.0, **how)
    return part(module, encoder_block(TARGET, D_MODEL, HEADS, D_FF), tokens(TARGET))


def writes(**how):
    attentions, network = (many_heads(), many_heads()), FeedForward(D_MODEL, D_FF)
    module = DecoderBlock(*attentions, network, dropout=0.0, **how)
    predicted = decoder_block(TARGET, SOURCE, D_MODEL, HEADS, D_FF) + MEMORY
    return part(module, predicted, tokens(TARGET), tokens(SOURCE))


X, N = tokens(TARGET), (TARGET, D_MODEL)
SQUARE, OBLONG = (TARGET, TARGET, D_MODEL, HEADS), (TARGET, SOURCE, D_MODEL, HEADS)
PARTS = {
    "linear": part(nn.Linear(D_MODEL, D_FF), linear(*N, D_FF), X),
    "RNN": part(RNN(D_MODEL, HIDDEN), rnn(*N, HIDDEN), X),
    "LSTM": part(LSTM(D_MODEL, HIDDEN), lstm(*N, HIDDEN), X),
    "plain attention": core(scaled_dot_product_attention, need_weights=True),
    "fused attention": core(fused_attention),
    "self-attention": part(many_heads(), multi_head(*SQUARE), X),
    "self-attention with weights": part(
        many_heads(), multi_head(*SQUARE, need_weights=True), X, need_weights=True
    ),
    "cross-attention": part(
        many_heads(), multi_head(*OBLONG) + MEMORY, X, tokens(SOURCE)
    ),
    "feed-forward": part(FeedForward(D_MODEL, D_FF), feed_forward(*N, D_FF), X),
    "norm": part(LayerNorm(D_MODEL), layer_norm(*N), X),
    "encoder block": reads(),
    "encoder block, norm first": reads(norm_first=True),
    "decoder block": writes(),
    "decoder block, norm first": writes(norm_first=True),
}
every_part = pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)


# What is predicted is what is measured, to the last unit


@every_part
def test_parameters(part):
    assert count_parameters(part.module) == part.predicted.parameters


@every_part
def test_multiply_adds(part):
    counted = multiply_adds(part.run)
    assert counted == part.predicted.of_batch(BATCH).multiply_adds


@every_part
def test_bytes_saved_for_the_backward_pass(part):
    counted = saved_bytes(part.run, part.module.parameters())
    assert counted == part.predicted.of_batch(BATCH).saved_bytes


@every_part
def test_products_that_wait_for_each_other(part):
    output = part.run()
    output = output[0] if isinstance(output, tuple) else output
    assert depth(output) == part.predicted.depth


def test_the_whole_model():
    sizes = Sizes(37, D_MODEL, HEADS, D_FF, n_encoder_blocks=2, n_decoder_blocks=4)
    model = Transformer(TransformerConfig(**asdict(sizes), dropout=0.0))
    source, target = (torch.randint(1, 37, (BATCH, n)) for n in (SOURCE, TARGET))

    def unmasked():
        memory = model.encoder(model.source_input(source))
        return model.output(model.decoder(model.target_input(target), memory))

    predicted = transformer(SOURCE, TARGET, sizes).of_batch(BATCH)
    assert count_parameters(model) == predicted.parameters
    assert multiply_adds(lambda: model(source, target)) == predicted.multiply_adds
    assert saved_bytes(unmasked, model.parameters()) == predicted.saved_bytes
    assert depth(model(source, target)) == predicted.depth


def test_the_base_model():
    base = Transformer(TransformerConfig.base(), device="meta")
    ids = torch.ones(1, 100, dtype=torch.long, device="meta")
    predicted = transformer(100, 100, Sizes())
    assert count_parameters(base) == predicted.parameters == 63_082_496
    assert multiply_adds(lambda: base(ids, ids)) == predicted.multiply_adds
    blocks = 6 * encoder_block(1, 512, 8, 2048) + 6 * decoder_block(1, 1, 512, 8, 2048)
    assert blocks.parameters == 44_138_496  # nn.Transformer adds two norms: 44,140,544


# Who is cheaper when


def sign(x):
    return (x > 0) - (x < 0)


@pytest.mark.parametrize("d", [8, 64, 512], ids=str)
def test_the_bare_core_is_cheaper_than_an_rnn_below_n_equals_d(d):
    for n in (1, d - 1, d, d + 1, 10 * d):
        gap = attention(n, n, d).multiply_adds - rnn(n, d, d).multiply_adds
        assert sign(gap) == sign(n - d)


@pytest.mark.parametrize("d", [8, 64, 512], ids=str)
def test_with_projections_it_meets_an_lstm_at_n_equals_2d_and_an_rnn_never(d):
    for n in (1, d, 2 * d - 1, 2 * d, 2 * d + 1, 10 * d):
        projected = multi_head(n, n, d, 1).multiply_adds
        assert projected > rnn(n, d, d).multiply_adds
        assert sign(projected - lstm(n, d, d).multiply_adds) == sign(n - 2 * d)


def test_short_sequences_pay_for_the_projections():
    """Of a few tokens, n² d is next to nothing: nearly all is 4 n d²."""
    core, whole = attention(8, 8, 512), multi_head(8, 8, 512, 8)
    assert whole.multiply_adds - core.multiply_adds == 4 * 8 * 512**2
    assert core.multiply_adds < 0.01 * whole.multiply_adds


def test_the_causal_half_is_counted_only_if_asked():
    full, half = (attention(7, 7, 11, causal=c).multiply_adds for c in (False, True))
    assert (full, half) == (2 * 7 * 7 * 11, 2 * (7 * 8 // 2) * 11)
    q, k, v = (torch.randn(7, 11) for _ in range(3))
    mask = torch.ones(7, 7).tril().bool()
    assert multiply_adds(lambda: scaled_dot_product_attention(q, k, v, mask)) == full
    projected = (multi_head(7, 7, 11, 1, causal=c).multiply_adds for c in (False, True))
    assert next(projected) - next(projected) == full - half


def test_growth():
    """Twice the tokens: four times the work, or twice; twice the width: the reverse."""
    core, recurrent = attention(64, 64, 32), rnn(64, 32, 32)
    assert attention(128, 128, 32).multiply_adds == 4 * core.multiply_adds
    assert attention(64, 64, 64).multiply_adds == 2 * core.multiply_adds
    assert rnn(128, 32, 32).multiply_adds == 2 * recurrent.multiply_adds
    assert rnn(64, 64, 64).multiply_adds == 4 * recurrent.multiply_adds


def test_kept_weights_grow_with_the_square_and_a_kernel_with_the_tokens():
    few, many = (attention(n, n, 64, need_weights=True) for n in (512, 1024))
    assert many.saved_bytes - 2 * few.saved_bytes == 4 * (1024**2 - 2 * 512**2)
    assert (
        attention(1024, 1024, 64).saved_bytes == 2 * attention(512, 512, 64).saved_bytes
    )


# Waiting and distance


def test_attention_waits_as_long_for_a_long_sequence_and_an_rnn_does_not():
    look, read = many_heads(), RNN(D_MODEL, HIDDEN)
    for n in (2, 11, 29):
        assert depth(look(tokens(n))) == multi_head(n, n, D_MODEL, HEADS).depth == 4
        assert depth(read(tokens(n))[0]) == rnn(n, D_MODEL, HIDDEN).depth == n


def test_paths_are_those_of_the_layers_and_the_shortest_of_a_model():
    farthest = partial(path_length, lag=11 - 1)
    assert rnn(11, 4, 4).path == lstm(11, 4, 4).path == farthest(Mixing.RECURRENCE)
    assert attention(11, 11, 4).path == farthest(Mixing.SELF_ATTENTION)
    assert feed_forward(11, 4, 8).path == layer_norm(11, 4).path == math.inf
    assert transformer(11, 11, Sizes()).path == encoder_block(11, 4, 2, 8).path == 1
