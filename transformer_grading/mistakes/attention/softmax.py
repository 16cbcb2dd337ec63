"""Softmaxes that go wrong."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def always_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def sum_over_the_last_axis(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def always_the_first_axis(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=0, keepdim=True))
    return exponentials / exponentials.sum(dim=0, keepdim=True)


def one_sum_for_all(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum()


def one_sum_and_one_maximum(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.max())
    return exponentials / exponentials.sum()


def in_place(scores: Tensor, dim: int = -1) -> Tensor:
    scores -= scores.amax(dim=dim, keepdim=True)
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def in_place_to_the_end(scores: Tensor, dim: int = -1) -> Tensor:
    scores -= scores.amax(dim=dim, keepdim=True)
    scores.exp_()
    scores /= scores.sum(dim=dim, keepdim=True)
    return scores


def axis_dropped(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim)


def detached(scores: Tensor, dim: int = -1) -> Tensor:
    scores = scores.detach()
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def without_a_tape(scores: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
        return exponentials / exponentials.sum(dim=dim, keepdim=True)


def in_place_on_a_copy(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.clone()
    weights -= weights.amax(dim=dim, keepdim=True)
    exponentials = torch.exp(weights)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def in_place_on_a_copy_to_the_end(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    weights /= weights.sum(dim=dim, keepdim=True)
    return weights


def logarithm(scores: Tensor, dim: int = -1) -> Tensor:
    return scores - scores.logsumexp(dim=dim, keepdim=True)


def no_exponential(scores: Tensor, dim: int = -1) -> Tensor:
    return scores / scores.sum(dim=dim, keepdim=True)


def single(scores: Tensor, dim: int = -1) -> Tensor:
    scores = scores.float()
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def double(scores: Tensor, dim: int = -1) -> Tensor:
    scores = scores.double()
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "an axis fixed in the code",
        "The result is the same whatever dim says, at least in part.",
        "With the axis you had in mind everything is right. Which of your lines do "
        "not mention dim?",
        _WEIGHTS,
        (always_the_last_axis, sum_over_the_last_axis, always_the_first_axis),
        ("S05",),
        "The weights always belong to the last axis.",
        "They belong to the axis of the keys, wherever it stands.",
    ),
    Mistake(
        "one sum for the whole tensor",
        "All weights together add up to 1, not those of each row.",
        "A single row is right; of two rows each gets a part of the 1. How many sums "
        "does a tensor with two rows need?",
        _WEIGHTS,
        (one_sum_for_all, one_sum_and_one_maximum),
        (),
        "All the weights of a table add up to 1.",
        "Every query has a whole 1 to share out: each row adds up to 1.",
    ),
    Mistake(
        "work done inside the tensor that was handed in",
        "The weights are right, and the caller's scores are gone.",
        "What does your code leave in `scores` for the next one who reads it? Which "
        "of your operators writes into its left side?",
        _WEIGHTS,
        (in_place, in_place_to_the_end),
        (),
        "A function may reuse the tensor it was given.",
        "The caller still holds it, and the gradient may need its old values.",
    ),
    Mistake(
        "sums that have lost their axis",
        "The sums line up with the wrong axis, or with none.",
        "What shape have your sums, and along which axis do they broadcast when you "
        "divide?",
        _WEIGHTS,
        (axis_dropped,),
        (),
        "Dividing by the sums finds the right axis by itself.",
        "Broadcasting lines up from the last axis: the summed axis has to stay.",
    ),
    Mistake(
        "a result cut off from the scores",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _WEIGHTS,
        (detached, without_a_tape),
        (),
        "Only the numbers of a softmax matter.",
        "Training needs its slope: the weights must stay tied to the scores.",
    ),
    Mistake(
        "numbers overwritten that the gradient still needs",
        "The weights are right, and the backward pass stops with an error.",
        "You spare the caller's scores. Which of your lines writes over a number that "
        "an earlier line was calculated from?",
        _WEIGHTS,
        (in_place_on_a_copy, in_place_on_a_copy_to_the_end),
        (),
        "In place is safe on a copy.",
        "The gradient of a line needs the numbers that the line worked with.",
    ),
    Mistake(
        "the logarithm of the weights",
        "The result is negative: it still has to be raised back.",
        "Can a weight be negative? What undoes a logarithm?",
        _WEIGHTS,
        (logarithm,),
    ),
    Mistake(
        "scores divided by their sum",
        "The result adds up to 1 but can be negative or infinite.",
        "What makes every score positive before you share out the 1?",
        _WEIGHTS,
        (no_exponential,),
        (),
        "A softmax divides the scores by their sum.",
        "Scores can be negative: they are exponentiated first.",
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _WEIGHTS,
        (single, double),
        (),
        "All tensors are float32.",
        "Some are not: a result takes over the dtype of the inputs.",
    ),
)
