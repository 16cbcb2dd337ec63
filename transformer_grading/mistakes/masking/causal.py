"""Causal masks that show too much, too little, or the wrong corner."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def itself_hidden(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril(key - query - 1)


def itself_hidden_compared(query: int, key: int) -> Tensor:
    own = torch.arange(key - query, key)
    return torch.arange(key) < own[:, None]


def itself_hidden_upside_down(query: int, key: int) -> Tensor:
    return torch.ones(query, key).triu(diagonal=key - query) == 0


def itself_hidden_in_a_loop(query: int, key: int) -> Tensor:
    mask = torch.zeros(query, key, dtype=torch.bool)
    for i in range(query):
        mask[i, : key - query + i] = True
    return mask


def one_too_many(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril(diagonal=key - query + 1)


def one_too_many_upside_down(query: int, key: int) -> Tensor:
    return ~torch.ones(query, key, dtype=torch.bool).triu(key - query + 2)


def one_too_many_compared(query: int, key: int) -> Tensor:
    own = torch.arange(query) + key - query
    return torch.arange(key)[None] <= own[:, None] + 1


def top_left(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril()


def top_left_compared(query: int, key: int) -> Tensor:
    return torch.arange(key) <= torch.arange(query)[:, None]


def top_left_filled_up(query: int, key: int) -> Tensor:
    square = torch.ones(query, query, dtype=torch.bool).tril()
    return torch.nn.functional.pad(square, (0, key - query), value=False)


def future(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).triu(key - query)


def future_of_the_first(query: int, key: int) -> Tensor:
    return torch.triu(torch.ones(query, key)).bool()


def future_compared(query: int, key: int) -> Tensor:
    own = torch.arange(key)[-query:].unsqueeze(1)
    return torch.arange(key) >= own


def turned_round(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).triu(key - query + 1)


def turned_round_twice_thought(query: int, key: int) -> Tensor:
    return ~torch.ones(query, key, dtype=torch.bool).tril(key - query)


def turned_round_compared(query: int, key: int) -> Tensor:
    i = torch.arange(query)[:, None]
    j = torch.arange(key)[None, :]
    return j - i > key - query


def ones_and_zeros(query: int, key: int) -> Tensor:
    return torch.ones(query, key).tril(key - query)


def whole_numbers(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.long).tril(key - query)


def added(query: int, key: int) -> Tensor:
    return torch.full((query, key), -math.inf).triu(key - query + 1)


def square(query: int, key: int) -> Tensor:
    return torch.ones(query, query, dtype=torch.bool).tril()


def square_of_keys(query: int, key: int) -> Tensor:
    return torch.ones(key, key, dtype=torch.bool).tril()


def lying(query: int, key: int) -> Tensor:
    return torch.ones(key, query, dtype=torch.bool).tril()


def lying_transposed(query: int, key: int) -> Tensor:
    mask = torch.ones(query, key, dtype=torch.bool).tril(key - query)
    return mask.T


def wrong_way(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril(query - key)


def wrong_way_compared(query: int, key: int) -> Tensor:
    shifted = torch.arange(key) + (key - query)
    return shifted[None, :] <= torch.arange(query)[:, None]


def new_words_only(query: int, key: int) -> Tensor:
    kept = torch.zeros(query, key - query, dtype=torch.bool)
    new = torch.ones(query, query, dtype=torch.bool).tril()
    return torch.cat([kept, new], dim=1)


def new_words_only_by_a_band(query: int, key: int) -> Tensor:
    past = torch.ones(query, key, dtype=torch.bool).tril(key - query)
    past[:, : key - query] = False
    return past


def nothing_hidden(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool)


def triangle_thrown_away(query: int, key: int) -> Tensor:
    mask = torch.ones(query, key, dtype=torch.bool)
    torch.tril(mask, diagonal=key - query)
    return mask


_AHEAD = "No looking ahead"
_DIALECTS = "One meaning, many dialects"

MISTAKES = (
    Mistake(
        "a word that may not see itself",
        "The diagonal is hidden, and the first word of a text sees nothing.",
        "The future is hidden. A word at place i guesses word i + 1: is its own word "
        "a secret?",
        _AHEAD,
        (
            *(itself_hidden, itself_hidden_compared),
            *(itself_hidden_upside_down, itself_hidden_in_a_loop),
        ),
        ("C01",),
        "A word that sees itself sees the answer.",
        "The answer is the next word; a word's own id is its question.",
    ),
    Mistake(
        "a triangle that is one place too wide",
        "Each word sees the one after it, which it should guess.",
        "The shape is right. How many keys may the first of three words see, and how "
        "many does your first row show?",
        "Caught red-handed",
        (one_too_many, one_too_many_upside_down, one_too_many_compared),
    ),
    Mistake(
        "a triangle in the top left corner",
        "The new words are taken for the first words of the text.",
        "As many keys as queries: right. If there are more, which place of the text "
        "has the last query?",
        _DIALECTS,
        (top_left, top_left_compared, top_left_filled_up),
        (),
        "Query 0 belongs to key 0, whatever the sizes.",
        "With kept keys the queries are the last places of the text.",
    ),
    Mistake(
        "a triangle on the side of the future",
        "Each word sees itself and what comes after it.",
        "A triangle it is. Which corner of the table means a late query and an early "
        "key, and is it open?",
        _AHEAD,
        (future, future_of_the_first, future_compared),
        ("C03",),
    ),
    Mistake(
        "a mask turned round",
        "True stands where a word may not look.",
        "You found the right triangle. What does True mean in this course: may look, "
        "or is hidden?",
        _DIALECTS,
        (turned_round, turned_round_twice_thought, turned_round_compared),
        ("A20",),
    ),
    Mistake(
        "numbers in the place of True and False",
        "The mask cannot be joined with others by &, and attention refuses it.",
        "The right places are marked. Of which dtype is your table, and which one "
        "does a mask have here?",
        _AHEAD,
        (ones_and_zeros, whole_numbers, added),
        ("C08",),
        "A mask of 1 and 0 is as good as one of True and False.",
        "~1 is -2, and some code adds numbers to the scores: the dtype has a meaning.",
    ),
    Mistake(
        "one of the two sizes left out",
        "The mask is as wide as it is high.",
        "It holds for as many keys as queries. Where in your code do both `query` "
        "and `key` appear?",
        _DIALECTS,
        (square, square_of_keys),
    ),
    Mistake(
        "queries and keys that changed places",
        "The table has a row for each key.",
        "Which of the two axes of a mask comes first: who looks, or who is seen?",
        _AHEAD,
        (lying, lying_transposed),
    ),
    Mistake(
        "a triangle moved to the wrong side",
        "With more keys than queries, words lose sight of what is next to them.",
        "You do move the triangle when there are more keys. Should more kept keys "
        "open more places of a row, or fewer?",
        _DIALECTS,
        (wrong_way, wrong_way_compared),
    ),
    Mistake(
        "kept keys that nobody sees",
        "New words see new words only, as if the text began with them.",
        "Among the new words all is right. Why were the keys of the older words kept?",
        _DIALECTS,
        (new_words_only, new_words_only_by_a_band),
    ),
    Mistake(
        "a mask that hides nothing",
        "Every word sees every word, its answer included.",
        "Which line of yours makes an entry False, and what becomes of its result?",
        _AHEAD,
        (nothing_hidden, triangle_thrown_away),
    ),
)
