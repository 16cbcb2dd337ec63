"""Blocks, one after the other.

Source: vaswani2017, section 3.1.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_lib.blocks.blocks import DecoderBlock, EncoderBlock
from transformer_lib.blocks.sublayers import LayerNorm
from transformer_lib.multihead import Cache, Mask, Rotate


class Encoder(nn.Module):
    """Read tokens block after block.

    Args:
        blocks: The blocks, first to last.
        norm: Normalises what the last block returns, as blocks that normalise first
            need.

    Raises:
        ValueError: If there is no block.

    Source: vaswani2017, section 3.1.
    """

    def __init__(
        self, blocks: Iterable[EncoderBlock], norm: LayerNorm | None = None
    ) -> None:
        super().__init__()
        self.blocks, self.norm = _stacked(blocks), norm

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        mask: Mask | None = None,
        *,
        rotate: Rotate | None = None,
        caches: Sequence[Cache] | None = None,
    ) -> Float[Tensor, "batch seq d_model"]:
        """Pass the tokens through every block.

        Args:
            x: The tokens.
            mask: True where a query may look at a key.
            rotate: Turns queries and keys by their positions.
            caches: Hand out earlier keys and values, one a block.

        Returns:
            One new token for each.

        Raises:
            ValueError: If there are more or fewer caches than blocks.
        """
        for block, cache in zip(self.blocks, _each(caches, self.blocks), strict=True):
            x = block(x, mask, rotate=rotate, cache=cache)
        return x if self.norm is None else self.norm(x)


class Decoder(nn.Module):
    """Write tokens block after block, looking at what was read.

    Args:
        blocks: The blocks, first to last.
        norm: As for `Encoder`.

    Raises:
        ValueError: If there is no block.

    Source: vaswani2017, section 3.1.
    """

    def __init__(
        self, blocks: Iterable[DecoderBlock], norm: LayerNorm | None = None
    ) -> None:
        super().__init__()
        self.blocks, self.norm = _stacked(blocks), norm

    def forward(
        self,
        x: Float[Tensor, "batch query d_model"],
        memory: Float[Tensor, "batch source d_model"],
        mask: Mask | None = None,
        memory_mask: Bool[Tensor, "#batch #heads #query #source"] | None = None,
        *,
        rotate: Rotate | None = None,
        caches: Sequence[tuple[Cache, Cache]] | None = None,
    ) -> Float[Tensor, "batch query d_model"]:
        """Pass the tokens through every block.

        Args:
            x: The tokens written so far, or those that are new.
            memory: The tokens read, as the encoder understands them.
            mask: True where a token may look at one before it.
            memory_mask: True where a token may look at one that was read.
            rotate: Turns queries and keys by their positions; not those of the memory.
            caches: Hand out earlier keys and values, of `x` and of the memory, one pair
                a block.

        Returns:
            One new token for each of `x`.

        Raises:
            ValueError: If there are more or fewer caches than blocks.
        """
        for block, pair in zip(self.blocks, _each(caches, self.blocks), strict=True):
            x = block(x, memory, mask, memory_mask, rotate=rotate, caches=pair)
        return x if self.norm is None else self.norm(x)


def _stacked(blocks: Iterable[nn.Module]) -> nn.ModuleList:
    stacked = nn.ModuleList(blocks)
    if len(stacked) == 0:
        raise ValueError("there is no block: give at least one.")
    return stacked


def _each(caches: Sequence[Any] | None, blocks: nn.ModuleList) -> Sequence[Any | None]:
    if caches is None:
        return [None] * len(blocks)
    if len(caches) != len(blocks):
        raise ValueError(
            f"there are {len(caches)} caches for {len(blocks)} blocks: give as many "
            f"caches as blocks."
        )
    return caches
