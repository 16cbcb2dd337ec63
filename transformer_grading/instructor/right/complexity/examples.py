"""Examples that expose tiles which are not rescaled."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Tensor, Tensor, Tensor]


def smallest() -> Three:
    k = torch.tensor([[0.0], [0.0], [3.0]])
    return torch.ones(1, 1), k, torch.tensor([[8.0], [0.0], [0.0]])


def rising_scores() -> Three:
    k = torch.arange(8.0)[:, None]
    return torch.ones(1, 1), k, k * 2


def random_numbers() -> Three:
    return torch.randn(20, 4) * 3, torch.randn(30, 4) * 3, torch.randn(30, 5)


def with_batch_and_heads() -> Three:
    k = torch.linspace(-3, 3, 7)[:, None].expand(2, 3, 7, 4)
    return torch.ones(2, 3, 5, 4), k, k[..., :2] * 10


def in_double() -> Three:
    k = torch.tensor([[-5.0], [-5.0], [-1.0], [-2.0]]).double()
    return torch.ones(2, 1).double(), k, torch.eye(4).double()


def far_apart() -> Three:
    k = torch.tensor([[0.0], [0.0], [50.0]])
    return torch.ones(1, 1), k, torch.tensor([[0.0], [0.0], [1.0]])


def large_values() -> Three:
    k = torch.tensor([[0.0], [0.0], [0.005]])
    return torch.ones(1, 1), k, torch.tensor([[1e4], [0.0], [0.0]])


RIGHT = (
    Right("own", "three keys, the last one best", smallest),
    Right("own", "scores that rise", rising_scores),
    Right("own", "random numbers", random_numbers),
    Right("own", "batch and heads", with_batch_and_heads),
    Right("own", "float64", in_double),
    Right("own", "a best score far above the others", far_apart),
    Right("own", "a small rise, but large values", large_values),
)
