"""Right ways to use a table at both ends of a model."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def divided(noise: Tensor) -> Tensor:
    return noise / math.sqrt(noise.shape[-1])


def power(noise: Tensor) -> Tensor:
    found: Tensor = noise * noise.size(1) ** -0.5
    return found


def parameter(noise: Tensor) -> Tensor:
    return torch.nn.Parameter(noise.detach() * torch.rsqrt(torch.tensor(len(noise.T))))


def row_by_row(noise: Tensor) -> Tensor:
    return torch.stack([row / len(row) ** 0.5 for row in noise])


def through_numpy(noise: Tensor) -> Tensor:
    import numpy as np

    table = noise.detach().numpy() / np.sqrt(noise.shape[-1])
    return torch.from_numpy(table).to(noise.dtype)


def in_an_embedding(noise: Tensor) -> Tensor:
    layer = torch.nn.Embedding(*noise.shape)
    with torch.no_grad():
        layer.weight.copy_(noise).div_(math.sqrt(layer.embedding_dim))
    return layer.weight


def indexed(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    root = math.sqrt(table.shape[-1])
    return table[ids] * root + positions[: ids.shape[1]], states @ table.T


def functional(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = torch.nn.functional.embedding(ids, table) * table.shape[1] ** 0.5
    places = torch.nn.functional.embedding(torch.arange(ids.shape[1]), positions)
    return words + places, torch.nn.functional.linear(states, table)


def one_hot(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    chosen = torch.nn.functional.one_hot(ids, len(table)).to(table.dtype)
    words = chosen @ (table * math.sqrt(table.shape[-1]))
    return words + positions[None, : ids.shape[-1]], torch.matmul(states, table.T)


def selected(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    words = table.index_select(0, ids.flatten()).unflatten(0, ids.shape)
    places = positions.narrow(0, 0, ids.shape[-1]).expand_as(words)
    found = torch.add(places, words, alpha=math.sqrt(table.shape[-1]))
    return found, torch.einsum("btd,vd->btv", states, table)


def looped(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    root, texts = table.shape[-1] ** 0.5, []
    for text in ids.tolist():
        rows = [table[word] * root + positions[i] for i, word in enumerate(text)]
        texts.append(torch.stack(rows))
    logits = torch.stack([(states * row).sum(dim=-1) for row in table], dim=-1)
    return torch.stack(texts), logits


def scaled_copy(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    scaled = table * math.sqrt(table.shape[-1])
    logits = (scaled[ids] * 0).sum() + states @ scaled.mT / math.sqrt(table.shape[-1])
    return scaled[ids] + positions[: ids.shape[-1]], logits


def into_a_buffer(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    found = torch.zeros(*ids.shape, table.shape[-1])
    found += positions[: ids.shape[-1]]
    found += table[ids] * math.sqrt(table.shape[-1])
    logits = torch.zeros(*states.shape[:-1], len(table))
    for word in range(len(table)):
        logits[..., word] = states @ table[word]
    return found, logits


def gathered(ids: Tensor, table: Tensor, positions: Tensor, states: Tensor) -> Pair:
    rows = table.expand(len(ids), *table.shape)
    places = ids[..., None].expand(*ids.shape, table.shape[-1])
    words = rows.gather(1, places).mul(math.sqrt(table.shape[-1]))
    logits = torch.bmm(states, rows.transpose(1, 2))
    return words.add_(positions[: ids.shape[-1]]), logits


def layer_of_its_own(
    ids: Tensor, table: Tensor, positions: Tensor, states: Tensor
) -> Pair:
    layer = torch.nn.Embedding.from_pretrained(table, freeze=False)
    words = layer(ids) * math.sqrt(table.shape[-1])
    return words + positions[: ids.shape[-1]], states @ layer.weight.T


TABLES = (
    Right("own", "divided by the root", divided),
    Right("W08", "times d_model ** -0.5", power),
    Right("own", "a Parameter", parameter),
    Right("own", "row by row", row_by_row),
    Right("own", "through numpy", through_numpy),
    Right("own", "the weight of an nn.Embedding", in_an_embedding),
)
ENDS = (
    Right("own", "indexed", indexed),
    Right("W73", "F.embedding and F.linear", functional),
    Right("own", "one_hot times the table", one_hot),
    Right("W17", "index_select, add with alpha, einsum", selected),
    Right("own", "loops over words", looped),
    Right("own", "a scaled copy, scaled back", scaled_copy),
    Right("own", "into buffers", into_a_buffer),
    Right("W18", "gather and bmm", gathered),
    Right(
        *("W47", "a layer with a Parameter of its own", layer_of_its_own),
        *(Verdict.CONVENTION, "Gradients flow back to the inputs"),
    ),
)
