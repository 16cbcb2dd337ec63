"""Right ways to score words with their table."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def filled(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) == pad_id
    return (x @ table.T).masked_fill(padding, -math.inf)


def written_into(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = F.linear(x, table)
    logits[..., pad_id] = float("-inf")
    return logits


def chosen(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    keep = torch.arange(table.shape[0]) != pad_id
    logits = torch.einsum("...d,vd->...v", x, table)
    return torch.where(keep, logits, -torch.inf)


def added(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    barred = torch.zeros(len(table), dtype=x.dtype)
    barred[pad_id] = -math.inf
    return torch.matmul(x, table.mT) + barred


def put_together(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    rows = torch.cat([table[:pad_id], table[pad_id + 1 :]])
    logits = x @ rows.T
    barred = torch.full_like(logits[..., :1], -math.inf)
    return torch.cat([logits[..., :pad_id], barred, logits[..., pad_id:]], dim=-1)


def word_by_word(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    columns = []
    for number, row in enumerate(table):
        score = (x * row).sum(dim=-1)
        columns.append(torch.full_like(score, -math.inf) if number == pad_id else score)
    return torch.stack(columns, dim=-1)


def spread(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = (x.unsqueeze(-2) * table).sum(dim=-1)
    return logits.index_fill(-1, torch.tensor([pad_id]), -math.inf)


def scattered(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = (table @ x.unsqueeze(-1)).squeeze(-1)
    place = torch.full_like(logits[..., :1], pad_id, dtype=torch.long)
    return logits.scatter(-1, place, -math.inf)


def compared(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = torch.inner(x, table)
    padding = F.one_hot(torch.tensor(pad_id), len(table)).bool()
    return logits.masked_fill(padding, -torch.inf)


def of_the_course(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    from transformer_lib.transformer.embedding import Embedding, TiedOutput

    embedding = Embedding(*table.shape, dtype=table.dtype)
    embedding.table.data = table
    logits: Tensor = TiedOutput(embedding)(x)
    logits[..., pad_id] = -math.inf
    return logits


RIGHT = (
    Right("own", "a product, masked_fill", filled),
    Right("own", "F.linear, written into", written_into),
    Right("own", "einsum, where", chosen),
    Right("own", "−∞ added", added),
    Right("own", "the row left out, −∞ put in its place", put_together),
    Right("own", "word by word", word_by_word),
    Right("own", "all products, index_fill", spread),
    Right("own", "the table from the left, scatter", scattered),
    Right("own", "torch.inner", compared),
    Right(
        "own",
        "the course's TiedOutput",
        of_the_course,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
)
