"""Queries and keys turned by angles that grow with the position.

Source: su2021, section 3.2.2.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_lib.positions.sinusoidal import angles_of
from transformer_lib.positions.table import (
    check_even,
    check_features,
    rows_for,
)
from transformer_lib.sizes import check_sizes


class RotaryPositions(nn.Module):
    r"""Turn queries and keys by angles that grow with their positions.

    $$\begin{pmatrix} x'_{2i} \\ x'_{2i+1} \end{pmatrix} =
    \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
    \begin{pmatrix} x_{2i} \\ x_{2i+1} \end{pmatrix}, \qquad
    \theta = \frac{p}{b^{2i / d_k}}$$

    The product of a turned query and a turned key knows their distance only.

    Args:
        d_k: Features of a query or key, even.
        max_len: Positions that the table of angles holds.
        base: How much slower, at most, the last pair turns than the first ($b$).
        device: Where the table lives.
        dtype: Its floating dtype; it is computed in float64 first.

    Raises:
        ValueError: If `d_k` is odd, a size is below 1, or `base` not above 1.

    Source: su2021, section 3.2.2, equation (15).
    """

    cos: Float[Tensor, "seq pairs"]
    sin: Float[Tensor, "seq pairs"]

    def __init__(
        self,
        d_k: int,
        *,
        max_len: int = 4096,
        base: float = 10_000.0,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(max_len=max_len)
        check_even("d_k", d_k)
        self.d_k = d_k
        angles = angles_of(max_len, d_k, start=0, base=base, device=device)
        dtype = dtype or torch.get_default_dtype()
        self.register_buffer("cos", angles.cos().to(dtype), persistent=False)
        self.register_buffer("sin", angles.sin().to(dtype), persistent=False)

    def forward(
        self, x: Float[Tensor, "*lead seq d_k"], start: int = 0
    ) -> Float[Tensor, "*lead seq d_k"]:
        """Turn each pair of features.

        Args:
            x: Queries or keys.
            start: The position of the first of them, counted from 0.

        Returns:
            Queries or keys of the same lengths, turned.

        Raises:
            ValueError: If the table does not reach that far, or has another width.
        """
        check_features(x, self.d_k)
        first, second = x[..., 0::2], x[..., 1::2]
        cos, sin = rows_for(first, self.cos, start), rows_for(first, self.sin, start)
        turned = [first * cos - second * sin, first * sin + second * cos]
        return torch.stack(turned, dim=-1).flatten(-2)

    def extra_repr(self) -> str:
        """Say the sizes where the module is printed."""
        return f"max_len={len(self.cos)}, d_k={self.d_k}"
