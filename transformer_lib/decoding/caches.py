"""Keys and values that are made once and looked at again at every later step.

A causal mask lets no token see a later one, so what a token computes never changes when
the text grows: its keys and values can be kept.
"""

from collections.abc import Callable

import torch
from jaxtyping import Int
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
    """Remember the keys and values of all tokens so far: those of a growing text."""

    @property
    def length(self) -> int:
        """How many tokens are remembered."""
        return 0 if self.kept is None else self.kept[0].shape[-2]

    def __call__(self, project: Callable[[], KeysValues]) -> KeysValues:
        """Append the keys and values of the new tokens, and return all.

        Args:
            project: Makes the keys and values of the new tokens.

        Returns:
            Those of earlier calls, then the new.
        """
        k, v = project()
        if self.kept is not None:
            old_k, old_v = self.kept
            k, v = torch.cat([old_k, k], dim=-2), torch.cat([old_v, v], dim=-2)
        self.kept = k, v
        return k, v


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
