r"""A Transformer's two blocks: one that reads, one that reads and writes.

Source: vaswani2017, section 3.1.
"""

from functools import partial

from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_lib.blocks.sublayers import FeedForward, Residual
from transformer_lib.multihead import Cache, Mask, MultiHeadAttention, Rotate


class EncoderBlock(nn.Module):
    """Let each token look at the others, then think about what it found.

    The block lives where its parts live, and has their dtype.

    Args:
        attention: How tokens look at each other.
        feed_forward: How a token is thought about.
        norm_first: As for `Residual`.
        dropout: As for `Residual`.
        eps: As for `layer_norm`.

    Raises:
        ValueError: If the parts differ in `d_model`, `dropout` is not from 0 to below
            1, or `eps` not above 0.

    Source: vaswani2017, section 3.1.
    """

    def __init__(
        self,
        attention: MultiHeadAttention,
        feed_forward: FeedForward,
        *,
        norm_first: bool = False,
        dropout: float = 0.1,
        eps: float = 1e-5,
    ) -> None:
        super().__init__()
        _check_widths(attention=attention, feed_forward=feed_forward)
        self.attention, self.feed_forward = attention, feed_forward
        residual = partial(
            _residual_for, attention, norm_first=norm_first, dropout=dropout, eps=eps
        )
        self.after_attention, self.after_feed_forward = residual(), residual()

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        mask: Mask | None = None,
        *,
        rotate: Rotate | None = None,
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch seq d_model"]:
        """Look, then think.

        Args:
            x: The tokens.
            mask: True where a query may look at a key.
            rotate: Turns queries and keys by their positions.
            cache: Hands out earlier keys and values, for tokens that come in turn.

        Returns:
            One new token for each.
        """
        look = partial(self.attention, mask=mask, rotate=rotate, cache=cache)
        looked: Tensor = self.after_attention(x, look)
        thought: Tensor = self.after_feed_forward(looked, self.feed_forward)
        return thought


class DecoderBlock(nn.Module):
    """Let each token look back, then at what was read, then think.

    The block lives where its parts live, and has their dtype.

    Args:
        self_attention: How tokens look at those before them.
        cross_attention: How they look at the memory.
        feed_forward: How a token is thought about.
        norm_first: As for `Residual`.
        dropout: As for `Residual`.
        eps: As for `layer_norm`.

    Raises:
        ValueError: If the parts differ in `d_model`, `dropout` is not from 0 to below
            1, or `eps` not above 0.

    Source: vaswani2017, section 3.1.
    """

    def __init__(
        self,
        self_attention: MultiHeadAttention,
        cross_attention: MultiHeadAttention,
        feed_forward: FeedForward,
        *,
        norm_first: bool = False,
        dropout: float = 0.1,
        eps: float = 1e-5,
    ) -> None:
        super().__init__()
        _check_widths(
            self_attention=self_attention,
            cross_attention=cross_attention,
            feed_forward=feed_forward,
        )
        self.self_attention, self.cross_attention = self_attention, cross_attention
        self.feed_forward = feed_forward
        residual = partial(
            _residual_for,
            self_attention,
            norm_first=norm_first,
            dropout=dropout,
            eps=eps,
        )
        self.after_self_attention, self.after_cross_attention = residual(), residual()
        self.after_feed_forward = residual()

    def forward(
        self,
        x: Float[Tensor, "batch query d_model"],
        memory: Float[Tensor, "batch source d_model"],
        mask: Mask | None = None,
        memory_mask: Bool[Tensor, "#batch #heads #query #source"] | None = None,
        *,
        rotate: Rotate | None = None,
        caches: tuple[Cache, Cache] | None = None,
    ) -> Float[Tensor, "batch query d_model"]:
        """Look back, look at the memory, think.

        Args:
            x: The tokens written so far, or those that are new.
            memory: The tokens read, as the encoder understands them.
            mask: True where a token may look at one before it.
            memory_mask: True where a token may look at one that was read.
            rotate: Turns queries and keys by their positions; not those of the memory.
            caches: Hand out earlier keys and values, of `x` and of the memory.

        Returns:
            One new token for each of `x`.
        """
        own, read = (None, None) if caches is None else caches
        look_back = partial(self.self_attention, mask=mask, rotate=rotate, cache=own)
        look_at_memory = partial(
            self.cross_attention, context=memory, mask=memory_mask, cache=read
        )
        looked: Tensor = self.after_self_attention(x, look_back)
        asked: Tensor = self.after_cross_attention(looked, look_at_memory)
        thought: Tensor = self.after_feed_forward(asked, self.feed_forward)
        return thought


def _residual_for(
    attention: MultiHeadAttention, *, norm_first: bool, dropout: float, eps: float
) -> Residual:
    weight = attention.w_o.weight
    return Residual(
        attention.d_model,
        norm_first=norm_first,
        dropout=dropout,
        eps=eps,
        device=weight.device,
        dtype=weight.dtype,
    )


def _check_widths(**parts: MultiHeadAttention | FeedForward) -> None:
    widths = {name: part.d_model for name, part in parts.items()}
    if len(set(widths.values())) > 1:
        raise ValueError(
            f"the parts of a block share its tokens, but have d_model = {widths}: make "
            f"all with one d_model."
        )
