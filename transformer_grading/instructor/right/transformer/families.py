"""Right ways to say who looks at whom in three families."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.masking.masks import causal_mask


def compared(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    past = place <= place[:, None]
    inside = place < prefix[:, None, None, None]
    return (past | inside) & (place < words[:, None, None, None])


def triangle(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    mask = torch.ones(len(prefix), 1, seq, seq, dtype=torch.bool).tril()
    for i, (p, n) in enumerate(zip(prefix.tolist(), words.tolist(), strict=True)):
        mask[i, :, :, :p] = True
        mask[i, :, :, n:] = False
    return mask


def pair_by_pair(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    rows = [
        [[(k <= q or k < p) and k < n for k in range(seq)] for q in range(seq)]
        for p, n in zip(prefix.tolist(), words.tolist(), strict=True)
    ]
    return torch.tensor(rows)[:, None]


def last_seen(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    reach = torch.maximum(torch.arange(1, seq + 1), prefix[:, None])
    reach = torch.minimum(reach, words[:, None])
    return torch.arange(seq) < reach[:, None, :, None]


def four_parts(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    place = torch.arange(seq)
    read = (place < prefix[:, None])[:, None, None]
    inside = read & read.mT
    after = ~read.mT & (read | (place[:, None] >= place))
    return (inside | after) & (place < words[:, None])[:, None, None]


def written_past_alone(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    past = torch.ones(seq, seq).tril() > 0
    key = torch.arange(seq).expand(len(prefix), 1, 1, seq)
    real = key < words.view(-1, 1, 1, 1)
    return torch.logical_or(past & real, key < prefix.view(-1, 1, 1, 1))


def hidden_first(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    future = torch.ones(seq, seq, dtype=torch.bool).triu(1)
    key = torch.arange(seq)
    outside = key >= prefix[:, None]
    padding = key >= words[:, None]
    hidden = (future & outside[:, None]) | padding[:, None]
    return ~hidden.unsqueeze(1)


def counted_up(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    group = torch.arange(seq) - prefix[:, None] + 1
    group = group.clamp(min=0)
    real = torch.arange(seq) < words[:, None]
    return ((group[:, None, :] <= group[:, :, None]) & real[:, None])[:, None]


def numbers_first(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    mask = torch.zeros(len(prefix), seq, seq)
    for text in range(len(prefix)):
        for query in range(seq):
            mask[text, query, : max(query + 1, int(prefix[text]))] = 1
        mask[text, :, int(words[text]) :] = 0
    return mask.bool().reshape(-1, 1, seq, seq)


def of_the_course(prefix: Tensor, words: Tensor, seq: int) -> Tensor:
    key = torch.arange(seq)
    inside = key < prefix[:, None, None, None]
    return (causal_mask(seq) | inside) & (key < words[:, None, None, None])


RIGHT = (
    Right("own", "places compared", compared),
    Right("own", "a triangle, opened and closed text by text", triangle),
    Right("own", "pair by pair", pair_by_pair),
    Right("own", "how far each query sees", last_seen),
    Right("own", "prefix and rest one by one", four_parts),
    Right("own", "padding taken from the triangle alone", written_past_alone),
    Right("own", "what is hidden, turned round", hidden_first),
    Right("own", "groups counted up, as in later papers", counted_up),
    Right("own", "ones and zeros, made boolean at the end", numbers_first),
    Right(
        "own",
        "the course's causal_mask",
        of_the_course,
        Verdict.SEALED,
        "causal_mask is what this task asks you to write",
    ),
)
