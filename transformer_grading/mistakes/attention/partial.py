"""Masks that hold here and not there, or are spoilt on the way."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def ignored_on_two_axes(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and scores.dim() > 2:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def ignored_on_more_than_two_axes(
    q: Tensor, k: Tensor, v: Tensor, mask: Mask = None
) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and scores.dim() == 2:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def ignored_on_more_than_three_axes(
    q: Tensor, k: Tensor, v: Tensor, mask: Mask = None
) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and scores.dim() < 4:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def ignored_on_fewer_than_four_axes(
    q: Tensor, k: Tensor, v: Tensor, mask: Mask = None
) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and scores.dim() > 3:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def ignored_if_it_hides_all(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None and mask.any():
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def filled_in_place(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        empty = ~mask.any(dim=-1, keepdim=True)
        mask |= empty
        weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
        weights = weights.masked_fill(empty, 0.0)
    return weights @ v, weights


def turned_in_place(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not_(), -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def only_without_a_tape(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None or q.requires_grad:
        weights = scores.softmax(dim=-1)
    else:
        weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
        weights = weights.nan_to_num(0.0)
    return weights @ v, weights


def first_only(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        visible = mask.expand(scores.shape).clone()
        if scores.dim() > 2:
            visible[1:] = True
        scores = scores.masked_fill(~visible, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def first_head_only(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        visible = mask.expand(scores.shape).clone()
        if scores.dim() > 3:
            visible[:, 1:] = True
        scores = scores.masked_fill(~visible, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "a mask dropped for some numbers of axes",
        "With some numbers of axes the mask works, with others it changes nothing.",
        "Without a mask all is right, and with some numbers of axes also with one. "
        "Which path does your code take for the others?",
        _LOOK,
        (
            *(ignored_on_two_axes, ignored_on_more_than_two_axes),
            *(ignored_on_more_than_three_axes, ignored_on_fewer_than_four_axes),
        ),
        ("A11",),
        "A mask that works on one table works on a batch.",
        "Only if both take the same path through the code.",
        ("empty row",),
    ),
    Mistake(
        "a mask that hides all taken for no mask",
        "If nobody may look at anything, everybody looks at everything.",
        "A mask that leaves something to see is treated rightly. What does your code "
        "do with a mask that is False everywhere?",
        _LOOK,
        (ignored_if_it_hides_all,),
        (),
        "A mask without a True is no mask.",
        "It is the strictest of all: nobody may look at anything.",
    ),
    Mistake(
        "a mask changed in place",
        "The results are right, and the caller's mask is another one.",
        "Which of your operators writes into the mask that was handed in?",
        _LOOK,
        (filled_in_place, turned_in_place),
        (),
        "A mask is used once and may be written to.",
        "The next layer gets the same tensor: it must stay as it was.",
    ),
    Mistake(
        "a mask dropped while gradients are recorded",
        "The mask works when one looks, and leaks when one trains.",
        "Your values are right, your gradients are those without a mask. Which path "
        "does your code take when a gradient is needed?",
        _LOOK,
        (only_without_a_tape,),
        ("A26",),
        "A mask tested in evaluation works in training.",
        "Where the code has two paths, each needs its own test.",
    ),
    Mistake(
        "a mask for the first example only",
        "Every further example, or head, sees what is hidden.",
        "The first is masked rightly, the others not at all. To how many does your "
        "mask apply?",
        _LOOK,
        (first_only, first_head_only),
        (),
        "A mask set for one head holds for all.",
        "It holds where it broadcasts: every head needs it.",
        ("empty row",),
    ),
)
