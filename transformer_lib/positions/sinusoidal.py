"""Waves of many lengths, added to the token.

Source: vaswani2017, section 3.5.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_lib.positions.table import AddedPositions, check_even
from transformer_lib.sizes import check_sizes


def sinusoidal_table(
    seq: int,
    d_model: int,
    *,
    start: int = 0,
    base: float = 10_000.0,
    device: torch.device | str | None = None,
) -> Float[Tensor, "seq d_model"]:
    r"""Write positions as sines and cosines of ever longer waves.

    $$\mathrm{PE}_{p,\,2i} = \sin\left(\frac{p}{b^{2i / d}}\right), \qquad
    \mathrm{PE}_{p,\,2i+1} = \cos\left(\frac{p}{b^{2i / d}}\right)$$

    An odd width leaves its last sine without a cosine.

    Args:
        seq: Positions to write, at least 0.
        d_model: Features of a position.
        start: The first position, counted from 0.
        base: How much slower, at most, the last wave is than the first ($b$).
        device: Where the table lives.

    Returns:
        One row a position, numbers from -1 to 1 in float64.

    Raises:
        ValueError: If `seq` is below 0, `d_model` below 1, or `base` not above 1.

    Source: vaswani2017, section 3.5.
    """
    angles = angles_of(seq, d_model, start=start, base=base, device=device)
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
    return pairs.flatten(-2)[:, :d_model]


def rotation(
    offset: int, d_model: int, *, base: float = 10_000.0
) -> Float[Tensor, "d_model d_model"]:
    r"""Find the matrix that moves any sinusoidal position by an offset.

    $$\mathrm{PE}_{p+k} = R_k\, \mathrm{PE}_p$$

    It turns each pair of a sine and a cosine by the angle that its wave runs through in
    `offset` steps, and it is the same for every position.

    Args:
        offset: Steps to move, in positions; backwards if negative ($k$).
        d_model: Features of a position, even.
        base: As for the table.

    Returns:
        The matrix, for positions as columns; for a table of rows multiply with its
        transpose from the right.

    Raises:
        ValueError: If `d_model` is odd, as a sine alone does not know where it turns;
            if it is below 1, or `base` not above 1.

    Source: vaswani2017, section 3.5.
    """
    check_even("d_model", d_model)
    angles = angles_of(1, d_model, start=offset, base=base)[0]
    turns = [
        torch.stack([torch.stack([c, s]), torch.stack([-s, c])])
        for s, c in zip(angles.sin(), angles.cos(), strict=True)
    ]
    matrix: Tensor = torch.block_diag(*turns)
    return matrix


class SinusoidalPositions(AddedPositions):
    """Add to each token the waves of its position; nothing is learned.

    Args:
        d_model: Features of a token.
        max_len: Positions that the table holds.
        base: As for `sinusoidal_table`.
        device: Where the table lives.
        dtype: Its floating dtype; it is computed in float64 first.

    Raises:
        ValueError: If a size is below 1, or `base` not above 1.

    Source: vaswani2017, section 3.5.
    """

    def __init__(
        self,
        d_model: int,
        *,
        max_len: int = 4096,
        base: float = 10_000.0,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(max_len=max_len)
        table = sinusoidal_table(max_len, d_model, base=base, device=device)
        dtype = dtype or torch.get_default_dtype()
        self.register_buffer("table", table.to(dtype), persistent=False)


def angles_of(
    seq: int,
    width: int,
    *,
    start: int,
    base: float,
    device: torch.device | str | None = None,
) -> Float[Tensor, "seq pairs"]:
    r"""Find how far each wave has run at each position.

    $$\theta_{p,\,i} = \frac{p}{b^{2i / d}}$$

    Args:
        seq: Positions, at least 0.
        width: Features; each pair of them shares a wave.
        start: The first position, counted from 0.
        base: How much slower, at most, the last wave is than the first ($b$).
        device: Where the angles live.

    Returns:
        One row a position, one column a wave, radians in float64.

    Raises:
        ValueError: If `seq` is below 0, `width` below 1, or `base` not above 1.

    Source: vaswani2017, section 3.5.
    """
    check_sizes(d_model=width)
    if seq < 0:
        raise ValueError(f"seq is {seq}, but must be at least 0.")
    if base <= 1:
        raise ValueError(f"base is {base}, but must be above 1: waves are to grow.")
    positions = torch.arange(start, start + seq, device=device)
    exponents = torch.arange(0, width, 2, device=device).double() / width
    return positions.double()[:, None] / base**exponents
