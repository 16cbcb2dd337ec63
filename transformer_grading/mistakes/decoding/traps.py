"""Tables of shares on which beams do not fail as they should."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def one_way() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
        ]
    )


def plain() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.1, 0.6, 0.3],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.9, 0.05, 0.05],
            [0.0, 0.9, 0.05, 0.05],
        ]
    )


def ends_at_once() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.9, 0.1],
            [0.0, 1.0, 0.0],
            [0.0, 0.5, 0.5],
        ]
    )


def chapter() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.0, 0.5, 0.4, 0.1, 0.0],
            [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.1, 0.0, 0.0, 0.4, 0.5],
            [0.0, 0.0, 0.0, 0.0, 0.9, 0.1],
            [0.0, 0.9, 0.0, 0.1, 0.0, 0.0],
            [0.0, 0.9, 0.0, 0.1, 0.0, 0.0],
        ]
    )


def smallest() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.0, 0.55, 0.45],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.4, 0.3, 0.3],
            [0.0, 0.9, 0.05, 0.05],
        ]
    )


def exam() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.0, 0.6, 0.4],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.4, 0.3, 0.3],
            [0.0, 0.8, 0.1, 0.1],
        ]
    )


def third_at_the_second_step() -> Tensor:
    return torch.tensor(
        [
            [0.0, 0.0, 0.5, 0.3, 0.2, 0.0],
            [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.2, 0.2, 0.2, 0.2, 0.2],
            [0.0, 0.9, 0.0, 0.0, 0.0, 0.1],
            [0.0, 0.9, 0.0, 0.0, 0.0, 0.1],
            [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        ]
    )


def fourth() -> Tensor:
    table = torch.zeros(10, 10)
    table[0, 2:6] = torch.tensor([0.27, 0.26, 0.25, 0.22])
    table[2:5, 6:] = torch.tensor([0.28, 0.26, 0.24, 0.22])
    table[5, 6] = 1.0
    table[1, 1] = 1.0
    table[6:, 1] = 1.0
    return table


def lost_later() -> Tensor:
    table = torch.zeros(12, 12)
    table[0, 2:6] = torch.tensor([0.3, 0.28, 0.22, 0.2])
    table[2:5, 6:11] = torch.tensor([0.22, 0.21, 0.2, 0.19, 0.18])
    table[5, 11] = 1.0
    table[1, 1] = 1.0
    table[6:, 1] = 1.0
    return table


def hardly() -> Tensor:
    table = torch.zeros(6, 6)
    table[0, 2:5] = torch.tensor([0.36, 0.34, 0.3])
    table[2, 5], table[2, 1] = 0.8, 0.2
    table[3, 5], table[3, 1] = 0.8, 0.2
    table[4, 5] = 1.0
    table[1, 1] = table[5, 1] = 1.0
    return table


def by_a_tenth() -> Tensor:
    table = torch.zeros(6, 6)
    table[0, 2:5] = torch.tensor([0.35, 0.34, 0.31])
    table[2, 5], table[2, 1] = 0.75, 0.25
    table[3, 5], table[3, 1] = 0.75, 0.25
    table[4, 5], table[4, 1] = 0.95, 0.05
    table[1, 1] = table[5, 1] = 1.0
    return table


_BEAM = "Beam search and its curse"

MISTAKES = (
    Mistake(
        "a table on which greedy search is right",
        "The likeliest first token begins the likeliest text.",
        "Follow the likeliest token of each row. How likely is that text, and how "
        "likely is the best?",
        _BEAM,
        (
            one_way,
            plain,
            ends_at_once,
        ),
    ),
    Mistake(
        "a trap that two beams escape",
        "Greedy search is wrong, and the second beam finds the way.",
        "After the first step, at which rank is the beginning that you want to be "
        "lost?",
        _BEAM,
        (
            chapter,
            smallest,
            exam,
            third_at_the_second_step,
        ),
    ),
    Mistake(
        "a trap that three beams do not escape",
        "The likeliest text begins at rank 4 or lower.",
        "After each step, is the beginning of the best text among the best three?",
        _BEAM,
        (
            fourth,
            lost_later,
        ),
    ),
    Mistake(
        "a trap that hardly matters",
        "What two beams find is nearly as likely as the best.",
        "How many times as likely as what two beams find is your best text?",
        _BEAM,
        (
            hardly,
            by_a_tenth,
        ),
    ),
)
