r"""Follow attention through all layers, from the last back to the words.

Source: abnar2020, section 3.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def rollout(
    weights: Float[Tensor, "layers batch heads seq seq"],
) -> Float[Tensor, "layers batch seq seq"]:
    r"""Estimate how much of each input token is in each token after every layer.

    $$\tilde A_l = \tfrac12\, \bar A_l + \tfrac12\, I, \qquad
    R_l = \tilde A_l\, R_{l-1}, \qquad R_0 = I$$

    where $\bar A_l$ is the average over the heads of layer $l$. Half of a token comes
    through attention, half past it, through the residual: that is assumed, not
    measured, and what values and feed-forward networks do is left out.

    Args:
        weights: The weights of self-attention in each layer, shares from 0 to 1, first
            layer first.

    Returns:
        The shares of the input tokens (columns) in each token (rows), from 0 to 1,
        after each layer. A row sums to 1 if its query could look at something in every
        layer.

    Source: abnar2020, section 3, equation (1).
    """
    seq = weights.shape[-1]
    itself = torch.eye(seq, dtype=weights.dtype, device=weights.device)
    mixed = 0.5 * weights.mean(dim=-3) + 0.5 * itself
    rolled = [mixed[0]]
    for layer in mixed[1:]:
        rolled.append(layer @ rolled[-1])
    return torch.stack(rolled)
