"""The explorer of the whole model shows what the library's model does."""

from itertools import product

import pytest
import torch

from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer
from transformer_lib.widgets.transformer import TransformerExplorer

SIZES = [
    {},
    {"d_model": 16, "heads": 1, "blocks": 1, "vocab": 1_000, "source": 1, "target": 64},
    {"d_model": 64, "heads": 16, "blocks": 2, "vocab": 4_000, "source": 11},
]
every_state = pytest.mark.parametrize("sizes, shared", [*product(SIZES, (True, False))])


def on_show(sizes, shared):
    """The explorer in one state, and a model of its sizes, without numbers."""
    explorer = TransformerExplorer(**sizes)
    explorer.shared = shared
    config = TransformerConfig(
        vocab=explorer.vocab,
        target_vocab=None if shared else explorer.vocab,
        tie_output=shared,
        d_model=explorer.d_model,
        n_heads=explorer.heads,
        d_ff=4 * explorer.d_model,
        n_encoder_blocks=explorer.blocks,
        n_decoder_blocks=explorer.blocks,
    )
    return explorer, Transformer(config, device="meta")


def tokens(*shape):
    """Tokens without numbers: ids if one axis is given, else vectors."""
    dtype = torch.long if len(shape) == 1 else torch.float32
    return torch.empty(1, *shape, dtype=dtype, device="meta")


@every_state
def test_parameters_are_those_of_the_model(sizes, shared):
    explorer, model = on_show(sizes, shared)
    stacks = {"blocks that read": model.encoder, "blocks that write": model.decoder}
    found = {k: sum(p.numel() for p in s.parameters()) for k, s in stacks.items()}
    rest = sum(p.numel() for p in model.parameters()) - sum(found.values())
    assert explorer.parameters == {"tables of words": rest, **found}


@every_state
def test_shapes_are_those_that_travel(sizes, shared):
    explorer, model = on_show(sizes, shared)
    d, n, m = explorer.d_model, explorer.source, explorer.target
    source, target = tokens(n), tokens(m)
    memory, x = model.encode(source), model.target_input(target)
    reader, writer = model.encoder.blocks[0], model.decoder.blocks[0]
    looks = [
        reader.attention(tokens(n, d), need_weights=True),
        writer.self_attention(tokens(m, d), need_weights=True),
        writer.cross_attention(tokens(m, d), memory, need_weights=True),
    ]
    read, back, asked = (weights for _, weights in looks)
    travelled = [source, model.source_input(source), read, memory, target, x, back]
    travelled += [asked, model.decoder(x, memory), model(source, target)]
    assert [*explorer.shapes.values()] == [tuple(t.shape[1:]) for t in travelled]
