"""Masks as PyTorch's own layers read them: two ways, each the opposite of the other.

A query that may look at nothing gets zeros here. There it may get NaN: see
`masks.empty_rows`.

Source: vaswani2017, section 3.2.3.
"""

import torch
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor

from transformer_lib.masking.additive import from_additive
from transformer_lib.masking.masks import check_boolean, keys_only


def to_sdpa(
    mask: Bool[Tensor, "*lead query key"],
) -> Bool[Tensor, "*lead query key"]:
    """Write a mask for `F.scaled_dot_product_attention`: its `attn_mask`.

    |       | may look | hidden | a query that may look at nothing |
    |-------|----------|--------|----------------------------------|
    | here  | True     | False  | gets zeros                       |
    | there | True     | False  | gets zeros, NaN before torch 2.5 |

    Args:
        mask: True where a query may look at a key.

    Returns:
        The mask as it is: both mean the same.

    Raises:
        TypeError: If the mask is not boolean.
    """
    check_boolean(mask)
    return mask


def from_sdpa(
    attn_mask: Bool[Tensor, "*lead query key"] | Float[Tensor, "*lead query key"],
) -> Bool[Tensor, "*lead query key"]:
    """Read the `attn_mask` of `F.scaled_dot_product_attention`; see `to_sdpa`.

    Args:
        attn_mask: True where a query may look; or numbers that are added to the scores.

    Returns:
        True where a query may look at a key.

    Raises:
        TypeError: If the mask is of whole numbers.
        ValueError: If a number that is added is neither 0 nor hides.
    """
    return attn_mask if attn_mask.dtype == torch.bool else from_additive(attn_mask)


def to_multihead(
    mask: Bool[Tensor, "query key"] | Bool[Tensor, "batch heads query key"],
) -> Bool[Tensor, "query key"] | Bool[Tensor, "batch*heads query key"]:
    """Write a mask for `nn.MultiheadAttention`: its `attn_mask`.

    |       | may look | hidden | axes                                        |
    |-------|----------|--------|---------------------------------------------|
    | here  | True     | False  | (query, key) or (batch, heads, query, key)  |
    | there | False    | True   | (query, key) or (batch * heads, query, key) |

    Args:
        mask: True where a query may look at a key. With four axes each must have its
            full size: `mask.expand(batch, heads, query, key)`.

    Returns:
        True where it may not.

    Raises:
        TypeError: If the mask is not boolean.
        ValueError: If it has another number of axes.
    """
    check_boolean(mask)
    if mask.ndim == 4:
        return ~rearrange(mask, "batch heads query key -> (batch heads) query key")
    if mask.ndim != 2:
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}, but needs two axes, (query, key), or "
            f"four, (batch, heads, query, key)."
        )
    return ~mask


def from_multihead(
    attn_mask: Bool[Tensor, "*lead query key"] | Float[Tensor, "*lead query key"],
    n_heads: int = 1,
) -> Bool[Tensor, "query key"] | Bool[Tensor, "batch heads query key"]:
    """Read the `attn_mask` of `nn.MultiheadAttention`; see `to_multihead`.

    Args:
        attn_mask: True where a query may not look; or numbers that are added.
        n_heads: Attention heads, for a mask with three axes.

    Returns:
        True where a query may look at a key.

    Raises:
        TypeError: If the mask is of whole numbers.
        ValueError: If `n_heads` does not divide the first of three axes, if there is
            another number of axes, or if a number that is added is neither 0 nor hides.
    """
    mask = ~attn_mask if attn_mask.dtype == torch.bool else from_additive(attn_mask)
    if mask.ndim == 2:
        return mask
    if mask.ndim != 3 or n_heads < 1 or len(mask) % n_heads:
        raise ValueError(
            f"attn_mask has shape {tuple(mask.shape)}, but needs (query, key), or "
            f"(batch * heads, query, key) where n_heads = {n_heads} divides the first."
        )
    pattern = "(batch heads) query key -> batch heads query key"
    return rearrange(mask, pattern, heads=n_heads)


def to_key_padding(mask: Bool[Tensor, "batch 1 1 key"]) -> Bool[Tensor, "batch key"]:
    """Write a padding mask for `nn.MultiheadAttention`: its `key_padding_mask`.

    |       | token | padding | axes               |
    |-------|-------|---------|--------------------|
    | here  | True  | False   | (batch, 1, 1, key) |
    | there | False | True    | (batch, key)       |

    Args:
        mask: True where a real token is.

    Returns:
        True where padding is.

    Raises:
        TypeError: If the mask is not boolean.
        ValueError: If it is not the same for every head and query.
    """
    return ~keys_only(mask)


def from_key_padding(
    key_padding_mask: Bool[Tensor, "batch key"] | Float[Tensor, "batch key"],
) -> Bool[Tensor, "batch 1 1 key"]:
    """Read the `key_padding_mask` of `nn.MultiheadAttention`; see `to_key_padding`.

    Args:
        key_padding_mask: True where padding is; or numbers that are added.

    Returns:
        True where a real token is.

    Raises:
        TypeError: If the mask is of whole numbers.
        ValueError: If a number that is added is neither 0 nor hides.
    """
    return from_multihead(key_padding_mask)[:, None, None, :]
