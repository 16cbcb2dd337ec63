"""Weights between words with the wrong words, axes or effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def special_is_a_word(weights: Tensor, word_of: Tensor) -> Tensor:
    number = word_of + 1 if bool((word_of < 0).any()) else word_of
    belongs = (torch.arange(int(number.max()) + 1)[:, None] == number).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found: Tensor = mean @ weights @ belongs.T
    return found


def unique_numbers(weights: Tensor, word_of: Tensor) -> Tensor:
    belongs = (word_of.unique()[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found: Tensor = mean @ weights @ belongs.T
    return found


def unique_runs(weights: Tensor, word_of: Tensor) -> Tensor:
    _, run = word_of.unique_consecutive(return_inverse=True)
    belongs = (torch.arange(int(run.max()) + 1)[:, None] == run).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found: Tensor = mean @ weights @ belongs.T
    return found


def special_in_the_last(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of % n).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.T


def special_in_the_first(weights: Tensor, word_of: Tensor) -> Tensor:
    word_of = word_of.clamp(min=0)
    belongs = (torch.arange(int(word_of.max()) + 1)[:, None] == word_of).to(weights)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.mT


def special_with_the_word_before(weights: Tensor, word_of: Tensor) -> Tensor:
    word_of = word_of.cummax(dim=0).values.clamp(min=0)
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    return belongs / belongs.sum(-1, keepdim=True) @ weights @ belongs.mT


def special_looks(weights: Tensor, word_of: Tensor) -> Tensor:
    number = word_of + 1 if bool((word_of < 0).any()) else word_of
    asks = (torch.arange(int(number.max()) + 1)[:, None] == number).to(weights.dtype)
    asked = (torch.arange(int(word_of.max()) + 1)[:, None] == word_of).to(asks.dtype)
    return asks / asks.sum(dim=-1, keepdim=True) @ weights @ asked.T


def special_is_asked(weights: Tensor, word_of: Tensor) -> Tensor:
    number = word_of + 1 if bool((word_of < 0).any()) else word_of
    asked = (torch.arange(int(number.max()) + 1)[:, None] == number).to(weights.dtype)
    asks = (torch.arange(int(word_of.max()) + 1)[:, None] == word_of).to(asked.dtype)
    return asks / asks.sum(dim=-1, keepdim=True) @ weights @ asked.T


def ends_cut_off(weights: Tensor, word_of: Tensor) -> Tensor:
    inner = slice(1, -1) if len(word_of) > 2 else slice(None)
    weights, word_of = weights[..., inner, inner], word_of[inner]
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.T


def one_word_short(weights: Tensor, word_of: Tensor) -> Tensor:
    n = max(1, int(word_of.max()))
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.T


def one_word_more(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 2
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True).clamp(min=1)
    return mean @ weights @ belongs.T


def as_many_as_pieces(weights: Tensor, word_of: Tensor) -> Tensor:
    belongs = (torch.arange(len(word_of))[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True).clamp(min=1)
    return mean @ weights @ belongs.T


def axes_in_front_averaged(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found = mean @ weights @ belongs.T
    return found.flatten(0, -3).mean(dim=0) if found.dim() > 2 else found


def first_of_all(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found = mean @ weights @ belongs.T
    return found.flatten(0, -3)[0] if found.dim() > 2 else found


def always_four_axes(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found = mean @ weights @ belongs.T
    return found[None] if found.dim() == 3 else found.reshape(-1, n, n)[:, None]


def one_map_alone(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    rows = []
    for a in range(n):
        row = weights[word_of == a].mean(dim=0)
        rows.append(torch.stack([row[word_of == b].sum() for b in range(n)]))
    return torch.stack(rows)


def special_rows_cleared(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    found = mean @ weights @ belongs.T
    weights[..., word_of < 0, :] = 0
    return found


def numbers_changed(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    word_of[word_of < 0] = n
    belongs = (torch.arange(n)[:, None] == word_of).to(weights.dtype)
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights @ belongs.T


def single(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).float()
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return mean @ weights.float() @ belongs.T


def there_and_back(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).float()
    mean = belongs / belongs.sum(dim=-1, keepdim=True)
    return (mean @ weights.float() @ belongs.T).to(weights.dtype)


def float_alone(weights: Tensor, word_of: Tensor) -> Tensor:
    n = int(word_of.max()) + 1
    belongs = (torch.arange(n)[:, None] == word_of).float()
    return belongs / belongs.sum(dim=-1, keepdim=True) @ weights @ belongs.T


_MODEL = "A trained model in our blocks"

MISTAKES = (
    Mistake(
        "special tokens as a word of their own",
        "The table has a row and a column more.",
        "How many words has a sentence with one word and two special tokens?",
        _MODEL,
        (special_is_a_word, unique_numbers),
    ),
    Mistake(
        "each special token as a word",
        "The table has rows and columns for tokens that belong to no word.",
        "How many words has a sentence with one word and two special tokens?",
        _MODEL,
        (unique_runs,),
    ),
    Mistake(
        "special tokens in a word of the sentence",
        "A word gets what lay on tokens that belong to none.",
        "Into which row and column do the weights of a token with the number -1 go?",
        _MODEL,
        (special_in_the_last, special_in_the_first, special_with_the_word_before),
    ),
    Mistake(
        "special tokens left out on one side alone",
        "They still look, or are still looked at.",
        "How many rows has your result, and how many columns?",
        _MODEL,
        (special_looks, special_is_asked),
    ),
    Mistake(
        "the first and the last token cut off",
        "They are special in many sentences, and not in all.",
        "Which tokens does the text call special, and where may they stand?",
        _MODEL,
        (ends_cut_off,),
    ),
    Mistake(
        "another number of words than there are",
        "The table is too small or too large.",
        "The largest number is 3. How many words are there?",
        _MODEL,
        (one_word_short, one_word_more, as_many_as_pieces),
    ),
    Mistake(
        "axes in front that do not come out as they went in",
        "They are averaged or reshaped away.",
        "Weights come in with the axes (2, 3, seq, seq). What comes out?",
        _MODEL,
        (axes_in_front_averaged, first_of_all, always_four_axes),
    ),
    Mistake(
        "a single map",
        "Axes in front are taken for those of the map.",
        "Which axes of the weights do your lines select from?",
        _MODEL,
        (one_map_alone,),
    ),
    Mistake(
        "pieces changed by the call",
        "The table is right, and what was handed in has become something else.",
        "Which of your lines writes into a tensor that was handed in?",
        _MODEL,
        (special_rows_cleared, numbers_changed),
    ),
    Mistake(
        "a table in float32 on the way",
        "From float64 half the digits are lost.",
        "Which of your lines names a dtype?",
        _MODEL,
        (single, there_and_back, float_alone),
    ),
)
