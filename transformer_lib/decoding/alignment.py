"""Where a model looks while it writes: its cross-attention, as one row a word.

Source: bahdanau2015, section 5.2.1; vaswani2017, section 3.2.3.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_lib.transformer.model import Transformer

NO_WORD = -1


@torch.no_grad()
def cross_weights(
    model: Transformer,
    source: Int[Tensor, "batch source"],
    target: Int[Tensor, "batch target"],
) -> Float[Tensor, "layers batch heads target source"]:
    """Read out what each token of a given target looks at in the source.

    Args:
        model: The model, in evaluation mode: dropout would make the weights a matter
            of chance.
        source: What is read, as entries of the vocabulary.
        target: What is written, a start token first. Row t of the weights has read
            token t, and scores token t + 1.

    Returns:
        Shares from 0 to 1, one row a layer, head and target token.
    """
    calls: list[tuple[nn.Module, Any, dict[str, Any]]] = []

    def keep(attention: nn.Module, args: Any, kwargs: dict[str, Any]) -> None:
        calls.append((attention, args, kwargs))

    with ExitStack() as hooks:
        for block in model.decoder.blocks:
            look = block.get_submodule("cross_attention")
            hooks.enter_context(look.register_forward_pre_hook(keep, with_kwargs=True))
        model(source, target)
    read = (m(*args, **kwargs, need_weights=True) for m, args, kwargs in calls)
    return torch.stack([weights for _, weights in read])


def by_word(
    weights: Float[Tensor, "*lead target source"],
    target_words: Sequence[int],
    source_words: Sequence[int],
) -> Float[Tensor, "*lead query key"]:
    r"""Join the pieces of words: average over those that look, sum over those seen.

    $$W_{ij} = \frac{1}{|i|} \sum_{t \in i} \sum_{s \in j} w_{ts}$$

    for the pieces t of target word i and the pieces s of source word j.

    Args:
        weights: Shares from 0 to 1, a row for each target piece.
        target_words: The word that each row belongs to, counted from 0; `NO_WORD` for
            rows that belong to none.
        source_words: The same for the columns. What goes to columns of no word is
            missing from the sum of a row.

    Returns:
        One row a target word, one column a source word; a row sums to at most 1.

    Raises:
        ValueError: If rows or columns are not as many as the weights have, or if a
            word has no piece.
    """
    wanted, given = tuple(weights.shape[-2:]), (len(target_words), len(source_words))
    if given != wanted:
        raise ValueError(
            f"the weights have {wanted[0]} rows and {wanted[1]} columns, but words are "
            f"named for {given[0]} and {given[1]}: name one for each."
        )
    rows, columns = (
        _members("target", target_words, weights),
        _members("source", source_words, weights),
    )
    return rows / rows.sum(dim=-1, keepdim=True) @ weights @ columns.mT


def _members(
    side: str, words: Sequence[int], like: Tensor
) -> Float[Tensor, "query key"]:
    count = max(words, default=NO_WORD) + 1
    if missing := sorted(set(range(count)) - set(words)):
        raise ValueError(
            f"{side} word {missing[0]} has no piece, but there are {count} words: "
            f"number them from 0 without a gap."
        )
    # One column more takes what belongs to no word, and is cut off.
    places = [count if word == NO_WORD else word for word in words]
    members = F.one_hot(torch.tensor(places, device=like.device), count + 1)
    return members[:, :count].mT.to(like)
