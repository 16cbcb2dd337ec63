"""Partners of words whose pieces do not stand side by side."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def target_marks_inside(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    words = words.clone()
    for t in range(1, len(words)):
        if words[t] < 0 <= words[t - 1] and t + 1 < len(words):
            words[t] = words[t - 1]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def source_marks_inside(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    source_words = source_words.clone()
    for t in range(1, len(source_words)):
        if source_words[t] < 0 <= source_words[t - 1] and t + 1 < len(source_words):
            source_words[t] = source_words[t - 1]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def as_they_come(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    order = list(dict.fromkeys(w for w in words.tolist() if w >= 0))
    mine = [rows[..., words == i, :].mean(dim=-2) for i in order]
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def sources_as_they_come(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    order = list(dict.fromkeys(w for w in source_words.tolist() if w >= 0))
    seen = [looks[..., source_words == j].sum(dim=-1) for j in order]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_to_last_row(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = []
    for i in range(int(words.max()) + 1):
        places = (words == i).nonzero()[:, 0].tolist()
        mine.append(rows[..., places[0] : places[-1] + 1, :].mean(dim=-2))
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_to_last_column(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    seen = []
    for j in range(int(source_words.max()) + 1):
        places = (source_words == j).nonzero()[:, 0].tolist()
        seen.append(looks[..., places[0] : places[-1] + 1].sum(dim=-1))
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_rows_alone(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = []
    for i in range(int(words.max()) + 1):
        first = last = words.tolist().index(i)
        while last < len(words) and words[last] == i:
            last += 1
        mine.append(rows[..., first:last, :].mean(dim=-2))
    looks = torch.stack(mine, dim=-2)
    n = int(source_words.max()) + 1
    seen = [looks[..., source_words == j].sum(dim=-1) for j in range(n)]
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


def first_columns_alone(
    weights: Tensor, source_words: Tensor, target_words: Tensor
) -> tuple[Tensor, Tensor]:
    rows, words = weights[..., :-1, :], target_words[1:]
    mine = [rows[..., words == i, :].mean(dim=-2) for i in range(int(words.max()) + 1)]
    looks = torch.stack(mine, dim=-2)
    seen = []
    for j in range(int(source_words.max()) + 1):
        first = last = source_words.tolist().index(j)
        while last < len(source_words) and source_words[last] == j:
            last += 1
        seen.append(looks[..., first:last].sum(dim=-1))
    share, partner = torch.stack(seen, dim=-1).max(dim=-1)
    return partner, share


_WHO = "Who looks at whom"

MISTAKES = (
    Mistake(
        "a mark inside that is counted to a word",
        "A mark between pieces goes to the word before it.",
        "A mark stands between two words. Whose piece is it?",
        _WHO,
        (
            target_marks_inside,
            source_marks_inside,
        ),
    ),
    Mistake(
        "words in the order in which they come",
        "Words have the place where they first stand, not the one of their number.",
        "The first word that comes has the number 2. Where does its entry stand?",
        _WHO,
        (
            as_they_come,
            sources_as_they_come,
        ),
    ),
    Mistake(
        "all that stands between two pieces",
        "From the first piece of a word to its last, everything counts as that word.",
        "Between two pieces of a word stands another word. Whose row is that?",
        _WHO,
        (
            first_to_last_row,
            first_to_last_column,
        ),
    ),
    Mistake(
        "pieces that stand apart and are lost",
        "The first pieces side by side count for the whole word.",
        "A word has a piece at place 2 and one at place 5. Which of them count in "
        "your code?",
        _WHO,
        (
            first_rows_alone,
            first_columns_alone,
        ),
    ),
)
