"""Residuals that forget the gain, or have the wrong dtype or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def bare_norm(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x) @ w
    return norm(x + x @ w)


def bare_norm_first(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x) @ w
    return norm(x + x @ w, gain, bias)


def bare_norm_last(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x + x @ w)


def gain_alone(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain) @ w
    return norm(x + x @ w, gain)


def bias_behind_the_sublayer(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain) @ w + bias
    return norm(x + x @ w, gain, bias)


def gain_behind_the_sublayer(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + gain * (norm(x) @ w) + bias
    return norm(x + x @ w, gain, bias)


def kept_by_reference(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        kept = x
        x += norm(x, gain, bias) @ w
        return kept
    kept = x
    x += x @ w
    return norm(kept, gain, bias)


def added_to_itself(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    kept = x
    read = norm(x, gain, bias) if norm_first else x
    x += read @ w
    total = kept + x - kept
    return total if norm_first else norm(total, gain, bias)


def kept_copy_changes(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    kept = x
    if norm_first:
        x = norm(x, gain, bias)
        return kept + x @ w
    x += x @ w
    return norm(kept, gain, bias)


def road_detached(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    kept = x.detach()
    if norm_first:
        return kept + norm(x, gain, bias) @ w
    return norm(kept + x @ w, gain, bias)


def branch_detached(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias).detach() @ w
    return norm(x + (x @ w).detach(), gain, bias)


def without_a_tape(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    with torch.no_grad():
        if norm_first:
            return x + norm(x, gain, bias) @ w
        return norm(x + x @ w, gain, bias)


def single(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    x, w, gain, bias = x.float(), w.float(), gain.float(), bias.float()
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x + x @ w, gain, bias)


def double(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    x, w, gain, bias = x.double(), w.double(), gain.double(), bias.double()
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x + x @ w, gain, bias)


_PLACE = "Before or after"
_ROAD = "A road past every layer"
_NORM = "Every token at one size"

MISTAKES = (
    Mistake(
        "a gain or a bias that is not used in its place",
        "As long as gains are 1 and biases 0 you would never see it.",
        "With gain 1 and bias 0 you are right. Are both given to the norm, in both "
        "designs, and used before the sublayer reads?",
        _NORM,
        (
            *(bare_norm, bare_norm_first, bare_norm_last, gain_alone),
            *(bias_behind_the_sublayer, gain_behind_the_sublayer),
        ),
    ),
    Mistake(
        "tokens changed in place",
        "The caller's tokens are other ones afterwards.",
        "Two names for one tensor are no copy. Which of your operators writes into the "
        "tensor that was handed in?",
        _ROAD,
        (kept_by_reference, added_to_itself, kept_copy_changes),
        (),
        "To keep the input, it is enough to give it a second name.",
        "Both names mean one tensor: += changes what was kept as well.",
    ),
    Mistake(
        "a road or a branch that is cut off",
        "The numbers are right, but one way of the gradient is closed.",
        "Which of your lines forgets where the numbers came from?",
        _ROAD,
        (road_detached, branch_detached, without_a_tape),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _PLACE,
        (single, double),
    ),
)
