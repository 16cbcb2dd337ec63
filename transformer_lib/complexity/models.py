"""What blocks and the whole model cost: the sum of their layers.

The rules of counting stand in `cost`.

Source: vaswani2017, section 3.1 and table 3.
"""

from dataclasses import dataclass, replace

from transformer_lib.complexity.cost import BYTES_A_NUMBER, BYTES_AN_ID, Cost
from transformer_lib.complexity.layers import feed_forward, layer_norm, multi_head


@dataclass(frozen=True)
class Sizes:
    """The sizes of a whole model; by default those of the paper's base model.

    Attributes:
        vocab: Entries of the one table that both sides and the scores share.
        d_model: Features of a token.
        n_heads: Attention heads of a layer.
        d_ff: Features inside the feed-forward networks.
        n_encoder_blocks: Blocks that read.
        n_decoder_blocks: Blocks that write.

    Source: vaswani2017, section 5.1 and table 3, row "base".
    """

    vocab: int = 37_000
    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    n_encoder_blocks: int = 6
    n_decoder_blocks: int = 6


def encoder_block(seq: int, d_model: int, heads: int, d_ff: int) -> Cost:
    """Predict a block that reads; where the norms stand changes nothing.

    Args:
        seq: Tokens.
        d_model: Features of a token.
        heads: Attention heads.
        d_ff: Features inside the feed-forward network.

    Returns:
        The cost.

    Source: vaswani2017, section 3.1.
    """
    look = multi_head(seq, seq, d_model, heads)
    think = feed_forward(seq, d_model, d_ff)
    return look + think + 2 * layer_norm(seq, d_model)


def decoder_block(
    target: int, source: int, d_model: int, heads: int, d_ff: int
) -> Cost:
    """Predict a block that writes.

    Args:
        target: Tokens that are written.
        source: Tokens that were read.
        d_model: Features of a token.
        heads: Attention heads, in both attentions.
        d_ff: Features inside the feed-forward network.

    Returns:
        The cost; the tokens that were read serve all blocks, and are not counted here.

    Source: vaswani2017, section 3.1.
    """
    look_back = multi_head(target, target, d_model, heads)
    look_at_memory = multi_head(target, source, d_model, heads)
    think = feed_forward(target, d_model, d_ff)
    return look_back + look_at_memory + think + 3 * layer_norm(target, d_model)


def transformer(source: int, target: int, sizes: Sizes) -> Cost:
    """Predict the whole model, from words to one score a word of the vocabulary.

    Args:
        source: Words that are read.
        target: Words that are written.
        sizes: The sizes of its parts.

    Returns:
        The cost.

    Source: vaswani2017, section 3.
    """
    d_model, heads, d_ff = sizes.d_model, sizes.n_heads, sizes.d_ff
    words = Cost(
        parameters=sizes.vocab * d_model, saved_bytes=BYTES_AN_ID * (source + target)
    )
    memory = Cost(saved_bytes=BYTES_A_NUMBER * source * d_model)
    scores = Cost(  # with the matrix that is the table of words
        multiply_adds=target * d_model * sizes.vocab,
        saved_bytes=BYTES_A_NUMBER * target * d_model,
        depth=1,
    )
    read = sizes.n_encoder_blocks * encoder_block(source, d_model, heads, d_ff)
    write = sizes.n_decoder_blocks * decoder_block(target, source, d_model, heads, d_ff)
    total = words + read + memory + write + scores
    # The first look back needs nothing that was read: it runs while the encoder does.
    first = multi_head(target, target, d_model, heads)
    return replace(total, depth=total.depth - first.depth)
