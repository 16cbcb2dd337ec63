"""Partners that are handed over in another form."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def token_place(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    share, partner = looks.masked_fill(source_words < 0, 0.0).max(dim=-1)
    return partner, share


def counted_from_one(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner + 1, share


def shared_out(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    among = torch.stack(seen, dim=-1)
    share, partner = (among / among.sum(dim=-1, keepdim=True)).max(dim=-1)
    return partner, share


def softmax(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).softmax(dim=-1).max(dim=-1)
    return partner, share


def by_the_rows(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share / weights.shape[-2]


def as_percent(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, 100 * share


def as_logs(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share.log()


def least(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).min(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "a token in the place of a word",
        "A place in the source comes back, not the number of a word.",
        "Your number says where in the row of tokens the partner stands. Which word is"
        " that?",
        _WHO,
        (
            token_place,
            counted_from_one,
        ),
    ),
    Mistake(
        "shares that are shared out anew",
        "The shares of all words are made to add up to 1.",
        "A head looks at the marks with 0.6. May the shares of the words add up to 1?",
        _WHO,
        (
            shared_out,
            softmax,
        ),
    ),
    Mistake(
        "shares of the wrong size",
        "The partner is right, and its share stands on another scale.",
        "A share of 1 to one word, and nothing to the others: which share do you "
        "return?",
        _WHO,
        (
            by_the_rows,
            as_percent,
            as_logs,
        ),
    ),
    Mistake(
        "the word that gets least",
        "The smallest share wins.",
        "Is the partner the word that is looked at most?",
        _WHO,
        (least,),
    ),
)
