"""Masks that come after the softmax."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def after_the_softmax(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights


def renormalised(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ v, weights


def renormalised_safely(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


def renormalised_zeroed(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = (weights / weights.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    return weights @ v, weights


def renormalised_in_double(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.double().softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = (weights / weights.sum(dim=-1, keepdim=True)).nan_to_num(0.0)
    weights = weights.to(q.dtype)
    return weights @ v, weights


def bare_exponentials(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    exponentials = torch.exp(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]))
    if mask is not None:
        exponentials = exponentials * mask
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


def bare_exponentials_guarded(
    q: Tensor, k: Tensor, v: Tensor, mask: Mask = None
) -> Pair:
    exponentials = torch.exp(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]))
    if mask is not None:
        exponentials = exponentials.masked_fill(~mask, 0.0)
    weights = exponentials / (exponentials.sum(dim=-1, keepdim=True) + 1e-9)
    return weights @ v, weights


def one_maximum_for_all(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    exponentials = torch.exp(scores - scores.max())
    sums = exponentials.sum(dim=-1, keepdim=True)
    weights = exponentials / sums
    return weights @ v, weights


def one_maximum_cleared(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    exponentials = torch.exp(scores - scores.max())
    sums = exponentials.sum(dim=-1, keepdim=True)
    weights = (exponentials / sums).nan_to_num(0.0)
    return weights @ v, weights


def weights_unmasked(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is None:
        return weights @ v, weights
    visible = scores.masked_fill(~mask, -math.inf).softmax(dim=-1).nan_to_num(0.0)
    return visible @ v, weights


def values_hidden(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is None:
        return weights @ v, weights
    return (weights * mask) @ v, weights


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "a mask after the softmax",
        "Hidden keys get weight 0, but what they had is lost to the row.",
        "Hidden keys do get weight 0, and your rows add up to less than 1. Who "
        "should have had the weight that you took away?",
        _LOOK,
        (after_the_softmax,),
        (),
        "Setting hidden weights to zero is all there is to masking.",
        "The rest must add up to 1 again: hide before the softmax.",
    ),
    Mistake(
        "weights shared out again after the mask",
        "Right on paper, until a hidden score takes the whole row.",
        "For ordinary scores this is right. What is left to share out when a hidden "
        "score lies 100 above all others?",
        _LOOK,
        (
            *(renormalised, renormalised_safely, renormalised_zeroed),
            renormalised_in_double,
        ),
        (),
        "Masking after the softmax is as good, if the rows are normalised again.",
        "On paper; in float32 a high hidden score leaves only zeros to divide.",
    ),
    Mistake(
        "a softmax by hand that takes the exponential of bare scores",
        "Right on paper, until a score leaves the range of exp in float32.",
        "For ordinary scores this is right. What is the exponential of 200 in "
        "float32, and what did you take away from a row in task 1?",
        "Scores, weights, average",
        (bare_exponentials, bare_exponentials_guarded),
        ("S01",),
        "A mask can just as well multiply the exponentials.",
        "It can, if no exponential overflows: the maximum is taken away first.",
    ),
    Mistake(
        "one maximum for the whole tensor",
        "A row far below the largest score of all becomes 0/0.",
        "One query alone is right, and a query with large scores spoils its "
        "neighbour. Over which entries should the maximum be taken?",
        "Scores, weights, average",
        (one_maximum_for_all, one_maximum_cleared),
        ("S02",),
        beside=("empty row",),
    ),
    Mistake(
        "weights returned from before the mask",
        "The output is right; the weights tell of hidden keys.",
        "Your output is right. Which weights made it, and which do you return?",
        _LOOK,
        (weights_unmasked,),
        (),
        "The mask concerns the output alone.",
        "Weights and output belong together: output = weights @ v.",
    ),
    Mistake(
        "a mask on the values alone",
        "The hidden values are left out, but their keys keep their weight.",
        "Hidden values do not reach your output, and your weights are those without a "
        "mask. Who should have had the weight of the hidden keys?",
        _LOOK,
        (values_hidden,),
        (),
        "It is enough to leave the hidden values out of the sum.",
        "Their keys still take a share, so the rest of the row is too small.",
    ),
)
