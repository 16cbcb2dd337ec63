"""Other measures of how concentrated weights are."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def effective_keys(scores: Tensor, dim: int = -1) -> Tensor:
    entropy = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    found: Tensor = entropy.exp()
    return found


def effective_keys_bare(scores: Tensor, dim: int = -1) -> Tensor:
    weights = torch.softmax(scores, dim)
    return torch.exp(-(weights * weights.log()).sum(dim))


def share_of_the_most(scores: Tensor, dim: int = -1) -> Tensor:
    entropy = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    found: Tensor = entropy / math.log(scores.shape[dim])
    return found


def what_is_missing_to_the_most(scores: Tensor, dim: int = -1) -> Tensor:
    entropy = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    found: Tensor = math.log(scores.shape[dim]) - entropy
    return found


def surprise_of_the_best(scores: Tensor, dim: int = -1) -> Tensor:
    return -scores.log_softmax(dim=dim).amax(dim=dim)


def surprise_of_the_best_weight(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -torch.log(weights.max(dim=dim).values)


def chance_of_a_difference(scores: Tensor, dim: int = -1) -> Tensor:
    return 1 - scores.softmax(dim=dim).square().sum(dim=dim)


def logarithm_of_squares(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights**2).sum(dim=dim).log()


def total_alone(scores: Tensor, dim: int = -1) -> Tensor:
    return scores.logsumexp(dim=dim)


def total_of_bare_exponentials(scores: Tensor, dim: int = -1) -> Tensor:
    return scores.exp().sum(dim=dim).log()


def logarithms_alone(scores: Tensor, dim: int = -1) -> Tensor:
    return -scores.log_softmax(dim=dim).sum(dim=dim)


def logarithms_averaged(scores: Tensor, dim: int = -1) -> Tensor:
    return -scores.log_softmax(dim=dim).mean(dim=dim)


def average_score(scores: Tensor, dim: int = -1) -> Tensor:
    return -(scores.softmax(dim=dim) * scores).sum(dim=dim)


_LARGE = "What large scores do"
_EDGES = ("zero weights", "large scores")

MISTAKES = (
    Mistake(
        "the number of keys in the place of its logarithm",
        "The result says how many keys have a say, not its logarithm.",
        "One key that has it all should give 0, and yours gives 1. What did you do "
        "after the entropy was there?",
        _LARGE,
        (effective_keys, effective_keys_bare),
        beside=_EDGES,
    ),
    Mistake(
        "a share of the largest entropy",
        "Equal weights give 1 or 0, however many keys there are.",
        "The order of your results is sound. What is asked for where all of four keys "
        "are alike?",
        _LARGE,
        (share_of_the_most, what_is_missing_to_the_most),
        (),
        "An entropy lies between 0 and 1.",
        "It lies between 0 and the logarithm of the number of keys.",
        _EDGES,
    ),
    Mistake(
        "the largest weight alone",
        "Only the key that has most counts.",
        "Equal weights are right. Which keys does the sum of the entropy run over?",
        _LARGE,
        (surprise_of_the_best, surprise_of_the_best_weight),
        beside=_EDGES,
    ),
    Mistake(
        "squares of the weights",
        "It is another measure of concentration, made of squared weights.",
        "Your measure is 0 where one key has all. What is each weight multiplied by "
        "in an entropy: itself, or something else?",
        _LARGE,
        (chance_of_a_difference, logarithm_of_squares),
        beside=_EDGES,
    ),
    Mistake(
        "only the logarithm of the total",
        "The score of each key is left out.",
        "The logarithm of a weight is its score less the logarithm of the total. What "
        "is the average of that, and by which weights?",
        _LARGE,
        (total_alone, total_of_bare_exponentials),
        beside=_EDGES,
    ),
    Mistake(
        "only the average score",
        "The logarithm of the total is left out.",
        "The logarithm of a weight is its score less something. Does your result "
        "change when all scores rise by 1?",
        _LARGE,
        (average_score,),
        beside=_EDGES,
    ),
    Mistake(
        "logarithms that are not weighted",
        "Each key counts alike, also those that have hardly any weight.",
        "Equal weights are right, at least in proportion. By what is each logarithm "
        "multiplied before the sum?",
        _LARGE,
        (logarithms_alone, logarithms_averaged),
        beside=_EDGES,
    ),
)
