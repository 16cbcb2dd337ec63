"""Right ways to turn ids into tokens."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def indexed(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = table[ids] * math.sqrt(table.shape[1])
    return words + positions[start : start + ids.shape[-1]]


def looked_up(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = F.embedding(ids, table) * math.sqrt(table.shape[-1])
    return words + F.embedding(torch.arange(ids.shape[-1]) + start, positions)


def one_hot(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    chosen = F.one_hot(ids, len(table)).to(table.dtype)
    rows = positions.narrow(0, start, ids.shape[-1])
    return chosen @ (math.sqrt(table.shape[1]) * table) + rows


def selected(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    words = torch.index_select(table, 0, ids.flatten())
    words = words.reshape(*ids.shape, -1).mul(table.size(1) ** 0.5)
    end = start + ids.size(-1)
    return torch.add(words, positions[start:end].expand_as(words))


def gathered(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    flat = ids.reshape(-1, 1).expand(-1, table.shape[1])
    words = table.gather(0, flat).reshape(*ids.shape, table.shape[1])
    places = torch.arange(start, start + ids.shape[-1]).expand(ids.shape)
    return words * math.sqrt(table.shape[1]) + positions[places]


def word_by_word(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    root = math.sqrt(table.shape[1])
    rows = []
    for number, i in enumerate(ids.flatten().tolist()):
        place = start + number % ids.shape[-1]
        rows.append(root * table[i] + positions[place])
    return torch.stack(rows).reshape(*ids.shape, -1)


def root_as_a_tensor(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    root = torch.tensor(table.shape[1], dtype=table.dtype).sqrt()
    return torch.addcmul(positions[start:][: ids.shape[-1]], table[ids], root)


def a_layer(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    layer = torch.nn.Embedding(len(table), table.shape[1], dtype=table.dtype)
    words = torch.func.functional_call(layer, {"weight": table}, (ids,))
    added: Tensor = words * math.sqrt(layer.embedding_dim)
    added += positions[start : start + ids.shape[-1]]
    return added


def einsum(ids: Tensor, table: Tensor, positions: Tensor, start: int = 0) -> Tensor:
    chosen = (ids[..., None] == torch.arange(len(table))).to(table.dtype)
    words = torch.einsum("...sv,vd->...sd", chosen, table)
    words = words * math.sqrt(table.shape[1])
    return words + positions[torch.arange(start, start + ids.shape[-1])]


def of_the_course(
    ids: Tensor, table: Tensor, positions: Tensor, start: int = 0
) -> Tensor:
    from transformer_lib.transformer.embedding import Embedding

    layer = Embedding(len(table), table.shape[1], dtype=table.dtype)
    layer.table.data = table
    words: Tensor = layer(ids.reshape(-1, ids.shape[-1])).reshape(*ids.shape, -1)
    return words + positions[start : start + ids.shape[-1]]


RIGHT = (
    Right("own", "the table indexed", indexed),
    Right("own", "F.embedding for words and places", looked_up),
    Right("own", "one-hot rows times the enlarged table", one_hot),
    Right("own", "index_select, methods", selected),
    Right("own", "gather, places for every sentence", gathered),
    Right("own", "a loop over words", word_by_word),
    Right("own", "the root as a tensor, addcmul", root_as_a_tensor),
    Right("own", "nn.Embedding with the table put in", a_layer),
    Right("own", "einsum", einsum),
    Right(
        "own",
        "the course's Embedding",
        of_the_course,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
)
