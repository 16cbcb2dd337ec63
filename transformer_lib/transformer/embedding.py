r"""Words as vectors, and vectors as scores for words, from one table.

Source: vaswani2017, section 3.4.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_lib.positions.table import AddedPositions
from transformer_lib.sizes import check_sizes


class Embedding(nn.Module):
    r"""Look words up in a table.

    $$x_t = \sqrt{d_{\text{model}}}\; E_{w_t}$$

    The entries are drawn with variance $1 / d_{\text{model}}$: features then have
    variance 1 beside their positions, and so have scores that are read off the table.

    Args:
        vocab: Entries of the vocabulary.
        d_model: Features of a token.
        device: Where the table lives.
        dtype: Its floating dtype.

    Raises:
        ValueError: If a size is below 1.

    Source: vaswani2017, section 3.4.
    """

    def __init__(
        self,
        vocab: int,
        d_model: int,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(vocab=vocab, d_model=d_model)
        self.scale = math.sqrt(d_model)
        table = torch.empty(vocab, d_model, device=device, dtype=dtype)
        self.table = nn.Parameter(nn.init.normal_(table, std=1 / self.scale))

    def forward(
        self, ids: Int[Tensor, "batch seq"]
    ) -> Float[Tensor, "batch seq d_model"]:
        """Look words up.

        Args:
            ids: The words as entries of the vocabulary.

        Returns:
            One vector a word.

        Raises:
            TypeError: If the ids are no whole numbers of 32 or 64 bits.
            ValueError: If they have not two axes.
        """
        _check_ids(ids)
        return F.embedding(ids, self.table) * self.scale

    def extra_repr(self) -> str:
        """Say the sizes where the module is printed."""
        return "vocab={}, d_model={}".format(*self.table.shape)


class TiedOutput(nn.Module):
    r"""Read scores off with the table that looks words up.

    $$\mathrm{scores}_t = x_t E^\top$$

    Args:
        embedding: The table; it is shared, not copied.

    Source: vaswani2017, section 3.4; press2017, section 3.
    """

    def __init__(self, embedding: Embedding) -> None:
        super().__init__()
        self.embedding = embedding

    def forward(
        self, x: Float[Tensor, "batch seq d_model"]
    ) -> Float[Tensor, "batch seq vocab"]:
        """Compare each vector with every word.

        Args:
            x: The vectors.

        Returns:
            One logit a word: the larger, the better it fits.
        """
        return F.linear(x, self.embedding.table)


class Input(nn.Module):
    """Turn words into vectors that say what they are and where they stand.

    Dropout falls on the sum of the two.

    Args:
        embedding: Looks words up.
        positions: Adds where they stand; nothing is added if not given.
        dropout: Share of features to drop while training, from 0 to below 1.

    Source: vaswani2017, sections 3.4, 3.5 and 5.4.
    """

    def __init__(
        self,
        embedding: Embedding,
        positions: AddedPositions | None = None,
        *,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.embedding, self.positions = embedding, positions
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, ids: Int[Tensor, "batch seq"], start: int = 0
    ) -> Float[Tensor, "batch seq d_model"]:
        """Look words up and add their positions.

        Args:
            ids: The words as entries of the vocabulary.
            start: The position of the first of them, counted from 0.

        Returns:
            One vector a word.

        Raises:
            TypeError: If the ids are no whole numbers of 32 or 64 bits.
            ValueError: If they have not two axes, or the positions do not reach that
                far.
        """
        x = self.embedding(ids)
        dropped: Tensor = self.dropout(
            x if self.positions is None else self.positions(x, start)
        )
        return dropped


def _check_ids(ids: Tensor) -> None:
    if ids.dtype not in (torch.int64, torch.int32):
        raise TypeError(
            f"ids are {ids.dtype}, but entries of a table are counted in whole numbers "
            f"of 32 or 64 bits: pass ids.long()."
        )
    if ids.ndim != 2:
        raise ValueError(
            f"ids have shape {tuple(ids.shape)}, but need two axes, (batch, seq): for "
            f"one sequence pass ids[None]."
        )
