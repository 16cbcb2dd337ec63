"""What the exercise gives, so that the ways may use it."""

from torch import Tensor


def split(x: Tensor, heads: int) -> Tensor:
    """Share the features of each token out among the heads."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)  # type: ignore[no-any-return]


def joined(found: Tensor) -> Tensor:
    """Put the findings of the heads side by side again."""
    return found.transpose(1, 2).flatten(2)
