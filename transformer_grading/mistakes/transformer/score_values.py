"""Scores that are not the products of a vector and the rows."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def scaled(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T * math.sqrt(table.shape[1])
    logits[..., pad_id] = -math.inf
    return logits


def scaled_table(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    rows = table * math.sqrt(table.shape[1])
    padding = torch.arange(len(table)) == pad_id
    return F.linear(x, rows).masked_fill(padding, -math.inf)


def divided(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T / math.sqrt(table.shape[1])
    logits[..., pad_id] = -math.inf
    return logits


def divided_before(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    padding = torch.arange(len(table)) == pad_id
    logits = (x * 1 / math.sqrt(x.shape[-1])) @ table.mT
    return logits.masked_fill(padding, -math.inf)


def averaged(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T / table.shape[1]
    logits[..., pad_id] = -math.inf
    return logits


def shares(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -math.inf
    return logits.softmax(dim=-1)


def log_shares(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits[..., pad_id] = -math.inf
    return logits.log_softmax(dim=-1)


def log_shares_of_all(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = (x @ table.T).log_softmax(dim=-1)
    padding = torch.arange(len(table)) == pad_id
    return logits.masked_fill(padding, -math.inf)


def cosines(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = F.normalize(x, dim=-1) @ F.normalize(table, dim=-1).T
    padding = torch.arange(len(table)) == pad_id
    return logits.masked_fill(padding, -math.inf)


def rows_normalised(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ F.normalize(table, dim=-1).T
    padding = torch.arange(len(table)) == pad_id
    return logits.masked_fill(padding, -math.inf)


def distances(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    apart = (x[..., None, :] - table).square().sum(dim=-1)
    padding = torch.arange(len(table)) == pad_id
    return (-apart).masked_fill(padding, -math.inf)


def distances_root(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    apart: Tensor = torch.linalg.vector_norm(x[..., None, :] - table, dim=-1)
    padding = torch.arange(len(table)) == pad_id
    return (-apart).masked_fill(padding, -math.inf)


def centred(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = x @ table.T
    logits = logits - logits.amax(dim=-1, keepdim=True)
    padding = torch.arange(len(table)) == pad_id
    return logits.masked_fill(padding, -math.inf)


def bent(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = (x @ table.T).relu()
    logits[..., pad_id] = -math.inf
    return logits


def absolute(x: Tensor, table: Tensor, pad_id: int) -> Tensor:
    logits = (x @ table.T).abs()
    logits[..., pad_id] = -math.inf
    return logits


_TABLE = "One table for words in and scores out"

MISTAKES = (
    Mistake(
        "the factor of the entrance at the exit",
        "Scores are multiplied by the root of d_model.",
        "The text says where the factor stands. Does it stand at both ends?",
        _TABLE,
        (scaled, scaled_table),
        (),
        "The table is shared, so both ends use it alike.",
        "The factor belongs to the words that come in; scores are plain products.",
    ),
    Mistake(
        "scores divided as in attention",
        "Scores come out smaller than the products.",
        "Attention divides by a root. Which text says that it happens here as well?",
        _TABLE,
        (divided, divided_before, averaged),
    ),
    Mistake(
        "shares in the place of scores",
        "A softmax has gone over the scores.",
        "Which of the two does the loss expect, and which does the text ask for?",
        _TABLE,
        (shares,),
    ),
    Mistake(
        "logarithms of shares in the place of scores",
        "All scores of a place are moved together, so that their shares add up to 1.",
        "The softmax would not mind. Which numbers does the text ask for?",
        _TABLE,
        (log_shares,),
    ),
    Mistake(
        "logarithms of shares of which padding has one",
        "All scores of a place are moved together, by a sum that counts padding.",
        "Which numbers does the text ask for, and what has padding to do with them?",
        _TABLE,
        (log_shares_of_all,),
    ),
    Mistake(
        "scores that do not know how long a vector is",
        "Vectors or rows are made equally long before they are compared.",
        "Make a row twice as long. What should its score do?",
        _TABLE,
        (cosines, rows_normalised),
    ),
    Mistake(
        "distances in the place of products",
        "The score is largest for the row that lies nearest.",
        "Vector (2, 1), row (3, 1): what is their product, and what is yours?",
        _TABLE,
        (distances, distances_root),
    ),
    Mistake(
        "scores moved or bent",
        "The products are right, and something is done with them afterwards.",
        "The vector (2, 1) and the row (−1, 0): which score should come out?",
        _TABLE,
        (centred, bent, absolute),
    ),
)
