"""Partners of words whose pieces are joined wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def columns_averaged(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].mean(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def columns_averaged_and_looks_added(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].sum(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].mean(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def best_column(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].amax(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_column(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j][..., 0] for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def last_column(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j][..., -1] for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def votes(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    chosen = torch.stack(
        [
            rows[..., source_words == j].sum(dim=-1)
            for j in range(int(source_words.max()) + 1)
        ],
        dim=-1,
    )
    chosen = chosen * (chosen == chosen.amax(dim=-1, keepdim=True))
    mine = [
        chosen[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)
    ]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., j] for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "columns that are averaged",
        "A source word of many pieces gets less.",
        "Two pieces of a source word get 0.3 each. How much does the word get?",
        _WHO,
        (
            columns_averaged,
            columns_averaged_and_looks_added,
        ),
    ),
    Mistake(
        "one piece that is seen for its word",
        "The best, the first, or the last piece of a source word stands for it.",
        "Two pieces of a source word get 0.3 each. How much does the word get?",
        _WHO,
        (
            best_column,
            first_column,
            last_column,
        ),
    ),
    Mistake(
        "each piece with a partner of its own",
        "The pieces vote, or the first choice wins.",
        "What is averaged first: the rows of a word, or their choices?",
        _WHO,
        (votes,),
    ),
)
