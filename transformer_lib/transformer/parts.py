"""The parts of a model, made to the sizes of its config.

Source: vaswani2017, section 3.
"""

from collections.abc import Callable
from typing import TypedDict, Unpack

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward, LayerNorm
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.positions.learned import LearnedPositions
from transformer_lib.positions.rotary import RotaryPositions
from transformer_lib.positions.sinusoidal import SinusoidalPositions
from transformer_lib.positions.table import AddedPositions
from transformer_lib.transformer.config import Activation, Positions, TransformerConfig
from transformer_lib.transformer.embedding import Embedding, Input, TiedOutput
from transformer_lib.transformer.stacks import Decoder, Encoder

ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {
    Activation.RELU: F.relu,
    Activation.GELU: F.gelu,
}


class Place(TypedDict, total=False):
    """Where parameters live, and what they are made of.

    Attributes:
        device: Where they live.
        dtype: Their floating dtype.
    """

    device: torch.device | str | None
    dtype: torch.dtype | None


def make_input(
    config: TransformerConfig, embedding: Embedding, **place: Unpack[Place]
) -> Input:
    """Make what turns words into vectors.

    Args:
        config: The sizes and choices.
        embedding: The table of words.
        **place: Where the positions live, and their dtype.

    Returns:
        The table with positions added to what it gives.
    """
    positions: AddedPositions | None = None
    if config.positions is Positions.SINUSOIDAL:
        positions = SinusoidalPositions(config.d_model, max_len=config.max_len, **place)
    elif config.positions is Positions.LEARNED:
        positions = LearnedPositions(config.d_model, max_len=config.max_len, **place)
    return Input(embedding, positions, dropout=config.dropout)


def make_rotary(
    config: TransformerConfig, **place: Unpack[Place]
) -> RotaryPositions | None:
    """Make what turns queries and keys, if the config says that they are turned.

    Args:
        config: The sizes and choices.
        **place: Where the angles live, and their dtype.

    Returns:
        The rotary positions, or None.
    """
    if config.positions is not Positions.ROTARY:
        return None
    d_k = config.d_model // config.n_heads
    return RotaryPositions(d_k, max_len=config.max_len, **place)


def make_encoder(
    config: TransformerConfig, n_blocks: int, **place: Unpack[Place]
) -> Encoder:
    """Make a stack of blocks that read.

    Args:
        config: The sizes and choices.
        n_blocks: How many blocks.
        **place: Where the parameters live, and their dtype.

    Returns:
        The stack, its matrices drawn anew.
    """
    blocks = [
        EncoderBlock(
            MultiHeadAttention(config.d_model, config.n_heads, **place),
            _feed_forward(config, **place),
            norm_first=config.norm_first,
            dropout=config.dropout,
        )
        for _ in range(n_blocks)
    ]
    encoder = Encoder(blocks, _last_norm(config, **place))
    draw_matrices(encoder)
    return encoder


def make_decoder(
    config: TransformerConfig, n_blocks: int, **place: Unpack[Place]
) -> Decoder:
    """Make a stack of blocks that write and look at what was read.

    Args:
        config: The sizes and choices.
        n_blocks: How many blocks.
        **place: Where the parameters live, and their dtype.

    Returns:
        The stack, its matrices drawn anew.
    """
    blocks = [
        DecoderBlock(
            MultiHeadAttention(config.d_model, config.n_heads, **place),
            MultiHeadAttention(config.d_model, config.n_heads, **place),
            _feed_forward(config, **place),
            norm_first=config.norm_first,
            dropout=config.dropout,
        )
        for _ in range(n_blocks)
    ]
    decoder = Decoder(blocks, _last_norm(config, **place))
    draw_matrices(decoder)
    return decoder


def make_output(
    config: TransformerConfig, embedding: Embedding, **place: Unpack[Place]
) -> TiedOutput | nn.Linear:
    """Make what scores every word of the vocabulary that is written.

    Args:
        config: The sizes and choices.
        embedding: The table of the words that are written.
        **place: Where the parameters live, and their dtype.

    Returns:
        The table, read the other way round; or a matrix of its own.
    """
    if config.tie_output:
        return TiedOutput(embedding)
    output = nn.Linear(config.d_model, embedding.table.shape[0], bias=False, **place)
    draw_matrices(output)
    return output


def draw_matrices(module: nn.Module) -> None:
    r"""Draw every matrix so that signals keep their size on the way there and back.

    $$W \sim \mathrm{U}(-a, a), \qquad a = \sqrt{\frac{6}{n + m}}$$

    for a matrix from $n$ to $m$ features. Vectors stay as they are.

    Args:
        module: Whose matrices to draw.

    Source: glorot2010, equation (16).
    """
    for parameter in module.parameters():
        if parameter.ndim > 1:
            nn.init.xavier_uniform_(parameter)


def _feed_forward(config: TransformerConfig, **place: Unpack[Place]) -> FeedForward:
    activation = ACTIVATIONS[config.activation]
    return FeedForward(config.d_model, config.d_ff, activation=activation, **place)


def _last_norm(config: TransformerConfig, **place: Unpack[Place]) -> LayerNorm | None:
    return LayerNorm(config.d_model, **place) if config.norm_first else None
