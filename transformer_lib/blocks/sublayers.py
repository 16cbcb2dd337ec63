r"""The parts beside attention: the norm, the small network, and what wraps them.

Source: vaswani2017, sections 3.1 and 3.3.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from transformer_lib.sizes import check_sizes


def layer_norm(
    x: Float[Tensor, "*lead d_model"],
    gain: Float[Tensor, " d_model"],
    bias: Float[Tensor, " d_model"],
    eps: float = 1e-5,
) -> Float[Tensor, "*lead d_model"]:
    r"""Give every token mean 0 and variance 1, then a learned size and place.

    $$\mathrm{LayerNorm}(x) = g \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + b,
    \qquad \mu = \frac{1}{d} \sum_i x_i, \quad
    \sigma^2 = \frac{1}{d} \sum_i (x_i - \mu)^2$$

    Args:
        x: The tokens; each is normalised by itself.
        gain: The size that each feature is given ($g$).
        bias: The place that each feature is given ($b$).
        eps: Keeps a token of equal features from dividing by 0; above 0, in the unit of
            the variance.

    Returns:
        The tokens, normalised.

    Raises:
        ValueError: If tokens, gain and bias have not the same features.

    Source: ba2016, section 3, equations (3) and (4).
    """
    _check_features(x, gain, bias)
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return gain * (centred / (variance + eps).sqrt()) + bias


class LayerNorm(nn.Module):
    """Normalise as `layer_norm` does, in one kernel.

    Args:
        d_model: Features of a token.
        eps: As for `layer_norm`.
        device: Where the parameters live.
        dtype: Their floating dtype.

    Raises:
        ValueError: If `d_model` is below 1, or `eps` is not above 0.

    Source: ba2016, section 3.
    """

    def __init__(
        self,
        d_model: int,
        *,
        eps: float = 1e-5,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(d_model=d_model)
        if eps <= 0:
            raise ValueError(f"eps is {eps}, but must be above 0.")
        self.d_model, self.eps = d_model, eps
        self.gain = nn.Parameter(torch.ones(d_model, device=device, dtype=dtype))
        self.bias = nn.Parameter(torch.zeros(d_model, device=device, dtype=dtype))

    def forward(
        self, x: Float[Tensor, "*lead d_model"]
    ) -> Float[Tensor, "*lead d_model"]:
        """Normalise each token by itself.

        Args:
            x: The tokens.

        Returns:
            The tokens, normalised.

        Raises:
            ValueError: If the tokens have not `d_model` features.
        """
        _check_features(x, self.gain, self.bias)
        return F.layer_norm(x, (self.d_model,), self.gain, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Say the sizes where the module is printed."""
        return f"d_model={self.d_model}, eps={self.eps}"


class FeedForward(nn.Module):
    r"""Think about each token by itself.

    $$\mathrm{FFN}(x) = \mathrm{act}(x W_1 + b_1)\, W_2 + b_2$$

    Args:
        d_model: Features of a token, at the way in and out.
        d_ff: Features in between.
        activation: Bends the line in between ($\mathrm{act}$); the paper's is ReLU.
        device: Where the parameters live.
        dtype: Their floating dtype.

    Raises:
        ValueError: If a size is below 1.

    Source: vaswani2017, section 3.3, equation (2).
    """

    def __init__(
        self,
        d_model: int,
        d_ff: int,
        *,
        activation: Callable[[Tensor], Tensor] = F.relu,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(d_model=d_model, d_ff=d_ff)
        self.d_model, self.d_ff, self.activation = d_model, d_ff, activation
        self.w_1 = nn.Linear(d_model, d_ff, device=device, dtype=dtype)
        self.w_2 = nn.Linear(d_ff, d_model, device=device, dtype=dtype)

    def forward(
        self, x: Float[Tensor, "*lead d_model"]
    ) -> Float[Tensor, "*lead d_model"]:
        """Pass each token through the same two layers.

        Args:
            x: The tokens.

        Returns:
            One new token for each.

        Raises:
            ValueError: If the tokens have not `d_model` features.
        """
        _check_features(x, self.w_2.bias)
        made: Tensor = self.w_2(self.activation(self.w_1(x)))
        return made


class Residual(nn.Module):
    r"""Let a sublayer add to the tokens, and keep them at one size.

    $$\mathrm{LayerNorm}(x + \mathrm{Sublayer}(x)) \quad \text{(the paper)} \qquad
    x + \mathrm{Sublayer}(\mathrm{LayerNorm}(x)) \quad \text{(norm first)}$$

    Dropout falls on what the sublayer returns, before it is added.

    Args:
        d_model: Features of a token.
        norm_first: Whether to normalise what the sublayer reads, not the sum.
        dropout: Share of features to drop while training, from 0 to below 1.
        eps: As for `layer_norm`.
        device: Where the parameters live.
        dtype: Their floating dtype.

    Raises:
        ValueError: If `d_model` is below 1, `dropout` not from 0 to below 1, or `eps`
            not above 0.

    Source: vaswani2017, sections 3.1 and 5.4; norm first: xiong2020, section 3.
    """

    def __init__(
        self,
        d_model: int,
        *,
        norm_first: bool = False,
        dropout: float = 0.1,
        eps: float = 1e-5,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout is {dropout}, but must be from 0 to below 1.")
        self.norm_first = norm_first
        self.norm = LayerNorm(d_model, eps=eps, device=device, dtype=dtype)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        sublayer: Callable[[Tensor], Tensor],
    ) -> Float[Tensor, "batch seq d_model"]:
        """Add what the sublayer makes of the tokens.

        Args:
            x: The tokens.
            sublayer: Makes of all tokens as many new ones.

        Returns:
            The tokens with the sublayer's share.
        """
        if self.norm_first:
            total: Tensor = x + self.dropout(sublayer(self.norm(x)))
        else:
            total = self.norm(x + self.dropout(sublayer(x)))
        return total

    def extra_repr(self) -> str:
        """Say where it normalises, where the module is printed."""
        return f"norm_first={self.norm_first}"


def _check_features(x: Tensor, *vectors: Tensor) -> None:
    for vector in vectors:
        if x.shape[-1:] != vector.shape:
            raise ValueError(
                f"x has shape {tuple(x.shape)}, but the parameters have shape "
                f"{tuple(vector.shape)}: give tokens and parameters one d_model."
            )
