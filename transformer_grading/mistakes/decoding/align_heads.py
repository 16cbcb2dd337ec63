"""Partners of several heads taken as one."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def leading_averaged(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = (
        weights.flatten(0, -3).mean(dim=0)[:-1] if weights.dim() > 2 else weights[:-1],
        target_words[1:],
    )
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_head(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = (
        weights.flatten(0, -3)[0, :-1] if weights.dim() > 2 else weights[:-1],
        target_words[1:],
    )
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "several heads taken as one",
        "Heads are averaged, or the first of them stands for all.",
        "How many heads come in, and for how many do you return partners?",
        _WHO,
        (
            leading_averaged,
            first_head,
        ),
    ),
)
