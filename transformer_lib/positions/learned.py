"""A learned vector for each position, added to the token.

Source: gehring2017, section 3.1.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_lib.positions.table import check_max_len, check_width, rows_for


class LearnedPositions(nn.Module):
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
        check_max_len(max_len)
        check_width("d_model", d_model)
        table = torch.empty(max_len, d_model, device=device, dtype=dtype)
        self.table = nn.Parameter(nn.init.normal_(table, std=d_model**-0.5))

    def forward(
        self, x: Float[Tensor, "batch seq d_model"], start: int = 0
    ) -> Float[Tensor, "batch seq d_model"]:
        """Add the positions.

        Args:
            x: The tokens.
            start: The position of the first of them, counted from 0.

        Returns:
            Each token with its position added.

        Raises:
            ValueError: If the table does not reach that far, or has another width.
        """
        return x + rows_for(x, self.table, start)

    def extra_repr(self) -> str:
        """Say the sizes where the module is printed."""
        return "max_len={}, d_model={}".format(*self.table.shape)
