"""Padding masks that still trust the numbers, or trust the wrong id."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def by_a_sum(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (x.sum(dim=-1) != 0)[:, None, None, :]


def by_a_mean(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return x.mean(dim=-1).bool()[:, None, None]


def by_a_sum_and_ids(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = (ids != pad_id) & (x.sum(dim=-1) != 0)
    return words[:, None, None]


def by_a_sum_or_ids(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = ids.ne(pad_id) | x.sum(dim=-1).ne(0)
    return words[:, None, None]


def by_sizes(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (x.abs().sum(dim=-1) != 0)[:, None, None, :]


def by_any_number(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (x != 0).any(dim=-1)[:, None, None]


def by_a_norm(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return x.square().sum(dim=-1).gt(1e-6)[:, None, None]


def by_any_number_and_ids(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = (x != 0).any(dim=-1)
    return words.logical_and(ids != pad_id)[:, None, None]


def by_the_vector_of_padding(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    filler = x[ids == pad_id][0]
    return (x != filler).any(dim=-1)[:, None, None]


def by_the_last_vector(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (x != x[:, -1:]).any(dim=-1)[:, None, None]


def zero_is_padding(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != 0)[:, None, None, :]


def larger_than_padding(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids > pad_id)[:, None, None, :]


def turned_round(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids == pad_id)[:, None, None, :]


def turned_round_twice_thought(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = ids != pad_id
    return ~words[:, None, None]


def two_axes(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return ids != pad_id


def three_axes(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != pad_id)[:, None, :]


def axes_of_queries(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != pad_id)[:, None, :, None]


def rows_too(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = (ids != pad_id)[:, None, None, :]
    return words & words.transpose(-2, -1)


def numbers(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != pad_id)[:, None, None, :].float()


def whole_numbers(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids - pad_id)[:, None, None, :]


def by_lengths(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    n_words = (ids != pad_id).sum(dim=-1)
    return torch.arange(ids.shape[-1]) < n_words[:, None, None, None]


def up_to_the_first(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    ended = (ids == pad_id).cumsum(dim=-1) > 0
    return ~ended[:, None, None]


def ids_moved(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    ids -= pad_id
    return ids.bool()[:, None, None]


def numbers_moved(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    x[ids == pad_id] = 0
    return (ids != pad_id)[:, None, None]


def unlike_the_last(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != ids[:, -1:])[:, None, None]


def causal_too(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    n = ids.shape[1]
    return (ids != pad_id)[:, None, None].expand(-1, 1, n, n).tril()


def causal_too_compared(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    place = torch.arange(ids.shape[1])
    return (ids != pad_id)[:, None, None] & (place <= place[:, None])


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "padding found by a sum",
        "Words that cancel are hidden, or padding with positions is seen.",
        "Your axes are right. For which x is the sum no sign of padding, and what else "
        "were you handed?",
        _PLACES,
        (by_a_sum, by_a_mean, by_a_sum_and_ids, by_a_sum_or_ids),
        ("A25",),
        "A vector that adds up to 0 is padding.",
        "Numbers cancel, and positions are added to padding: only ids tell.",
    ),
    Mistake(
        "padding found by zeros",
        "Padding to which positions were added is seen.",
        "Numbers that cancel do not fool you. Is padding still all zeros after "
        "positions were added, and may a word be?",
        _PLACES,
        (by_sizes, by_any_number, by_a_norm, by_any_number_and_ids),
        ("A25",),
    ),
    Mistake(
        "padding found by its vector",
        "With positions, padding has another vector at each place.",
        "You compare with the vector of one place. Do all places of padding have that "
        "vector, and no word?",
        _PLACES,
        (by_the_vector_of_padding, by_the_last_vector),
    ),
    Mistake(
        "a padding id that is fixed in the code",
        "A word whose id is 0 is hidden, and padding is seen.",
        "You look at ids, as one should. Which id stands for padding here?",
        _PLACES,
        (zero_is_padding,),
        ("G05",),
    ),
    Mistake(
        "ids that are compared by size",
        "Words whose id is smaller than that of padding are hidden.",
        "Large ids are right. Must every word have a larger id than padding?",
        _PLACES,
        (larger_than_padding,),
    ),
    Mistake(
        "a mask turned round",
        "Padding is seen, and words are hidden.",
        "You do find padding. What does True mean in this course?",
        "One meaning, many dialects",
        (turned_round, turned_round_twice_thought),
        ("A20",),
    ),
    Mistake(
        "axes that are missing, or in another order",
        "The mask does not meet the keys of its own text.",
        "Your comparison is right. On which of (batch, heads, query, key) do your "
        "batch and your keys land?",
        _PLACES,
        (two_axes, three_axes, axes_of_queries),
    ),
    Mistake(
        "rows of padding that are closed as well",
        "Padding may look at nothing, and elsewhere its empty rows become NaN.",
        "The columns are right. Who uses what padding finds?",
        _PLACES,
        (rows_too,),
        ("G02",),
    ),
    Mistake(
        "a mask of numbers",
        "It cannot be joined by &, and attention refuses it.",
        "The right places are marked. Of which dtype is your mask?",
        _PLACES,
        (numbers, whole_numbers),
        ("C08",),
    ),
    Mistake(
        "padding that is taken to stand at the end",
        "Where it stands in front, words are hidden.",
        "Padding at the end is right. Does a count, or the last id of a row, "
        "say where the words stand?",
        _PLACES,
        (by_lengths, up_to_the_first, unlike_the_last),
    ),
    Mistake(
        "a causal mask as well",
        "Words do not see the words that come after them.",
        "Padding is right. Does a padding mask ask which place comes first?",
        _PLACES,
        (causal_too, causal_too_compared),
    ),
    Mistake(
        "inputs that are written over",
        "The mask is right, and the caller's x or ids are changed.",
        "Which of your lines writes into a tensor that was handed in?",
        _PLACES,
        (ids_moved, numbers_moved),
    ),
)
