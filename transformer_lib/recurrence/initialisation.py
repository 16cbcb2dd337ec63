r"""Where a recurrence starts: the matrix that each hop multiplies by.

A gradient that goes back k steps meets $W_h$ k times. The largest absolute eigenvalue
of $W_h$, its spectral radius, says whether such a product dies out or blows up.

Source: pascanu2013, section 2.1.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


def spectral_radius(weight: Float[Tensor, "hidden hidden"]) -> Float[Tensor, ""]:
    r"""Find the largest absolute eigenvalue.

    $$\rho(W) = \max_i |\lambda_i(W)|$$

    Args:
        weight: A square matrix.

    Returns:
        The radius, a pure number, at least 0.

    Source: pascanu2013, section 2.1.
    """
    eigenvalues: Tensor = torch.linalg.eigvals(weight)
    return eigenvalues.abs().max()


@torch.no_grad()
def gaussian_(
    weight: Float[Tensor, "hidden hidden"],
    radius: float,
    generator: torch.Generator | None = None,
) -> Float[Tensor, "hidden hidden"]:
    """Fill a matrix with normal numbers, then scale it to a spectral radius.

    Args:
        weight: The matrix, changed in place.
        radius: The spectral radius that it shall have, at least 0.
        generator: Where the numbers come from; torch's own stream if not given.

    Returns:
        The same matrix.

    Raises:
        ValueError: If the radius is negative.
    """
    _check_radius(radius)
    weight.normal_(generator=generator)
    return weight.mul_(radius / spectral_radius(weight))


@torch.no_grad()
def orthogonal_(
    weight: Float[Tensor, "hidden hidden"],
    radius: float,
    generator: torch.Generator | None = None,
) -> Float[Tensor, "hidden hidden"]:
    r"""Fill a matrix with a random rotation or reflection, times the radius.

    $$W = \rho\, Q, \qquad Q^\top Q = 1$$

    It makes every vector longer by the same factor, so a linear recurrence changes the
    length of a gradient by exactly that factor at each step.

    Args:
        weight: The matrix, changed in place.
        radius: The spectral radius that it shall have, at least 0.
        generator: Where the numbers come from; torch's own stream if not given.

    Returns:
        The same matrix.

    Raises:
        ValueError: If the radius is negative.

    Source: saxe2014, section 3.
    """
    _check_radius(radius)
    nn.init.orthogonal_(weight, gain=radius, generator=generator)
    return weight


def _check_radius(radius: float) -> None:
    if radius < 0:
        raise ValueError(f"the spectral radius is {radius}, but must be at least 0.")
