"""Inputs of a model whose words and positions are put together wrongly."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def no_root(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.mT


def no_root_by_embedding(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = torch.nn.functional.embedding(ids, table)
    places = positions.narrow(0, 0, ids.size(1))
    return words + places, torch.nn.functional.linear(states, table)


def root_at_the_logits(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    root = math.sqrt(table.shape[-1])
    found = table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.mT * root


def logits_divided(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    root = math.sqrt(table.shape[-1])
    found = table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.mT / root


def root_at_both(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    scaled = table * math.sqrt(table.shape[-1])
    return scaled[ids] + positions[: ids.shape[-1]], states @ scaled.mT


def divided_at_the_other(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    root = math.sqrt(table.shape[-1])
    words = root * table[ids]
    return words + positions[: ids.shape[-1]], states @ table.mT / root


def positions_too(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = table[ids] + positions[: ids.shape[-1]]
    return found * math.sqrt(table.shape[-1]), states @ table.mT


def positions_only(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    places = math.sqrt(table.shape[-1]) * positions[: ids.shape[-1]]
    return table[ids] + places, states @ table.mT


def positions_divided(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    places = positions[: ids.shape[-1]] / math.sqrt(table.shape[-1])
    return table[ids] + places, states @ table.mT


def divided(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = table[ids] / math.sqrt(table.shape[-1])
    return words + positions[: ids.shape[-1]], states @ table.mT


def times_d_model(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = table[ids] * table.shape[-1]
    return words + positions[: ids.shape[-1]], states @ table.mT


def by_vocab(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = table[ids] * math.sqrt(table.shape[0])
    return words + positions[: ids.shape[-1]], states @ table.mT


def by_length(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = table[ids] * math.sqrt(ids.shape[-1])
    return words + positions[: ids.shape[-1]], states @ table.mT


def by_places(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = table[ids] * math.sqrt(len(positions))
    return words + positions[: ids.shape[-1]], states @ table.mT


def measured(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = torch.nn.functional.normalize(table[ids], dim=-1)
    words = words * math.sqrt(table.shape[-1])
    return words + positions[: ids.shape[-1]], states @ table.mT


def no_positions(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    return words, states @ table.mT


def positions_from_one(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    places = torch.arange(1, ids.shape[-1] + 1) % len(positions)
    return words + positions[places], states @ table.mT


def last_positions(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    return words + positions[-ids.shape[-1] :], states @ table.mT


def positions_of_words(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    return words + positions[ids % len(positions)], states @ table.mT


def first_position(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    return words + positions[0], states @ table.mT


def positions_of_texts(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = math.sqrt(table.shape[-1]) * table[ids]
    return words + positions[: len(ids), None], states @ table.mT


_ROOT = "The same idea, and another root"

MISTAKES = (
    Mistake(
        "words that are not multiplied",
        "A table that is fit for the logits is small beside the positions.",
        "Words and positions are added as they should be. How large are the entries of "
        "a table of variance 1/d_model, and how large those of the positions?",
        _ROOT,
        (no_root, no_root_by_embedding),
        ("T01",),
        "Embeddings are used as they stand in the table.",
        "A shared table is small: its rows are multiplied by √d_model at the input.",
        ("gradient",),
    ),
    Mistake(
        "a root at the logits in the place of one at the input",
        "The logits are scaled, and the words are not.",
        "You use the root once, at the other end. Which end wants a table of variance "
        "1/d_model, and which wants larger numbers?",
        _ROOT,
        (root_at_the_logits, logits_divided),
        ("T02",),
        "It does not matter at which end of the model the root stands.",
        "It stands at the input; the logits are plain dot products.",
    ),
    Mistake(
        "a root at both ends",
        "The input is right, and the logits are off by √d_model.",
        "The input is right. Which of the two uses of a table is scaled in the text, "
        "and which in your code?",
        _ROOT,
        (root_at_both, divided_at_the_other),
        ("T02",),
        "A shared table is scaled once for all of its uses.",
        "Only the input is scaled; the table itself stays as it is.",
    ),
    Mistake(
        "positions that are multiplied or divided as well",
        "The root changes the positions, alone or with the words.",
        "Your root is there. Which of the two is too small beside the other, and does "
        "your root change their proportion as asked?",
        _ROOT,
        (positions_too, positions_only, positions_divided),
    ),
    Mistake(
        "a division at the input",
        "The words become even smaller.",
        "The root is at the right end. Are the entries of the table too small or too "
        "large beside the positions?",
        _ROOT,
        (divided,),
        (),
        "Both roots of the Transformer divide.",
        "Scores are divided by √d_k, words are multiplied by √d_model.",
    ),
    Mistake(
        "a factor of another size",
        "Words are multiplied by something else than √d_model.",
        "You multiply the right thing. With d_model = 4, what does your code multiply "
        "a word by?",
        _ROOT,
        (times_d_model, by_vocab, by_length, by_places),
    ),
    Mistake(
        "words whose length is measured first",
        "Every word comes in with the same length.",
        "Words have the right size on average. Does a word with a longer row still "
        "come in longer?",
        _ROOT,
        (measured,),
    ),
    Mistake(
        "positions that are not added",
        "A word is the same wherever it stands.",
        "Your words are right. What tells the model where they stand?",
        _ROOT,
        (no_positions,),
    ),
    Mistake(
        "positions of other places",
        "Each word gets a row of the positions that is not its own.",
        "Your words are right. Which row of the positions belongs to the first word of "
        "each text?",
        _ROOT,
        (
            *(positions_from_one, last_positions, positions_of_words),
            *(first_position, positions_of_texts),
        ),
    ),
)
