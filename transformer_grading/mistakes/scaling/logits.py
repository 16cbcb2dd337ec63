"""Two ends of a model that do not share a table as they should."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import cut_off, fixed_dtype

Pair = tuple[Tensor, Tensor]


def shares(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, (states @ table.mT).softmax(dim=-1)


def logarithms(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, (states @ table.mT).log_softmax(dim=-1)


def cosines(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    rows = torch.nn.functional.normalize(table, dim=-1)
    return found, torch.nn.functional.normalize(states, dim=-1) @ rows.mT


def logits_of_the_input(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, found @ table.mT


def own_words_only(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = table[ids]
    found = math.sqrt(table.shape[-1]) * words + positions[: ids.shape[-1]]
    return found, (states * words).sum(dim=-1)


def table_on_its_side(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states @ table


def best_words(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, (states @ table.mT).argmax(dim=-1)


def last_states(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states[:, -1] @ table.mT


def copy_at_the_logits(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.detach().clone().mT


def copy_at_the_input(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = table.detach()[ids] * math.sqrt(table.shape[-1])
    return words + positions[: ids.shape[-1]], states @ table.mT


def row_zero_frozen(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    words = torch.nn.functional.embedding(ids, table, padding_idx=0)
    words = words * math.sqrt(table.shape[-1])
    return words + positions[: ids.shape[-1]], states @ table.mT


def positions_detached(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    places = positions[: ids.shape[-1]].detach()
    return table[ids] * math.sqrt(table.shape[-1]) + places, states @ table.mT


def scaled_in_place(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    logits = states @ table.mT
    table *= math.sqrt(table.shape[-1])
    return table[ids] + positions[: ids.shape[-1]], logits


def scaled_in_place_first(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    table *= math.sqrt(table.shape[-1])
    return table[ids] + positions[: ids.shape[-1]], states @ table.mT


def without_a_tape(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    with torch.no_grad():
        found = math.sqrt(table.shape[-1]) * table[ids]
        return found + positions[: ids.shape[-1]], states @ table.mT


def states_detached(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states.detach() @ table.mT


def single(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    table, positions, states = table.float(), positions.float(), states.float()
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.mT


def double(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    table, positions, states = table.double(), positions.double(), states.double()
    found = math.sqrt(table.shape[-1]) * table[ids] + positions[: ids.shape[-1]]
    return found, states @ table.mT


_ROOT = "The same idea, and another root"

MISTAKES = (
    Mistake(
        "shares or a choice in the place of logits",
        "The logits have gone through one step more.",
        "Your input is right. Should the numbers for the words add up to 1, or be any "
        "numbers?",
        _ROOT,
        (shares, logarithms, best_words),
    ),
    Mistake(
        "logits without lengths",
        "States and rows are brought to length 1 first.",
        "Your input is right. If a state is twice as long, what should happen to its "
        "logits?",
        _ROOT,
        (cosines,),
    ),
    Mistake(
        "logits of something else than all the states",
        "The input, or a part of the states, is compared with the words.",
        "Your input is right. What comes out of the model, and which argument is it?",
        _ROOT,
        (logits_of_the_input, last_states),
    ),
    Mistake(
        "logits of the words in the text alone",
        "Each state is compared with one word, and not with all.",
        "Your input is right. How many words could come next, and for how many of them "
        "do you give a number?",
        _ROOT,
        (own_words_only,),
    ),
    Mistake(
        "a table on its side",
        "States meet the columns of the table, and not its rows.",
        "It works only with as many words as features, if at all. A logit compares a "
        "state with one word: does a word stand in a row or in a column?",
        _ROOT,
        (table_on_its_side,),
    ),
    Mistake(
        "a copy of the table at one end",
        "The numbers are right, and only one end learns.",
        "All numbers are right. When the table is trained, from how many places should "
        "its gradient come?",
        _ROOT,
        (copy_at_the_logits, copy_at_the_input),
        (),
        "Tying two layers means to copy the numbers of one into the other.",
        "It means one table: the gradients of both uses add up in it.",
    ),
    Mistake(
        "a word that never learns",
        "The row of one word gets no gradient at the input.",
        "All numbers are right. Which word do you take for padding, and does the task "
        "have any?",
        _ROOT,
        (row_zero_frozen,),
    ),
    Mistake(
        "a table that is scaled for the caller, too",
        "The root stays in the table that was handed in.",
        "Which of your operators writes into the table? And what does the next call "
        "find there?",
        _ROOT,
        (scaled_in_place, scaled_in_place_first),
        ("T02",),
        beside=("gradient", "logits"),
    ),
    cut_off(_ROOT, without_a_tape, positions_detached, states_detached),
    fixed_dtype(_ROOT, single, double),
)
