"""Words in with the wrong dtype, gradient or effect."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def table_in_place(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    table *= math.sqrt(table.shape[1])
    return table[ids] + positions[start : start + ids.shape[-1]]


def positions_in_place(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    places = positions[start : start + ids.shape[-1]]
    words = table[ids] * math.sqrt(table.shape[1])
    total = words + places
    places.zero_()
    return total


def shortened(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    with torch.no_grad():
        table.div_(table.norm(dim=-1, keepdim=True).clamp(min=1.0))
    words = table[ids] * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def padding_row(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = F.embedding(ids, table, padding_idx=0) * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def padding_row_by_hand(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    rows = torch.cat([table[:1].detach(), table[1:]])
    words = rows[ids] * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def table_cut_off(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table.detach()[ids] * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def a_layer(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    layer = torch.nn.Embedding.from_pretrained(table)
    words: Tensor = layer(ids) * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]].data


def positions_cut_off(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    words = table[ids] * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]].detach()


def no_tape(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    with torch.no_grad():
        words = table[ids] * math.sqrt(table.shape[1])
        return words + positions[start : start + ids.shape[-1]]


def used_once(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table.detach()[ids]
    fresh = torch.zeros_like(words)
    seen: set[int] = set()
    flat = ids.flatten().tolist()
    rows = [
        table[i] if not (i in seen or seen.add(i)) else table[i].detach()  # type: ignore[func-returns-value]
        for i in flat
    ]
    fresh = torch.stack(rows).reshape(words.shape) * math.sqrt(table.shape[1])
    return fresh + positions[start : start + ids.shape[-1]]


def single(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids].float() * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]].float()


def double(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids].double() * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]].double()


def one_hot(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = F.one_hot(ids, len(table)).float() @ table.float()
    places = positions[start : start + ids.shape[-1]].float()
    return words * math.sqrt(table.shape[1]) + places


_TABLE = "One table for words in and scores out"
_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "a table or positions changed by a look",
        "The caller's numbers are other ones after the call.",
        "Which of your operators writes into a tensor that was handed in?",
        _TABLE,
        (table_in_place, positions_in_place, shortened),
    ),
    Mistake(
        "a row of the table that learns nothing",
        "The numbers are right, but row 0 gets no gradient.",
        "Is id 0 padding here? What does the text say about that?",
        _TABLE,
        (padding_row, padding_row_by_hand),
    ),
    Mistake(
        "a table or positions that cannot learn",
        "The numbers are right, but a gradient does not arrive.",
        "Which of your lines forgets where the numbers came from?",
        _TABLE,
        (table_cut_off, a_layer, positions_cut_off, no_tape),
    ),
    Mistake(
        "a row that learns from its first use alone",
        "A word that stands there three times sends one gradient.",
        "A word is used three times. How many gradients reach its row?",
        _TABLE,
        (used_once,),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the table.",
        "Which of your lines decides on float32 or float64 by itself?",
        _PIPE,
        (single, double, one_hot),
    ),
)
