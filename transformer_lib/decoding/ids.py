"""Tokens that come from outside: what may enter a model, and where a row ends."""

import torch
from jaxtyping import Int
from torch import Tensor

WHOLE = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)


def check_ids(ids: Tensor, vocab: int, name: str) -> None:
    """Refuse what cannot be rows of tokens.

    Args:
        ids: The tokens as entries of the vocabulary.
        vocab: Entries of the vocabulary.
        name: What to call the tokens in a message.

    Raises:
        TypeError: If the ids are no tensor of whole numbers.
        ValueError: If there are not two axes, nothing in one of them, or an id that the
            vocabulary does not have.
    """
    if not isinstance(ids, Tensor) or ids.dtype not in WHOLE:
        found = ids.dtype if isinstance(ids, Tensor) else f"a {type(ids).__name__}"
        raise TypeError(
            f"{name} is {found}, but ids are a tensor of whole numbers: pass "
            f"torch.as_tensor({name}).long()."
        )
    if ids.ndim != 2 or ids.numel() == 0:
        raise ValueError(
            f"{name} has shape {tuple(ids.shape)}, but must be (batch, seq), each at "
            f"least 1: for one sequence pass {name}[None], with one token or more."
        )
    low, high = int(ids.min()), int(ids.max())
    if low < 0 or high >= vocab:
        raise ValueError(
            f"{name} holds ids from {low} to {high}, but the vocabulary has {vocab} "
            f"entries, 0 to {vocab - 1}: use the tokenizer that belongs to the model."
        )


def lengths_without_padding(
    ids: Int[Tensor, "batch seq"], pad_id: int, name: str
) -> Int[Tensor, " batch"]:
    """Count the tokens of each row, and see that nothing but padding follows them.

    Args:
        ids: The tokens as entries of the vocabulary, padded on the right.
        pad_id: The entry that only fills up.
        name: What to call the tokens in a message.

    Returns:
        Tokens a row, at least 1.

    Raises:
        ValueError: If a row is all padding, or has padding before its last token.
    """
    real = ids != pad_id
    empty = (~real.any(dim=1)).nonzero().flatten().tolist()
    if empty:
        raise ValueError(
            f"row {empty[0]} of {name} holds {ids.shape[1]} paddings and 0 tokens: "
            f"give it one or more, such as the token that begins a sentence."
        )
    gaps = (real[:, 1:] & ~real[:, :-1]).any(dim=1).nonzero().flatten().tolist()
    if gaps:
        raise ValueError(
            f"row {gaps[0]} of {name} has padding (id {pad_id}) before its last token, "
            f"which would move that token to a later position: pad on the right."
        )
    return real.sum(dim=1)
