"""Right ways to write the diagnoses of the six runs down."""

import torch

from transformer_grading.instructor.right.core import Right


def row() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 6


def named() -> tuple[int, ...]:
    twice, padding, none, shift, heart, blind = 5, 4, 0, 3, 7, 6
    return (twice, padding, none, shift, heart, blind)


def looked_up() -> tuple[int, ...]:
    found = {"A": 5, "B": 4, "C": 0, "D": 3, "E": 7, "F": 6}
    return tuple(found[run] for run in "ABCDEF")


def of_tensors() -> tuple[torch.Tensor, ...]:
    return tuple(torch.tensor([5.0, 4.0, 0.0, 3.0, 7.0, 6.0]))


RIGHT = (
    Right("own", "a row of numbers", row),
    Right("own", "names first", named),
    Right("own", "a table", looked_up),
    Right("own", "tensors of one number", of_tensors),
)
