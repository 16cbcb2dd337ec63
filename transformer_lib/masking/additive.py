"""Masks that are added to the scores: 0 for look, something very low for hidden.

Source: vaswani2017, section 3.2.3.
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from transformer_lib.masking.masks import check_boolean


def to_additive(
    mask: Bool[Tensor, "*lead query key"],
    *,
    dtype: torch.dtype | None = None,
    hidden: float = -math.inf,
) -> Float[Tensor, "*lead query key"]:
    r"""Write a mask as numbers to add to the scores.

    $$\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + A\right), \qquad
    A_{ij} = 0 \text{ or } -\infty$$

    |      | may look | hidden                                           |
    |------|----------|--------------------------------------------------|
    | here | True     | False                                            |
    | sum  | 0        | -inf, or the lowest number: Hugging Face's habit |

    An empty row of -inf gives NaN; one of lowest numbers looks at every key alike.

    Args:
        mask: True where a query may look at a key.
        dtype: The floating dtype of the scores; PyTorch's default if not given.
        hidden: What is added where it may not: -inf, or `torch.finfo(dtype).min`.

    Returns:
        0 or `hidden`.

    Raises:
        TypeError: If the mask is not boolean.

    Source: vaswani2017, section 3.2.3.
    """
    check_boolean(mask)
    dtype = dtype or torch.get_default_dtype()
    return torch.zeros_like(mask, dtype=dtype).masked_fill(~mask, hidden)


def from_additive(
    mask: Float[Tensor, "*lead query key"],
) -> Bool[Tensor, "*lead query key"]:
    """Read a mask that is added to the scores; see `to_additive`.

    The values are looked at: read a mask where it enters, not in a model.

    Args:
        mask: 0 where a query may look, -inf or the lowest number of the dtype where it
            may not.

    Returns:
        True where a query may look at a key.

    Raises:
        TypeError: If the mask is not of a floating dtype.
        ValueError: If another number is in it: that weighs keys, but hides none.
    """
    if not mask.is_floating_point():
        raise TypeError(
            f"the mask is {mask.dtype}, but a mask that is added has a floating dtype: "
            f"from 1 for look and 0 for hidden pass mask != 0 instead of reading it."
        )
    look, hidden = mask == 0, mask <= torch.finfo(mask.dtype).min
    if not (look | hidden).all():
        odd = mask[~(look | hidden)][0].item()
        raise ValueError(
            f"{odd:g} is neither 0 nor -inf nor the lowest number of {mask.dtype}, "
            f"{torch.finfo(mask.dtype).min:g}: if it is meant to hide, pass mask == 0."
        )
    return look
