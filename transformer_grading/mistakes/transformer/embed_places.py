"""Words that are told the wrong place."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def none_added(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    return table[ids] * math.sqrt(table.shape[1])


def none_added_zeros(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = math.sqrt(table.shape[1]) * table[ids]
    return words + torch.zeros_like(positions)[start : start + ids.shape[-1]]


def no_start(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    return table[ids] * math.sqrt(table.shape[1]) + positions[: ids.shape[-1]]


def no_start_arange(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = torch.arange(ids.shape[-1])
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


def one_row(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    return table[ids] * math.sqrt(table.shape[1]) + positions[start]


def one_row_kept(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    return table[ids] * math.sqrt(table.shape[1]) + positions[start : start + 1]


def one_late(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    places = (torch.arange(ids.shape[-1]) + start + 1) % len(positions)
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


def one_late_rolled(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    moved = positions.roll(-1, 0)[start : start + ids.shape[-1]]
    return table[ids] * math.sqrt(table.shape[1]) + moved


def one_early(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    moved = positions.roll(1, 0)[start : start + ids.shape[-1]]
    return table[ids] * math.sqrt(table.shape[1]) + moved


def by_the_word(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = (ids + start) % len(positions)
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


def by_the_word_alone(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    return table[ids] * math.sqrt(table.shape[1]) + positions[ids % len(positions)]


def last_rows(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    end = len(positions) - start
    places = positions[end - ids.shape[-1] : end]
    return table[ids] * math.sqrt(table.shape[1]) + places


def backwards(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    places = positions[start : start + ids.shape[-1]].flip(0)
    return table[ids] * math.sqrt(table.shape[1]) + places


def over_sentences(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(table.shape[1])
    if ids.dim() < 2:
        return words + positions[start : start + ids.shape[-1]]
    places = positions[start : start + ids.shape[0]]
    return words + places.reshape(-1, *[1] * (ids.dim() - 1), positions.shape[1])


def counted_on(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    places = (torch.arange(ids.numel()).reshape(ids.shape) + start) % len(positions)
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


def multiplied(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    return table[ids] * math.sqrt(table.shape[1]) * places


def taken_away(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    return table[ids] * math.sqrt(table.shape[1]) - places


def appended(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids] * math.sqrt(table.shape[1])
    places = positions[start : start + ids.shape[-1]].expand_as(words)
    return torch.cat([words, places], dim=-1)


def start_twice(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = (torch.arange(ids.shape[-1]) + 2 * start) % len(positions)
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


def start_taken_away(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = (torch.arange(ids.shape[-1]) - start) % len(positions)
    return table[ids] * math.sqrt(table.shape[1]) + positions[places]


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "no positions",
        "All places look alike.",
        "A word at place 0 and the same word at place 3: where do they differ in your "
        "result?",
        _PIPE,
        (none_added, none_added_zeros),
    ),
    Mistake(
        "a start that is ignored",
        "Words that come late are told that they come first.",
        "A single word comes second. Which row of the positions does yours take?",
        _PIPE,
        (no_start, no_start_arange),
    ),
    Mistake(
        "one place for all words of a sentence",
        "All words get the row of the first one.",
        "Three words come at once. How many rows of positions do they need?",
        _PIPE,
        (one_row, one_row_kept),
    ),
    Mistake(
        "places counted from another number than 0",
        "Every word gets the row of its neighbour.",
        "Which row belongs to the first word of a text?",
        _PIPE,
        (one_late, one_late_rolled, one_early),
    ),
    Mistake(
        "positions chosen by the word",
        "The row depends on which word it is, not on where it stands.",
        "The same word stands at places 0 and 3. Which rows do you add?",
        _PIPE,
        (by_the_word, by_the_word_alone),
    ),
    Mistake(
        "positions from the wrong end",
        "Rows are taken from behind, or in the wrong order.",
        "There are 100 rows and 3 words. Which three rows are theirs, in which order?",
        _PIPE,
        (last_rows, backwards),
    ),
    Mistake(
        "positions along the wrong axis",
        "Sentences are counted, or words on from one sentence to the next.",
        "Two sentences in a batch: should the second one get other positions than the "
        "first?",
        _PIPE,
        (over_sentences, counted_on),
    ),
    Mistake(
        "positions that are not added",
        "They are multiplied, taken away or appended.",
        "The word is zero. What should be left of the sum?",
        _PIPE,
        (multiplied, taken_away, appended),
    ),
    Mistake(
        "a start that moves the wrong way or too far",
        "Without a start all is well, with one the wrong rows are taken.",
        "start says how many words came before. Which row belongs to the next one?",
        _PIPE,
        (start_twice, start_taken_away),
    ),
)
