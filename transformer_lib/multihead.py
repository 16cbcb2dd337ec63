r"""Several attentions side by side, each in features of its own.

Source: vaswani2017, section 3.2.2.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

import torch
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_lib.attention import fused_attention, scaled_dot_product_attention
from transformer_lib.sizes import check_sizes

KeysValues = tuple[
    Float[Tensor, "batch heads key d_k"], Float[Tensor, "batch heads key d_v"]
]
Rotate = Callable[[Float[Tensor, "batch heads seq d_k"]], Tensor]
Mask = Bool[Tensor, "#query #key"] | Bool[Tensor, "#batch #heads #query #key"]


@runtime_checkable
class Cache(Protocol):
    """Keys and values that outlive one call."""

    def __call__(self, project: Callable[[], KeysValues]) -> KeysValues:
        """Return all the keys and values to look at in this call.

        Args:
            project: Makes the keys and values of this call's tokens.

        Returns:
            Keys and values of earlier calls, with those of this call if they are new.
        """
        ...


class MultiHeadAttention(nn.Module):
    r"""Attend in several heads at once, and mix what they found.

    $$\mathrm{head}_i = \mathrm{Attention}(X W^Q_i,\; C W^K_i,\; C W^V_i), \qquad
    \mathrm{MultiHead}(X, C) = [\mathrm{head}_1 \dots \mathrm{head}_h]\, W^O$$

    With $C = X$ it is self-attention; with another context, cross-attention.

    Args:
        d_model: Features of a token, at the way in and out.
        n_heads: Attentions side by side.
        d_k: Features of a query and of a key in one head; `d_model / n_heads` if not
            given.
        d_v: Features of a value in one head; as `d_k` if not given.
        device: Where the parameters live.
        dtype: Their floating dtype.

    Raises:
        ValueError: If a size is below 1, or if `d_model` cannot be shared out among the
            heads and `d_k` is not given.

    Source: vaswani2017, section 3.2.2.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        *,
        d_k: int | None = None,
        d_v: int | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        d_k = _features_of_a_head(d_model, n_heads) if d_k is None else d_k
        d_v = d_k if d_v is None else d_v
        check_sizes(d_model=d_model, n_heads=n_heads, d_k=d_k, d_v=d_v)
        self.d_model, self.n_heads, self.d_k, self.d_v = d_model, n_heads, d_k, d_v
        linear = partial(nn.Linear, device=device, dtype=dtype)
        self.w_q = linear(d_model, n_heads * d_k)
        self.w_k = linear(d_model, n_heads * d_k)
        self.w_v = linear(d_model, n_heads * d_v)
        self.w_o = linear(n_heads * d_v, d_model)

    def forward(
        self,
        x: Float[Tensor, "batch query d_model"],
        context: Float[Tensor, "batch key d_model"] | None = None,
        mask: Mask | None = None,
        *,
        rotate: Rotate | None = None,
        cache: Cache | None = None,
        need_weights: bool = False,
    ) -> (
        Float[Tensor, "batch query d_model"]
        | tuple[
            Float[Tensor, "batch query d_model"],
            Float[Tensor, "batch heads query key"],
        ]
    ):
        """Let each token of `x` gather what it looks for in the context.

        Args:
            x: The tokens that look.
            context: The tokens that are looked at; those of `x` itself if not given.
            mask: True where a query may look at a key; a size of 1 stands for all. Two
                axes serve every sequence and head.
            rotate: Turns queries and keys by their positions, for example a rotary
                encoding.
            cache: Hands out keys and values of earlier calls together with the new.
            need_weights: Whether to return the weights too; they cost memory for every
                pair of a query and a key.

        Returns:
            For each token of `x` the mix of what its heads found; with the weights, if
            wanted: shares from 0 to 1, one row a head and query.

        Raises:
            TypeError: If the mask is not boolean, or if `rotate` or `cache` hand back
                another dtype.
            ValueError: If the sizes do not fit together.
        """
        self._check(x, context, mask)
        q = self._split(self.w_q(x))
        q = q if rotate is None else rotate(q)
        project = partial(self.keys_values, x if context is None else context, rotate)
        k, v = project() if cache is None else cache(project)
        if not need_weights:
            return self._mix(fused_attention(q, k, v, mask))
        output, weights = scaled_dot_product_attention(q, k, v, mask)
        return self._mix(output), weights

    def extra_repr(self) -> str:
        """Say the sizes where the module is printed."""
        return f"n_heads={self.n_heads}, d_k={self.d_k}, d_v={self.d_v}"

    def keys_values(
        self,
        context: Float[Tensor, "batch key d_model"],
        rotate: Rotate | None = None,
    ) -> KeysValues:
        """Make the keys and values of every head.

        Args:
            context: The tokens that will be looked at.
            rotate: Turns the keys by their positions.

        Returns:
            Keys and values, pure numbers.
        """
        k, v = self._split(self.w_k(context)), self._split(self.w_v(context))
        return (k if rotate is None else rotate(k)), v

    def _split(self, x: Tensor) -> Tensor:
        pattern = "batch seq (heads d_k) -> batch heads seq d_k"
        return rearrange(x, pattern, heads=self.n_heads)

    def _mix(self, found: Tensor) -> Tensor:
        mixed: Tensor = self.w_o(
            rearrange(found, "batch heads query d_v -> batch query (heads d_v)")
        )
        return mixed

    def _check(self, x: Tensor, context: Tensor | None, mask: Tensor | None) -> None:
        for name, tokens in {"x": x, "context": context}.items():
            if tokens is None:
                continue
            if tokens.ndim != 3 or tokens.shape[-1] != self.d_model:
                raise ValueError(
                    f"{name} has shape {tuple(tokens.shape)}, but must be (batch, seq, "
                    f"d_model) with d_model = {self.d_model}."
                )
        if isinstance(mask, Tensor) and mask.ndim not in (2, 4):
            raise ValueError(
                f"mask has shape {tuple(mask.shape)}, but needs two axes, (query, "
                f"key), or four, (batch, heads, query, key): for one mask a sequence "
                f"pass mask[:, None], for one a head pass mask[None]."
            )


def _features_of_a_head(d_model: int, n_heads: int) -> int:
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"d_model = {d_model} cannot be shared out among n_heads = {n_heads}: "
            f"choose a divisor, or give d_k."
        )
    return d_model // n_heads
