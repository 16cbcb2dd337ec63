"""Words that are brought to the wrong size."""

import math

import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def plain(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    return table[ids] + positions[start : start + ids.shape[-1]]


def plain_lookup(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = F.embedding(ids, table)
    return words + positions.narrow(0, start, ids.shape[-1])


def divided(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids] / math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def divided_power(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    return F.embedding(ids, table) * (1 / math.sqrt(table.shape[1])) + places


def no_root(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids] * table.shape[1]
    return words + positions[start : start + ids.shape[-1]]


def square(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids] * table.shape[1] ** 2
    return words + positions[start : start + ids.shape[-1]]


def fourth_root(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(math.sqrt(table.shape[1]))
    return words + positions[start : start + ids.shape[-1]]


def of_the_rows(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(len(table))
    return words + positions[start : start + ids.shape[-1]]


def of_the_length(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(ids.shape[-1])
    return words + positions[start : start + ids.shape[-1]]


def of_the_places(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(len(positions))
    return words + positions[start : start + ids.shape[-1]]


def both(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    total = table[ids] + positions[start : start + ids.shape[-1]]
    return total * math.sqrt(table.shape[1])


def both_apart(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    root = math.sqrt(table.shape[1])
    return root * table[ids] + root * positions[start : start + ids.shape[-1]]


def places_alone(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    return table[ids] + places * math.sqrt(table.shape[1])


def places_divided(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    return math.sqrt(table.shape[1]) * table[ids] + places / math.sqrt(table.shape[1])


def normalised(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = F.normalize(table[ids], dim=-1) * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def layer_normed(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = F.layer_norm(table[ids], table.shape[1:])
    return words + positions[start : start + ids.shape[-1]]


def fixed(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    return 2 * table[ids] + positions[start : start + ids.shape[-1]]


def fixed_at_base(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(512)
    return words + positions[start : start + ids.shape[-1]]


_TABLE = "One table for words in and scores out"
_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "words that keep the size of the table",
        "The rows of the table come in as small as they are.",
        "How large is a row of the table beside a row of positions, and what brings "
        "the one to the size of the other?",
        _TABLE,
        (plain, plain_lookup),
        (),
        "A row of the table is the word's vector, and needs nothing.",
        "It is small, so that scores stay near 1; at the entrance it is enlarged.",
    ),
    Mistake(
        "words divided by the root of d_model",
        "The rows come in smaller than they are, not larger.",
        "Attention divides its scores, to make them smaller. What is wanted here?",
        _TABLE,
        (divided, divided_power),
    ),
    Mistake(
        "another power of d_model than its root",
        "The factor grows with d_model, but not as its root.",
        "With d_model = 4 and with d_model = 9: by what is a row multiplied in your "
        "code, and by what in the text?",
        _TABLE,
        (no_root, square, fourth_root),
    ),
    Mistake(
        "the root of another size than d_model",
        "The factor depends on how many words or places there are.",
        "Which axis of the table says how many features a word has?",
        _TABLE,
        (of_the_rows, of_the_length, of_the_places),
    ),
    Mistake(
        "positions multiplied together with the words",
        "The factor falls on the sum, and positions get too large.",
        "What does the text say about how positions are added?",
        _PIPE,
        (both, both_apart),
    ),
    Mistake(
        "a factor on the positions that belongs to the words",
        "Positions are enlarged or made smaller, although they come as they are.",
        "Let the table be zeros: what should come out, and what comes out of yours?",
        _PIPE,
        (places_alone, places_divided),
    ),
    Mistake(
        "words that are all normalised",
        "Every word gets the same length, whatever its row is.",
        "Two rows, one twice as long as the other: should their words differ?",
        _TABLE,
        (normalised, layer_normed),
    ),
    Mistake(
        "a factor that is written down as a number",
        "The factor fits one d_model and no other.",
        "What is your factor when a token has 9 features?",
        _TABLE,
        (fixed, fixed_at_base),
    ),
)
