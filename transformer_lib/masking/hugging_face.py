"""Masks as the models of Hugging Face read them: whole numbers, 1 for a token.

Source: vaswani2017, section 3.2.3.
"""

from jaxtyping import Bool, Float, Int
from torch import Tensor

from transformer_lib.masking.masks import keys_only
from transformer_lib.masking.pytorch import from_sdpa


def to_hugging_face(mask: Bool[Tensor, "batch 1 1 key"]) -> Int[Tensor, "batch key"]:
    """Write a padding mask for a model of Hugging Face: its `attention_mask`.

    |       | token | padding | axes               |
    |-------|-------|---------|--------------------|
    | here  | True  | False   | (batch, 1, 1, key) |
    | there | 1     | 0       | (batch, key)       |

    A mask that differs from query to query has four axes there too, and is added:
    `to_additive(mask, hidden=torch.finfo(dtype).min)`.

    Args:
        mask: True where a real token is.

    Returns:
        1 for a token, 0 for padding.

    Raises:
        TypeError: If the mask is not boolean.
        ValueError: If it is not the same for every head and query.
    """
    return keys_only(mask).long()


def from_hugging_face(
    attention_mask: Int[Tensor, "batch key"]
    | Bool[Tensor, "batch key"]
    | Bool[Tensor, "batch heads query key"]
    | Float[Tensor, "batch heads query key"],
) -> Bool[Tensor, "batch heads query key"]:
    """Read an `attention_mask` of Hugging Face, with two axes or four.

    |       | may look | hidden                | axes                       |
    |-------|----------|-----------------------|----------------------------|
    | here  | True     | False                 | (batch, heads, query, key) |
    | there | 1        | 0                     | (batch, key)               |
    | there | 0        | -inf or lowest number | (batch, heads, query, key) |

    The values are looked at: read a mask where it enters, not in a model.

    Args:
        attention_mask: 1 for a token and 0 for padding; or numbers that are added to
            the scores.

    Returns:
        True where a query may look at a key; a size of 1 stands for all.

    Raises:
        TypeError: If a mask with two axes is not of whole numbers.
        ValueError: If there is another number of axes, or if a number stands for
            neither look nor hidden.
    """
    if attention_mask.ndim == 4:
        return from_sdpa(attention_mask)
    if attention_mask.ndim != 2:
        raise ValueError(
            f"attention_mask has shape {tuple(attention_mask.shape)}, but needs two "
            f"axes, (batch, key), or four, (batch, heads, query, key)."
        )
    _check_ones_and_zeros(attention_mask)
    return (attention_mask == 1)[:, None, None, :]


def _check_ones_and_zeros(attention_mask: Tensor) -> None:
    if attention_mask.is_floating_point():
        raise TypeError(
            f"attention_mask is {attention_mask.dtype}, but with two axes it is of "
            f"whole numbers: pass attention_mask.long() if 1 stands for a token; one "
            f"that is added needs four axes."
        )
    odd = attention_mask[(attention_mask != 0) & (attention_mask != 1)]
    if len(odd):
        raise ValueError(
            f"attention_mask holds {odd[0].item()}, but 1 stands for a token and 0 for "
            f"padding: pass (attention_mask != 0).long() if anything but 0 is a token."
        )
