"""Masks to be added that hold the wrong numbers."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def mask_as_numbers(mask: Tensor, scores: Tensor) -> Tensor:
    return mask.to(scores.dtype)


def opened_mask_as_numbers(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.to(scores.dtype)


def less_one(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return opened.to(scores.dtype) - 1


def turned_round(mask: Tensor, scores: Tensor) -> Tensor:
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(mask, -math.inf)


def turned_round_opened(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    lowest = torch.tensor(-math.inf, dtype=scores.dtype)
    return torch.where(opened, lowest, torch.zeros_like(lowest))


def turned_round_by_logarithms(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return hidden.to(scores.dtype).log()


def zero_times_infinity(mask: Tensor, scores: Tensor) -> Tensor:
    return (~mask).to(scores.dtype) * -math.inf


def zero_times_infinity_opened(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return (1 - opened.to(scores.dtype)) * float("-inf")


def infinity_times_mask(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    everywhere = torch.full(scores.shape, -math.inf, dtype=scores.dtype)
    return everywhere * hidden


def lowest_number(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(~opened, torch.finfo(scores.dtype).min)


def lowest_number_times(mask: Tensor, scores: Tensor) -> Tensor:
    return (~mask).to(scores.dtype) * torch.finfo(scores.dtype).min


def a_billion(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return torch.zeros_like(mask, dtype=scores.dtype).masked_fill(~opened, -1e9)


def a_billion_for_all(mask: Tensor, scores: Tensor) -> Tensor:
    return (1 - mask.to(scores.dtype)) * -1e9


def a_billion_in_single(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    added = torch.zeros(mask.shape, dtype=torch.float32).masked_fill(~opened, -1e9)
    return added.to(scores.dtype)


def ten_thousand(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | (mask.sum(dim=-1, keepdim=True) == 0)
    return torch.where(opened, 0.0, -1e4).to(scores.dtype)


def ten_thousand_for_all(mask: Tensor, scores: Tensor) -> Tensor:
    return torch.where(mask, 0.0, -1e4).to(scores.dtype)


def hundred(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return -100 * hidden.to(scores.dtype)


def next_to_nothing(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return hidden.to(scores.dtype) * -1e-3


def plus_infinity(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return torch.zeros_like(opened, dtype=scores.dtype).masked_fill(~opened, math.inf)


def double_minus(mask: Tensor, scores: Tensor) -> Tensor:
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return zeros.masked_fill(~mask, -float("-inf"))


def already_added(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return scores.masked_fill(~opened, -math.inf)


def already_added_closed(mask: Tensor, scores: Tensor) -> Tensor:
    zeros = torch.zeros_like(mask, dtype=scores.dtype)
    return scores + zeros.masked_fill(~mask, -math.inf)


def weights_already(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return scores.masked_fill(~opened, -math.inf).softmax(dim=-1)


def weights_closed(mask: Tensor, scores: Tensor) -> Tensor:
    weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
    return weights.nan_to_num(0.0)


def zeros_from_the_scores(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return (scores * 0).masked_fill(~opened, -math.inf)


def scores_less_scores(mask: Tensor, scores: Tensor) -> Tensor:
    hidden = ~mask & mask.any(dim=-1, keepdim=True)
    return torch.where(hidden, -math.inf, scores - scores)


def filled_less_scores(mask: Tensor, scores: Tensor) -> Tensor:
    opened = mask | ~mask.any(dim=-1, keepdim=True)
    return scores.masked_fill(~opened, -math.inf) - scores


_LOW = "How low is low enough?"
_DIALECTS = "One meaning, many dialects"

MISTAKES = (
    Mistake(
        "1 and 0 that are added to the scores",
        "Scores move by 1, which hides nothing.",
        "By how much does your number lower the score of a hidden key, and what "
        "weight does it keep?",
        _DIALECTS,
        (mask_as_numbers, opened_mask_as_numbers, less_one),
        ("A14",),
        "Adding a mask hides what is 0 in it.",
        "Adding 0 changes nothing; what hides is −∞.",
    ),
    Mistake(
        "a mask turned round",
        "−∞ is added where a query may look.",
        "You use the right two numbers. Which of them leaves a score as it is, and "
        "where do you put it?",
        _DIALECTS,
        (turned_round, turned_round_opened, turned_round_by_logarithms),
        ("A20",),
    ),
    Mistake(
        "infinity multiplied by zero",
        "Where a query may look, NaN is added.",
        "Hidden places are right. What is 0 times −∞, and where do you multiply?",
        _LOW,
        (zero_times_infinity, zero_times_infinity_opened, infinity_times_mask),
        (),
        "0 times anything is 0.",
        "0 times infinity is no number: choose between two numbers instead.",
    ),
    Mistake(
        "a finite number in the place of −∞",
        "Some scores can outweigh it, and an empty row listens to what is hidden.",
        "The right places are lowered. Which number does the text ask for, and what "
        "do scores of −20 000 make of yours?",
        _LOW,
        (
            *(lowest_number, lowest_number_times, a_billion, a_billion_for_all),
            *(a_billion_in_single,),
            *(ten_thousand, ten_thousand_for_all, hundred, next_to_nothing),
        ),
        ("A22",),
    ),
    Mistake(
        "plus infinity",
        "Hidden keys take the whole weight, or the row is not a number.",
        "The right places are chosen. Does +∞ take a key out of the race, or let it "
        "win?",
        _LOW,
        (plus_infinity, double_minus),
        ("A17",),
    ),
    Mistake(
        "a result that holds the scores already",
        "Whoever adds it counts every score twice.",
        "The right places are hidden. Should the result change when the scores do?",
        _DIALECTS,
        (already_added, already_added_closed),
    ),
    Mistake(
        "weights in the place of a mask",
        "What is returned comes after the softmax, and nothing is hidden by adding it.",
        "Hidden keys have the weight 0. What does adding a 0 do to a score, and is the "
        "softmax taken before your mask is added, or after?",
        _LOW,
        (weights_already, weights_closed),
    ),
    Mistake(
        "zeros that are computed from the scores",
        "A score that is infinite turns them into NaN.",
        "For ordinary scores all is right. What is ∞ times 0, and ∞ less ∞?",
        _LOW,
        (zeros_from_the_scores, scores_less_scores, filled_less_scores),
    ),
)
