"""Right traps."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right


def doubt_behind_the_best() -> Tensor:
    table = torch.zeros(9, 9)
    table[0, 2:5] = torch.tensor([0.4, 0.35, 0.25])
    table[2, 5:] = torch.tensor([0.28, 0.26, 0.24, 0.22])
    table[3, 5:] = torch.tensor([0.29, 0.27, 0.23, 0.21])
    table[4, 5] = 1.0
    table[5:, 1] = 1.0
    table[1, 1] = 1.0
    return table


def in_double() -> Tensor:
    rows = [
        [0, 0, 0.38, 0.34, 0.28, 0, 0],
        [0, 1, 0, 0, 0, 0, 0],
        [0, 0.1, 0, 0, 0, 0.47, 0.43],
        [0, 0.1, 0, 0, 0, 0.46, 0.44],
        [0, 0, 0, 0, 0, 0.98, 0.02],
        [0, 0.9, 0, 0, 0, 0, 0.1],
        [0, 0.8, 0, 0, 0, 0.2, 0],
    ]
    return torch.tensor(rows, dtype=torch.float64)


def ends_at_once() -> Tensor:
    table = torch.zeros(9, 9)
    table[:, 1] = 1.0
    table[0, 1:5] = torch.tensor([0.05, 0.35, 0.33, 0.27])
    table[2:4, 1:] = torch.tensor([0.0, 0.0, 0.0, 0.0, 0.28, 0.26, 0.24, 0.22])
    table[4] = torch.eye(9)[1]
    return table


def of_logits() -> Tensor:
    logits = torch.full((9, 9), -20.0)
    logits[:, 1] = 0.0
    logits[0, :5] = torch.tensor([-20.0, -20.0, 0.3, 0.2, 0.0])
    logits[2:4, 1:] = torch.tensor([-20, -20, -20, -20, 0.3, 0.2, 0.1, 0.0])
    logits[4, 1:6] = torch.tensor([-20.0, -20.0, -20.0, -20.0, 0.0])
    logits[:, 0] = -torch.inf
    return logits.softmax(dim=-1)


RIGHT = (
    Right(
        "own",
        "two beginnings with many ways on, a third with one",
        doubt_behind_the_best,
    ),
    Right("own", "seven tokens, in float64", in_double),
    Right("own", "the third beginning is a text of its own", ends_at_once),
    Right("own", "a softmax of logits", of_logits),
)
