"""Weights between words, put together wrongly from those between pieces."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def sums_both(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    return belongs @ weights @ belongs.T


def means_both(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    belongs = belongs / belongs.sum(dim=-1, keepdim=True)
    return belongs @ weights @ belongs.T


def exchanged(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return belongs @ weights @ mean.T


def mean_of_the_block(weights: Tensor, word_of: Tensor) -> Tensor:
    n, rows = int(word_of.max()) + 1, []
    for a in range(n):
        row = []
        for b in range(n):
            block = weights[..., word_of == a, :][..., word_of == b]
            row.append(block.mean(dim=(-2, -1)))
        rows.append(torch.stack(row, dim=-1))
    return torch.stack(rows, dim=-2)


def transposed(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return (mean @ weights @ belongs.T).mT


def first_piece_asks(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    first = belongs.argmax(dim=-1)
    return (weights @ belongs.T)[..., first, :]


def last_piece_asks(weights: Tensor, word_of: Tensor) -> Tensor:
    n, seq = int(word_of.max()) + 1, len(word_of)
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    last = seq - 1 - belongs.flip(-1).argmax(dim=-1)
    return (weights @ belongs.T)[..., last, :]


def first_piece_is_asked(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return (mean @ weights)[..., belongs.argmax(dim=-1)]


def first_pieces(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    first = (torch.arange(n)[:, None] == word_of).to(weights.dtype).argmax(dim=-1)
    return weights[..., first, :][..., first]


def largest_piece_is_asked(weights: Tensor, word_of: Tensor) -> Tensor:
    n, columns = int(word_of.max()) + 1, []
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    rows = mean @ weights
    for b in range(n):
        columns.append(rows[..., word_of == b].amax(dim=-1))
    return torch.stack(columns, dim=-1)


def largest_piece_asks(weights: Tensor, word_of: Tensor) -> Tensor:
    n, rows = int(word_of.max()) + 1, []
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    on_words = weights @ belongs.T
    for a in range(n):
        rows.append(on_words[..., word_of == a, :].amax(dim=-2))
    return torch.stack(rows, dim=-2)


def scaled_anew(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    found = belongs @ weights @ belongs.T
    return found / found.sum(dim=-1, keepdim=True)


def scaled_before(weights: Tensor, word_of: Tensor) -> Tensor:
    n, real = int(word_of.max()) + 1, word_of >= 0
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    left = weights * real
    return mean @ (left / left.sum(dim=-1, keepdim=True)) @ belongs.T


def softmax_again(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return (mean @ weights @ belongs.T).softmax(dim=-1)


def by_all_pieces(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    return belongs @ weights @ belongs.T / len(word_of)


def by_the_longest_word(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    longest = belongs.sum(dim=-1).max()
    return belongs @ weights @ belongs.T / longest


def spread_to_pieces(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found, real = mean @ weights @ belongs.T, word_of[word_of >= 0]
    return found[..., real, :][..., real]


def overwritten(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    found = weights.new_zeros(*weights.shape[:-2], n, n)
    for query, a in enumerate(word_of.tolist()):
        for key, b in enumerate(word_of.tolist()):
            if a >= 0 and b >= 0:
                found[..., a, b] = weights[..., query, key]
    return found


def lost_to_itself(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    found = belongs / belongs.sum(-1, keepdim=True) @ weights @ belongs.T
    return found + torch.diag_embed(1 - found.sum(dim=-1))


_MODEL = "A trained model in our blocks"

MISTAKES = (
    Mistake(
        "sums over the pieces that look",
        "A word of several pieces gives more than it has.",
        "Three pieces look from one word. Can the word give more than 1?",
        _MODEL,
        (sums_both,),
    ),
    Mistake(
        "means over the pieces that are looked at",
        "A word of several pieces gets less than its pieces got.",
        "One piece of a word got 0.3 and the other 0.1. How much did the word get?",
        _MODEL,
        (means_both, mean_of_the_block),
    ),
    Mistake(
        "mean and sum exchanged",
        "The pieces that look are added, those that are looked at averaged.",
        "Which axis do you add up, that of the tokens that look or the other?",
        _MODEL,
        (exchanged,),
    ),
    Mistake(
        "rows and columns exchanged",
        "The table says by whom a word is looked at.",
        "Which axis of the result is the word that looks?",
        _MODEL,
        (transposed,),
    ),
    Mistake(
        "one piece that looks for its word",
        "The looks of the other pieces are left out.",
        "A word of three pieces: how many rows of the weights go into its row?",
        _MODEL,
        (first_piece_asks, last_piece_asks),
    ),
    Mistake(
        "one piece that is looked at for its word",
        "What the other pieces got is left out.",
        "A word of three pieces: how many columns go into its column?",
        _MODEL,
        (first_piece_is_asked, largest_piece_is_asked),
    ),
    Mistake(
        "one piece for each word",
        "The other pieces neither look nor are looked at.",
        "Where do the weights of the second piece of a word go?",
        _MODEL,
        (first_pieces, overwritten),
    ),
    Mistake(
        "the largest look of the pieces",
        "A word looks as its pieces do where they look most.",
        "Two pieces give 0.3 and 0.1. What is the mean, and what do you take?",
        _MODEL,
        (largest_piece_asks,),
    ),
    Mistake(
        "rows that are scaled anew",
        "What went to special tokens is handed out among the words.",
        "May a row of the result add up to less than 1?",
        _MODEL,
        (scaled_anew, scaled_before),
    ),
    Mistake(
        "a softmax of weights",
        "Weights are treated as if they were scores.",
        "Which step of yours brings in an exponential, and what for?",
        _MODEL,
        (softmax_again,),
    ),
    Mistake(
        "a mean over another number of pieces",
        "Words of different lengths are divided by the same number.",
        "A word of two pieces: by what do you divide, and by what a word of one?",
        _MODEL,
        (by_all_pieces, by_the_longest_word),
    ),
    Mistake(
        "a table of pieces",
        "Each word stands there as often as it has pieces.",
        "How many rows has the result, if five pieces make two words?",
        _MODEL,
        (spread_to_pieces,),
    ),
    Mistake(
        "lost weight given to the word itself",
        "What went to special tokens stands on the diagonal.",
        "Where does the text put the weight that went to special tokens?",
        _MODEL,
        (lost_to_itself,),
    ),
)
