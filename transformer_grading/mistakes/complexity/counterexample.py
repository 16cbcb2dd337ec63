"""Examples that do not show that earlier tiles are not rescaled."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def one_tile() -> Three:
    return torch.ones(1, 1), torch.tensor([[0.0], [3.0]]), torch.tensor([[8.0], [0.0]])


def one_key() -> Three:
    return torch.ones(2, 3), torch.ones(1, 3), torch.full((1, 2), 4.0)


def all_alike() -> Three:
    k, v = torch.zeros(6, 2), torch.arange(6.0)[:, None]
    return torch.ones(1, 2), k, v


def best_first() -> Three:
    k = torch.tensor([[3.0], [1.0], [2.0], [0.0]])
    return torch.ones(1, 1), k, torch.tensor([[8.0], [0.0], [4.0], [2.0]])


def best_in_the_first_tile() -> Three:
    k = torch.tensor([[0.0, 1.0], [5.0, 1.0], [4.0, 1.0]])
    return torch.tensor([[1.0, 0.0]]), k, torch.tensor([[1.0], [8.0], [0.0]])


def better_by_a_thousandth() -> Three:
    k = torch.tensor([[0.0], [0.0], [0.001]])
    return torch.ones(1, 1), k, torch.tensor([[0.0], [0.0], [1.0]])


def hardly_better() -> Three:
    k = torch.tensor([[0.0], [0.0], [0.02]])
    return torch.ones(1, 1), k, torch.tensor([[8.0], [0.0], [4.0]])


def better_by_next_to_nothing() -> Three:
    k = torch.tensor([[0.0], [-2.0], [0.015], [-1.0]])
    return torch.ones(1, 1), k, torch.tensor([[1.0], [0.0], [-1.0], [2.0]])


def values_alike() -> Three:
    k = torch.tensor([[0.0], [1.0], [4.0]])
    return torch.ones(1, 1), k, torch.full((3, 2), 7.0)


def tiles_that_say_the_same() -> Three:
    k = torch.tensor([[1.0], [1.0], [3.0], [3.0]])
    return torch.ones(1, 1), k, torch.tensor([[8.0], [2.0], [2.0], [8.0]])


def small_values() -> Three:
    k = torch.tensor([[0.0], [1.0], [2.0]])
    return torch.ones(1, 1), k, torch.tensor([[0.001], [0.0], [0.003]])


def endless_scores() -> Three:
    k = torch.tensor([[0.0], [1.0], [float("inf")]])
    return torch.ones(1, 1), k, torch.tensor([[8.0], [0.0], [4.0]])


def overflowing_scores() -> Three:
    k = torch.tensor([[0.0], [1.0], [3e38]])
    return torch.full((1, 1), 3e38), k, torch.tensor([[8.0], [0.0], [4.0]])


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "an example with one tile",
        "There is no earlier tile that she could forget.",
        "Your tensors fit. Into how many tiles of two keys does she cut your keys?",
        _TABLE,
        (one_tile, one_key),
    ),
    Mistake(
        "a best score that no later tile clearly beats",
        "Nothing has to be rescaled, or next to nothing.",
        "There are several tiles. Which tile holds the best score, and what would she "
        "have to do when a later one beats it by far?",
        _TABLE,
        (all_alike, best_first, best_in_the_first_tile, better_by_a_thousandth),
    ),
    Mistake(
        "a later tile that is hardly better",
        "The factor she forgets is nearly 1.",
        "A later tile does beat the best score. By which factor should the earlier "
        "tiles shrink, and is that far from 1?",
        _TABLE,
        (hardly_better, better_by_next_to_nothing),
    ),
    Mistake(
        "tiles whose values average alike",
        "Wrong weights do no harm where all of them weigh the same.",
        "Her weights are wrong on your example. What does an average come to, whatever "
        "the weights, if both tiles say nearly the same?",
        _TABLE,
        (values_alike, tiles_that_say_the_same, small_values),
    ),
    Mistake(
        "numbers that are not finite",
        "Both outputs are infinite, or not numbers at all.",
        "There are several tiles. Are all your numbers finite, and all products of a "
        "query with a key?",
        _TABLE,
        (endless_scores, overflowing_scores),
    ),
)
