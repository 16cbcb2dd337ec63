"""Entropies that are right on paper, and wrong in floating-point numbers."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import cut_off, fixed_dtype, overwritten


def zero_times_infinity(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.log()).sum(dim=dim)


def zero_times_log_softmax(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=dim)
    return -(logs.exp() * logs).sum(dim=dim)


def total_less_average(scores: Tensor, dim: int = -1) -> Tensor:
    average = (scores.softmax(dim=dim) * scores).sum(dim=dim)
    return scores.logsumexp(dim=dim) - average


def rows_set_to_zero(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.log()).sum(dim=dim).nan_to_num(0.0)


def rows_set_to_zero_by_where(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=dim)
    sums = -(logs.exp() * logs).sum(dim=dim)
    return torch.where(sums.isnan(), torch.zeros_like(sums), sums)


def a_hundredth_inside(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * (weights + 1e-2).log()).sum(dim=dim)


def a_millionth_inside(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * torch.log(weights + 1e-6)).sum(dim=dim)


def no_weight_below(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim).clamp(min=1e-2)
    return -(weights * weights.log()).sum(dim=dim)


def no_logarithm_below(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * weights.clamp(min=1e-2).log()).sum(dim=dim)


def a_millionth_on_the_weights(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim) + 1e-6
    return -(weights * weights.log()).sum(dim=dim)


def small_weights_dropped(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    kept = weights > 1e-2
    return torch.where(kept, torch.special.entr(weights), 0 * weights).sum(dim=dim)


def a_billionth_inside(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.softmax(dim=dim)
    return -(weights * torch.log(weights + 1e-9)).sum(dim=dim)


def bare_exponential(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores)
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def bare_exponential_and_logarithm(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = scores.exp()
    weights = exponentials / exponentials.sum(dim, keepdim=True)
    return -(weights * weights.log()).sum(dim)


def bare_total(scores: Tensor, dim: int = -1) -> Tensor:
    total = scores.exp().sum(dim=dim, keepdim=True)
    logs = scores - total.log()
    return -(logs.exp() * logs.clamp(min=-1e30)).sum(dim=dim)


def one_maximum(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.max())
    weights = exponentials / exponentials.sum(dim=dim, keepdim=True)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def one_maximum_and_logarithm(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = (scores - scores.max()).exp()
    weights = exponentials / exponentials.sum(dim, keepdim=True)
    return -(weights * weights.log()).sum(dim)


def infinities_replaced(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.masked_fill(scores.isinf(), 0.0).softmax(dim=dim)
    found: Tensor = torch.special.entr(weights).sum(dim=dim)
    return found


def infinities_set_to_fifty_below(scores: Tensor, dim: int = -1) -> Tensor:
    weights = scores.nan_to_num(neginf=-50.0).softmax(dim=dim)
    return -torch.xlogy(weights, weights).sum(dim=dim)


def infinities_set_to_thousands_below(scores: Tensor, dim: int = -1) -> Tensor:
    hidden = scores == -torch.inf
    logs = scores.masked_fill(hidden, -1e4).log_softmax(dim=dim)
    return -(logs.exp() * logs).sum(dim=dim)


def shifted_in_place(scores: Tensor, dim: int = -1) -> Tensor:
    scores -= scores.amax(dim=dim, keepdim=True)
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    return found


def infinities_overwritten(scores: Tensor, dim: int = -1) -> Tensor:
    scores[scores == -torch.inf] = -1e9
    found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
    return found


def without_a_tape(scores: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        found: Tensor = torch.special.entr(scores.softmax(dim=dim)).sum(dim=dim)
        return found


def logarithm_detached(scores: Tensor, dim: int = -1) -> Tensor:
    logs = scores.log_softmax(dim=dim)
    kept = logs.detach().clamp(min=-1e30)
    return -(logs.exp() * kept).sum(dim=dim).detach()


def single(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.float().softmax(dim=dim)).sum(dim=dim)
    return found


def double(scores: Tensor, dim: int = -1) -> Tensor:
    found: Tensor = torch.special.entr(scores.double().softmax(dim=dim)).sum(dim=dim)
    return found


_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "0 times an infinite logarithm",
        "Where a weight is 0, the whole row becomes nan.",
        "Rows in which every key has some weight are right. What does 0 · ln 0 have to "
        "be here, and what does PyTorch make of it?",
        _LARGE,
        (zero_times_infinity,),
        (),
        "A product with 0 is 0, also on a computer.",
        "0 times infinity is not a number: the case needs a line of its own.",
    ),
    Mistake(
        "a weight of 0 times -inf",
        "One score of -inf turns its row into nan.",
        "Finite scores are right, also where a weight is 0. What should the key with a "
        "score of −∞ add to your sum, and what does it add?",
        _LARGE,
        (zero_times_log_softmax, total_less_average),
    ),
    Mistake(
        "a whole row set to 0 for one weight of 0",
        "A nan is replaced after the sum, when the rest of the row is lost already.",
        "Rows in which every key has some weight are right. Is it the row that should "
        "count as 0, or one part of its sum?",
        _LARGE,
        (rows_set_to_zero, rows_set_to_zero_by_where),
    ),
    Mistake(
        "a small number that counts",
        "Weights are moved, so that the result is a little off everywhere.",
        "No weight of 0 disturbs you. How large is your small number beside a weight "
        "of 0.002, and beside the seven places asked for?",
        _LARGE,
        (
            *(a_hundredth_inside, a_millionth_inside, no_weight_below),
            *(no_logarithm_below, a_millionth_on_the_weights, small_weights_dropped),
            a_billionth_inside,
        ),
    ),
    Mistake(
        "the exponential of the bare score",
        "Scores far from zero leave the range of float32.",
        "Small scores are right. How large is exp(1000), and what does not change if "
        "you take the same number off every score of a row?",
        _LARGE,
        (bare_exponential, bare_exponential_and_logarithm, bare_total),
        ("S01",),
        beside=("zero weights",),
    ),
    Mistake(
        "one maximum for the whole tensor",
        "A row far below the largest score of all becomes 0/0.",
        "A single row is right, and a row with large scores spoils its neighbour. "
        "Over which entries should the maximum be taken?",
        _LARGE,
        (one_maximum, one_maximum_and_logarithm),
        ("S02",),
        beside=("zero weights",),
    ),
    Mistake(
        "a score of -inf read as a finite one",
        "Where the other scores are lower than that number, the key gets weight.",
        "Finite scores are right. Which number do you put in the place of −∞, and what "
        "if all other scores are below it?",
        _LARGE,
        (
            *(infinities_replaced, infinities_set_to_fifty_below),
            infinities_set_to_thousands_below,
        ),
    ),
    overwritten("the scores", _LARGE, shifted_in_place, infinities_overwritten),
    cut_off(_LARGE, without_a_tape, logarithm_detached),
    fixed_dtype(_LARGE, single, double),
)
