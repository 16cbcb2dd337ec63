"""Partners read off the wrong rows or columns."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def end_too(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    words = torch.where(words < 0, int(words.max()), words)
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def marks_are_word_zero(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    words = words.clamp(min=0)
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def turned(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-2)
    return partner, share


def lists_swapped(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    source_words, target_words = target_words, source_words
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def front_rows(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[:-1], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "rows of marks counted as words",
        "The row that writes the end belongs to the last word, or the start to the "
        "first.",
        "Which rows write a mark, and which word do they belong to?",
        _WHO,
        (
            end_too,
            marks_are_word_zero,
        ),
    ),
    Mistake(
        "axes that are turned round",
        "Source words look for target words.",
        "Which axis of the weights belongs to the source?",
        _WHO,
        (
            turned,
            lists_swapped,
        ),
    ),
    Mistake(
        "an axis that is counted from the front",
        "It is right without leading axes only.",
        "Where is the axis of the source if layers and heads come first?",
        _WHO,
        (front_rows,),
    ),
)
