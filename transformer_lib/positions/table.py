"""Tables with one row a position, and what they refuse."""

from jaxtyping import Float
from torch import Tensor, nn

from transformer_lib.sizes import check_sizes


class AddedPositions(nn.Module):
    """Add to each token the row of a table that belongs to its position.

    Attributes:
        table: One row a position.
    """

    table: Float[Tensor, "positions d_model"]

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


def rows_for(
    x: Float[Tensor, "*lead seq features"],
    table: Float[Tensor, "positions features"],
    start: int,
) -> Float[Tensor, "seq features"]:
    """Take the rows of a table that belong to the positions of some tokens.

    Args:
        x: The tokens.
        table: One row a position.
        start: The position of the first token, counted from 0.

    Returns:
        One row a token, in the dtype of the tokens: under autocast it is not the
        table's.

    Raises:
        ValueError: If the table does not reach that far, or has another width.
    """
    max_len, width = table.shape
    end = start + x.shape[-2]
    if start < 0 or end > max_len:
        raise ValueError(
            f"positions {start} to {end - 1} are asked for, but the table holds 0 to "
            f"{max_len - 1}: shorten the sequence, or make the table with "
            f"max_len = {end}."
        )
    check_features(x, width)
    return table[start:end].to(x.dtype)


def check_features(x: Float[Tensor, "*lead seq features"], width: int) -> None:
    """Refuse tokens that a table does not fit.

    Args:
        x: The tokens.
        width: The features that the table was made for.

    Raises:
        ValueError: If the tokens have more or fewer.
    """
    if x.shape[-1] != width:
        raise ValueError(
            f"x has {x.shape[-1]} features, but the table is made for {width}: make "
            f"both with one width."
        )


def check_even(name: str, width: int) -> None:
    """Refuse a width whose features are not all in pairs.

    Args:
        name: What the caller calls it.
        width: The width, in features.

    Raises:
        ValueError: If it is odd or below 1.
    """
    check_sizes(**{name: width})
    if width % 2:
        raise ValueError(
            f"{name} is {width}, but must be even: only a pair of features can turn."
        )
