"""The parts of a block that the exercise gives, so that the ways may use them."""

import torch.nn.functional as F
from torch import Tensor

from transformer_lib.attention import scaled_dot_product_attention


def norm(x: Tensor, gain: Tensor | None = None, bias: Tensor | None = None) -> Tensor:
    """Give every token mean 0 and variance 1, then a gain and a bias."""
    return F.layer_norm(x, x.shape[-1:], gain, bias)


def attend(x: Tensor, context: Tensor, w: Tensor, mask: Tensor | None = None) -> Tensor:
    """Let each token of x look at the context, with one head."""
    return (
        scaled_dot_product_attention(x @ w[0], context @ w[1], context @ w[2], mask)[0]
        @ w[3]
    )


def think(x: Tensor, w_1: Tensor, w_2: Tensor) -> Tensor:
    """Make something of each token by itself."""
    return (x @ w_1).relu() @ w_2
