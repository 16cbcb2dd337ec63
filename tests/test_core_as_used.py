"""What heads, positions and blocks say when something cannot be done."""

import pytest
import torch

from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import (
    FeedForward,
    LayerNorm,
    Residual,
    layer_norm,
)
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.positions.learned import LearnedPositions
from transformer_lib.positions.rotary import RotaryPositions
from transformer_lib.positions.sinusoidal import (
    SinusoidalPositions,
    rotation,
    sinusoidal_table,
)
from transformer_lib.transformer.embedding import Embedding

pytestmark = pytest.mark.unhooked
X, CONTEXT, MEMORY = torch.ones(2, 7, 15), torch.ones(2, 11, 15), torch.ones(2, 11, 15)


# Messages


def attend(x=X, context=CONTEXT, mask=None, **options):
    return MultiHeadAttention(15, 3)(x, context, mask, **options)


def encode(x=X, norm_first=False, network=15, **options):
    block = EncoderBlock(
        MultiHeadAttention(15, 3), FeedForward(network, 13), norm_first=norm_first
    )
    return block(x, **options)


def decode(cross=15, memory=MEMORY):
    attention = MultiHeadAttention(15, 3)
    other = MultiHeadAttention(cross, 1)
    return DecoderBlock(attention, other, FeedForward(15, 13))(X, memory)


HEADS = {
    "heads that do not divide": (
        lambda: MultiHeadAttention(16, 3),
        "d_model = 16 cannot be shared out among n_heads = 3.*divisor, or give d_k",
    ),
    "no heads": (lambda: MultiHeadAttention(16, 0), "n_heads = 0"),
    "no heads, d_k given": (
        lambda: MultiHeadAttention(16, 0, d_k=4),
        "n_heads is 0, but must be at least 1",
    ),
    "no features": (lambda: MultiHeadAttention(0, 1), "d_model is 0"),
    "no d_k": (lambda: MultiHeadAttention(16, 3, d_k=0), "d_k is 0"),
    "no d_v": (lambda: MultiHeadAttention(15, 3, d_v=-2), "d_v is -2"),
    "tokens of another width": (
        lambda: attend(x=torch.ones(2, 7, 16)),
        r"x has shape \(2, 7, 16\).*d_model = 15",
    ),
    "a context of another width": (
        lambda: attend(context=torch.ones(2, 11, 16)),
        r"context has shape \(2, 11, 16\).*d_model = 15",
    ),
    "one sequence alone": (
        lambda: attend(x=torch.ones(7, 15)),
        r"x has shape \(7, 15\), but must be \(batch, seq, d_model\)",
    ),
    "another batch": (
        lambda: attend(context=torch.ones(3, 11, 15)),
        r"\(2, 3\) for q, \(3, 3\) for k",
    ),
    "a mask a sequence": (
        lambda: attend(mask=torch.ones(2, 7, 11).bool()),
        r"mask has shape \(2, 7, 11\).*sequence pass mask\[:, None\].*head pass mask\[",
    ),
    "a mask of one axis": (
        lambda: attend(mask=torch.ones(11).bool()),
        r"mask has shape \(11,\), but needs two axes",
    ),
    "padding for queries": (
        lambda: attend(mask=torch.ones(2, 11).bool()),
        r"mask has shape \(2, 11\).*\(2, 3, 7, 11\)",
    ),
    "the wrong way round": (
        lambda: attend(mask=torch.ones(11, 7).bool()),
        r"mask has shape \(11, 7\).*\(2, 3, 7, 11\)",
    ),
}
POSITIONS = {
    "beyond the waves": (
        lambda: SinusoidalPositions(15, max_len=9)(X, 3),
        "positions 3 to 9 are asked for, but the table holds 0 to 8.*max_len = 10",
    ),
    "beyond the vectors": (
        lambda: LearnedPositions(15, max_len=6)(X),
        "positions 0 to 6 .* holds 0 to 5.*max_len = 7",
    ),
    "beyond the turns": (
        lambda: RotaryPositions(4, max_len=6)(torch.ones(7, 4)),
        "positions 0 to 6 .* holds 0 to 5.*max_len = 7",
    ),
    "before the first": (
        lambda: SinusoidalPositions(15, max_len=9)(X, -1),
        "positions -1 to 5 are asked for",
    ),
    "another width": (
        lambda: SinusoidalPositions(16, max_len=9)(X),
        "x has 15 features, but the table is made for 16",
    ),
    "another width to turn": (
        lambda: RotaryPositions(4, max_len=9)(torch.ones(7, 6)),
        "x has 6 features, but the table is made for 4",
    ),
    "no rows": (lambda: SinusoidalPositions(4, max_len=0), "max_len is 0"),
    "no vectors": (lambda: LearnedPositions(4, max_len=0), "max_len is 0"),
    "no turns": (lambda: RotaryPositions(4, max_len=0), "max_len is 0"),
    "no width": (lambda: LearnedPositions(0, max_len=9), "d_model is 0"),
    "no waves": (lambda: sinusoidal_table(5, 0), "d_model is 0"),
    "fewer than no rows": (lambda: sinusoidal_table(-1, 4), "seq is -1"),
    "no pairs": (lambda: RotaryPositions(0), "d_k is 0"),
    "an odd width to turn": (lambda: RotaryPositions(5), "d_k is 5.*must be even"),
    "an odd width to move": (lambda: rotation(1, 7), "d_model is 7.*must be even"),
    "a base that does not grow": (
        lambda: sinusoidal_table(5, 4, base=1.0),
        r"base is 1\.0, but must be above 1",
    ),
}
BLOCKS = {
    "no features": (lambda: LayerNorm(0), "d_model is 0"),
    "no eps": (lambda: LayerNorm(4, eps=0.0), r"eps is 0\.0, but must be above 0"),
    "tokens the norm does not fit": (
        lambda: LayerNorm(13)(X),
        r"x has shape \(2, 7, 15\), but the parameters have shape \(13,\)",
    ),
    "a gain that does not fit": (
        lambda: layer_norm(X, torch.ones(1), torch.ones(15)),
        r"\(2, 7, 15\), but the parameters have shape \(1,\)",
    ),
    "nothing in between": (lambda: FeedForward(4, 0), "d_ff is 0"),
    "tokens the network does not fit": (
        lambda: FeedForward(13, 17)(X),
        r"x has shape \(2, 7, 15\), but the parameters have shape \(13,\)",
    ),
    "everything dropped": (lambda: Residual(4, dropout=1.0), r"dropout is 1\.0"),
    "less than nothing": (lambda: Residual(4, dropout=-0.1), r"dropout is -0\.1"),
    "parts that do not fit": (
        lambda: encode(network=16),
        "'attention': 15, 'feed_forward': 16.*one d_model",
    ),
    "another part that does not fit": (
        lambda: decode(cross=16),
        "'self_attention': 15, 'cross_attention': 16, 'feed_forward': 15",
    ),
    "tokens of another width": (
        lambda: encode(torch.ones(2, 7, 16)),
        r"x has shape \(2, 7, 16\)",
    ),
    "the same, norm first": (
        lambda: encode(torch.ones(2, 7, 16), norm_first=True),
        r"x has shape \(2, 7, 16\)",
    ),
    "a memory of another width": (
        lambda: decode(memory=torch.ones(2, 11, 16)),
        r"context has shape \(2, 11, 16\).*d_model = 15",
    ),
    "a mask a sequence": (
        lambda: encode(mask=torch.ones(2, 7, 7).bool()),
        r"mask has shape \(2, 7, 7\)",
    ),
}
REFUSED = {
    f"{topic}: {name}": case
    for topic, cases in (("heads", HEADS), ("positions", POSITIONS), ("blocks", BLOCKS))
    for name, case in cases.items()
}


@pytest.mark.parametrize("call, says", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused_with_the_numbers(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize(
    "mask, says",
    [(torch.ones(7, 11), "mask is torch.float32.*torch.bool"), ([[True]], "is a list")],
    ids=["numbers", "a list"],
)
def test_masks_are_boolean_tensors(mask, says):
    with pytest.raises(TypeError, match=says):
        attend(mask=mask)


def test_what_is_handed_in_keeps_the_dtype():
    with pytest.raises(TypeError, match="q is torch.float64.*v is torch.float32"):
        attend(rotate=lambda features: features.double())


def test_what_is_printed_says_its_sizes():
    attention = MultiHeadAttention(15, 3, d_v=7)
    block = EncoderBlock(attention, FeedForward(15, 13), norm_first=True)
    for part, says in {
        SinusoidalPositions(15, max_len=9): "(max_len=9, d_model=15)",
        LearnedPositions(15, max_len=9): "(max_len=9, d_model=15)",
        RotaryPositions(4, max_len=9): "(max_len=9, d_k=4)",
        Embedding(23, 15): "(vocab=23, d_model=15)",
        LayerNorm(15): "(d_model=15, eps=1e-05)",
    }.items():
        assert str(part) == type(part).__name__ + says
    assert "n_heads=3, d_k=5, d_v=7" in str(block)
    assert str(block).count("norm_first=True") == 2
