"""Weights between words that leave out or mix up who looks."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def itself_left_out(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    found = belongs / belongs.sum(-1, keepdim=True) @ weights @ belongs.T
    return found * (1 - torch.eye(n, dtype=weights.dtype))


def both_ways(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    found = belongs / belongs.sum(-1, keepdim=True) @ weights @ belongs.T
    return (found + found.mT) / 2


def roots(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    even = belongs / belongs.sum(dim=-1, keepdim=True).sqrt()
    return even @ weights @ even.T


def last_piece_is_asked(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    last = len(word_of) - 1 - belongs.flip(-1).argmax(dim=-1)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return (mean @ weights)[..., last]


def yes_or_no(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    found = belongs / belongs.sum(-1, keepdim=True) @ weights @ belongs.T
    return torch.zeros_like(found).scatter(-1, found.argmax(-1, keepdim=True), 1.0)


def middle_piece_asks(weights: Tensor, word_of: Tensor) -> Tensor:
    n, rows = int(word_of.max()) + 1, []
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    on_words = weights @ belongs.T
    for a in range(n):
        rows.append(on_words[..., word_of == a, :].quantile(0.5, dim=-2))
    return torch.stack(rows, dim=-2)


_MODEL = "A trained model in our blocks"

MISTAKES = (
    Mistake(
        "looks of a word at itself left out",
        "The diagonal is zero.",
        "The pieces of a word look at each other. Where does that stand in the table?",
        _MODEL,
        (itself_left_out,),
    ),
    Mistake(
        "looks in both directions averaged",
        "Who looks at whom can no longer be told.",
        "Word 0 looks at word 1, and not the reverse. What does your table say?",
        _MODEL,
        (both_ways,),
    ),
    Mistake(
        "a root of the number of pieces",
        "The division is shared out between those that look and those looked at.",
        "A word of four pieces gets how much of what its pieces got?",
        _MODEL,
        (roots,),
    ),
    Mistake(
        "the last piece that is looked at for its word",
        "What the other pieces got is left out.",
        "A word of three pieces: how many columns go into its column?",
        _MODEL,
        (last_piece_is_asked,),
    ),
    Mistake(
        "yes or no in the place of weights",
        "Each row names one word.",
        "How much does a word give to the second of its favourites?",
        _MODEL,
        (yes_or_no,),
    ),
    Mistake(
        "the middle look of the pieces",
        "A median stands in the place of the mean.",
        "Three pieces give 0, 0 and 0.6. What is the mean?",
        _MODEL,
        (middle_piece_asks,),
    ),
)
