"""Partners that are handed over in another form."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def turned_round(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return share, partner


def all_shares(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, torch.stack(seen, dim=-1)


def single(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :].float(), target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def single_on_the_way(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share.float().to(weights.dtype)


def marks_blanked(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    weights[..., source_words < 0] = 0
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def words_clamped(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    source_words[source_words < 0] = n
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "parts in the wrong order",
        "The share stands first.",
        "In which order does the text name the two results?",
        _WHO,
        (turned_round,),
    ),
    Mistake(
        "the row instead of its best share",
        "All shares come back.",
        "How many numbers does each target word get?",
        _WHO,
        (all_shares,),
    ),
    Mistake(
        "a dtype fixed in the code",
        "float64 in, float32 on the way.",
        "Does your code name a dtype?",
        _WHO,
        (
            single,
            single_on_the_way,
        ),
    ),
    Mistake(
        "inputs that are changed",
        "What was handed in holds other numbers afterwards.",
        "Which of your lines write into a tensor that is not yours?",
        _WHO,
        (
            marks_blanked,
            words_clamped,
        ),
    ),
)
