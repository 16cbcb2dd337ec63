"""Keys and values that are made once and looked at again at every later step.

A causal mask lets no token see a later one, so what a token computes never changes when
the text grows: its keys and values can be kept.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_lib.multihead import KeysValues


class FixedCache:
    """Remember the first keys and values for good: those of a memory that stays."""

    def __init__(self) -> None:
        self.kept: KeysValues | None = None

    def __call__(self, project: Callable[[], KeysValues]) -> KeysValues:
        """Return the kept keys and values, made at the first call.

        Args:
            project: Makes the keys and values; called once.

        Returns:
            The same keys and values at every call.
        """
        if self.kept is None:
            self.kept = project()
        return self.kept

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Keep these rows of the batch, in this order; a row may repeat.

        Args:
            rows: Numbers of present rows.
        """
        if self.kept is not None:
            k, v = self.kept
            self.kept = k[rows], v[rows]


class GrowingCache(FixedCache):
    """Remember the keys and values of all tokens so far: those of a growing text.

    When the room is full it doubles, so that on the whole each token is copied once or
    twice, and not again at every later step. New tokens are written into that room, so
    no gradient can be taken through several calls.

    Attributes:
        length: How many tokens are remembered.
    """

    def __init__(self) -> None:
        super().__init__()
        self.length = 0

    def __call__(self, project: Callable[[], KeysValues]) -> KeysValues:
        """Append the keys and values of the new tokens, and return all.

        Args:
            project: Makes the keys and values of the new tokens.

        Returns:
            Those of earlier calls, then the new.
        """
        k, v = project()
        start, self.length = self.length, self.length + k.shape[-2]
        if self.kept is not None:
            k, v = _append(self.kept[0], k, start), _append(self.kept[1], v, start)
        self.kept = k, v
        return k[:, :, : self.length], v[:, :, : self.length]


def decoder_caches(n_blocks: int) -> list[tuple[GrowingCache, FixedCache]]:
    """Make what a decoder with an encoder needs: two empty caches a block.

    Args:
        n_blocks: Decoder blocks.

    Returns:
        For each block one cache for the text and one for the memory.
    """
    return [(GrowingCache(), FixedCache()) for _ in range(n_blocks)]


def language_model_caches(n_blocks: int) -> list[GrowingCache]:
    """Make what a decoder alone needs: one empty cache a block.

    Args:
        n_blocks: Blocks.

    Returns:
        For each block one cache for the text.
    """
    return [GrowingCache() for _ in range(n_blocks)]


def _append(
    room: Float[Tensor, "batch heads positions d_k"],
    new: Float[Tensor, "batch heads key d_k"],
    start: int,
) -> Float[Tensor, "batch heads seq d_k"]:
    end = start + new.shape[2]
    if end > room.shape[2]:
        batch, heads, _, d_k = room.shape
        as_much_again = room.new_empty(batch, heads, end, d_k)
        room = torch.cat([room[:, :, :start], as_much_again], dim=2)
    room[:, :, start:end] = new
    return room
