"""A learned vector for each position, added to the token.

Source: gehring2017, section 3.1.
"""

import torch
from torch import nn

from transformer_lib.positions.table import AddedPositions
from transformer_lib.sizes import check_sizes


class LearnedPositions(AddedPositions):
    """Add to each token a vector that is learned for its position.

    Args:
        d_model: Features of a token.
        max_len: Positions that there is a vector for; beyond them nothing is known.
        device: Where the vectors live.
        dtype: Their floating dtype.

    Raises:
        ValueError: If a size is below 1.

    Source: gehring2017, section 3.1.
    """

    def __init__(
        self,
        d_model: int,
        *,
        max_len: int,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(max_len=max_len, d_model=d_model)
        table = torch.empty(max_len, d_model, device=device, dtype=dtype)
        self.table = nn.Parameter(nn.init.normal_(table, std=d_model**-0.5))
