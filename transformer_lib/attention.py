"""Weighted averages of values, weighted by how well keys match queries.

Source: vaswani2017, section 3.2.
"""

import math

from jaxtyping import Bool, Float
from torch import Tensor


def scaled_dot_product_attention(
    q: Float[Tensor, "*lead query d_k"],
    k: Float[Tensor, "*lead key d_k"],
    v: Float[Tensor, "*lead key d_v"],
    mask: Bool[Tensor, "#*lead query key"] | None = None,
) -> tuple[Float[Tensor, "*lead query d_v"], Float[Tensor, "*lead query key"]]:
    r"""Average the values, weighted by how well each key matches the query."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        hidden = ~mask
        weights = scores.masked_fill(hidden, float("-inf")).softmax(dim=-1)
        weights = weights.masked_fill(hidden, 0.0)
    return weights @ v, weights
