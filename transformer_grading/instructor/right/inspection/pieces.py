"""Right ways to make weights between words of those between pieces."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right


def two_matrices(weights: Tensor, word_of: Tensor) -> Tensor:
    number = torch.arange(int(word_of.max()) + 1)
    belongs = (number[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.T


def block_by_block(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    found = weights.new_zeros(*weights.shape[:-2], n, n)
    for a in range(n):
        for b in range(n):
            block = weights[..., word_of == a, :][..., word_of == b]
            found[..., a, b] = block.sum(dim=-1).mean(dim=-1)
    return found


def columns_then_rows(weights: Tensor, word_of: Tensor) -> Tensor:
    words = range(int(word_of.max()) + 1)
    to = torch.stack([weights[..., word_of == b].sum(dim=-1) for b in words], dim=-1)
    return torch.stack([to[..., word_of == a, :].mean(dim=-2) for a in words], dim=-2)


def added_up_by_index(weights: Tensor, word_of: Tensor) -> Tensor:
    real = word_of >= 0
    inner, word = weights[..., real, :][..., real], word_of[real]
    n = int(word.max()) + 1
    to = inner.new_zeros(*inner.shape[:-1], n).index_add(-1, word, inner)
    found = to.new_zeros(*to.shape[:-2], n, n).index_add(-2, word, to)
    return found / word.bincount(minlength=n)[:, None]


def piece_by_piece(weights: Tensor, word_of: Tensor) -> Tensor:
    numbers = word_of.tolist()
    n = max(numbers) + 1
    found = weights.new_zeros(*weights.shape[:-2], n, n)
    for query, a in enumerate(numbers):
        for key, b in enumerate(numbers):
            if a >= 0 and b >= 0:
                found[..., a, b] += weights[..., query, key] / numbers.count(a)
    return found


def a_word_more_cut_off(weights: Tensor, word_of: Tensor) -> Tensor:
    number = word_of + 1
    belongs = torch.eye(int(number.max()) + 1, dtype=weights.dtype)[number]
    belongs = belongs[:, 1:]
    mean = belongs / belongs.sum(dim=0)
    return torch.einsum("qa,...qk,kb->...ab", mean, weights, belongs)


def sums_and_lengths(weights: Tensor, word_of: Tensor) -> Tensor:
    belongs = word_of.unsqueeze(1).eq(torch.arange(1 + int(word_of.max())))
    belongs = belongs.to(weights)
    sums = belongs.mT @ (weights @ belongs)
    return sums / belongs.sum(dim=0).unsqueeze(1)


def runs(weights: Tensor, word_of: Tensor) -> Tensor:
    real = word_of >= 0
    inner = weights[..., real, :][..., real]
    _, lengths = word_of[real].unique_consecutive(return_counts=True)
    rows = inner.split(lengths.tolist(), dim=-2)
    means = torch.cat([part.mean(dim=-2, keepdim=True) for part in rows], dim=-2)
    columns = means.split(lengths.tolist(), dim=-1)
    return torch.cat([part.sum(dim=-1, keepdim=True) for part in columns], dim=-1)


RIGHT = (
    Right("own", "two matrices of who belongs to whom", two_matrices),
    Right("own", "block by block", block_by_block),
    Right("own", "columns first, then rows", columns_then_rows),
    Right("own", "index_add and bincount", added_up_by_index),
    Right("own", "piece by piece", piece_by_piece),
    Right("own", "special tokens as a word that is cut off", a_word_more_cut_off),
    Right("own", "sums, divided by the lengths at the end", sums_and_lengths),
    Right("own", "runs of pieces, cut apart", runs),
)
