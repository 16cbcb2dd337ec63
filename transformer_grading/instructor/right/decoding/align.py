"""Right ways to read partners of words off a head's weights."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Two = tuple[Tensor, Tensor]


def words_in_turn(weights: Tensor, source_words: Tensor, target_words: Tensor) -> Two:
    found = []
    for i in range(int(target_words.max()) + 1):
        places = (target_words == i).nonzero()[:, 0] - 1
        looks = weights[..., places, :].mean(dim=-2)
        seen = []
        for j in range(int(source_words.max()) + 1):
            seen.append(looks[..., source_words == j].sum(dim=-1))
        found.append(torch.stack(seen, dim=-1))
    best = torch.stack(found, dim=-2).max(dim=-1)
    return best.indices, best.values


def matrices(weights: Tensor, source_words: Tensor, target_words: Tensor) -> Two:
    words = target_words[1:].unique()
    words = words[words >= 0]
    rows = (target_words[1:] == words[:, None]).to(weights.dtype)
    rows = rows / rows.sum(dim=-1, keepdim=True)
    columns = torch.nn.functional.one_hot(source_words + 1)[:, 1:].to(weights.dtype)
    share = rows @ weights[..., :-1, :] @ columns
    return share.argmax(dim=-1), share.amax(dim=-1)


def added_up(weights: Tensor, source_words: Tensor, target_words: Tensor) -> Two:
    *lead, target, _ = weights.shape
    n, m = int(target_words.max()) + 2, int(source_words.max()) + 2
    columns = weights.new_zeros(*lead, target, m)
    columns = columns.index_add(-1, source_words + 1, weights)[..., 1:]
    words = target_words.roll(-1)
    words[-1] = -1
    rows = weights.new_zeros(*lead, n, m - 1).index_add(-2, words + 1, columns)
    pieces = torch.bincount(words + 1, minlength=n)[:, None]
    share, partner = (rows / pieces)[..., 1:, :].max(dim=-1)
    return partner, share


def sums_first(weights: Tensor, source_words: Tensor, target_words: Tensor) -> Two:
    tokens, targets = source_words.tolist(), target_words.tolist()
    columns = []
    for j in range(max(tokens) + 1):
        pieces = [s for s, word in enumerate(tokens) if word == j]
        columns.append(weights[..., pieces].sum(dim=-1))
    seen = torch.stack(columns, dim=-1)
    rows = []
    for i in range(max(targets) + 1):
        writing = [t - 1 for t, word in enumerate(targets) if word == i]
        rows.append(torch.stack([seen[..., t, :] for t in writing]).mean(dim=0))
    share, partner = torch.stack(rows, dim=-2).topk(1, dim=-1)
    return partner.squeeze(-1), share.squeeze(-1)


def of_the_course(weights: Tensor, source_words: Tensor, target_words: Tensor) -> Two:
    from transformer_lib.decoding import alignment

    course: Any = alignment
    words = target_words[1:].tolist()
    share = course.by_word(weights[..., :-1, :], words, source_words.tolist())
    return share.max(dim=-1).indices, share.max(dim=-1).values


RIGHT = (
    Right("own", "word after word", words_in_turn),
    Right("own", "a matrix on either side", matrices),
    Right("own", "rows and columns added to their words", added_up),
    Right("own", "columns first, in lists", sums_first),
    Right(
        "own",
        "the course's own function",
        of_the_course,
        Verdict.SEALED,
        "by_word is what this task asks you to write",
    ),
)
