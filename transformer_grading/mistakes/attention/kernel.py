"""Queries, keys and values that draw another curve."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def root_forgotten(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) / width**2
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def half_forgotten(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([2 * x_known, -(x_known**2)], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def width_not_squared(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def width_left_out(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2)
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def sign_turned(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([-x_known, x_known**2 / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def product_only(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = x.unsqueeze(-1) / width**2
    return q, x_known.unsqueeze(-1), y_known.unsqueeze(-1)


def roles_swapped(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x_known, -(x_known**2) / 2], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([x, torch.ones_like(x)], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def points_scaled_in_place(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    x /= width
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2)
    known = x_known / width
    k = torch.stack([known, -(known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def all_scaled_in_place(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    x /= width
    x_known /= width
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2)
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def squared_in_place(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    known = x_known.clone()
    k = torch.stack([known, -x_known.pow_(2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def through_lists(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    c = math.sqrt(2) / width**2
    q = torch.tensor([[c * a, c] for a in x.tolist()], dtype=x.dtype)
    k = [[a, -(a**2) / 2] for a in x_known.tolist()]
    v = [[a] for a in y_known.tolist()]
    return q, torch.tensor(k, dtype=x.dtype), torch.tensor(v, dtype=x.dtype)


def values_detached(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.detach().unsqueeze(-1)


def single(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    x, x_known, y_known = x.float(), x_known.float(), y_known.float()
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def double(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    x, x_known, y_known = x.double(), x_known.double(), y_known.double()
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * math.sqrt(2) / width**2
    k = torch.stack([x_known, -(x_known**2) / 2], dim=-1)
    return q, k, y_known.unsqueeze(-1)


def buffers_of_float32(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    q = torch.zeros(len(x), 2, dtype=torch.float32)
    q[:, 0], q[:, 1] = x, 1.0
    k = torch.zeros(len(x_known), 2, dtype=torch.float32)
    k[:, 0], k[:, 1] = x_known, -(x_known**2) / 2
    return q * math.sqrt(2) / width**2, k, y_known.unsqueeze(-1)


def averaged_before(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    exponents = -((x[:, None] - x_known) ** 2) / (2 * width**2)
    curve = exponents.softmax(dim=-1) @ y_known
    pick = torch.eye(len(x), dtype=x.dtype)
    return 1e4 * pick, pick, curve[:, None]


_SOFT = "A soft look-up"
_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "the √d_k inside attention forgotten",
        "The curve is too flat, as if the width were larger.",
        "Your scores have the right shape, but they shrink on the way into the "
        "softmax. What does attention divide them by, with your d_k?",
        _WEIGHTS,
        (root_forgotten,),
        (),
        "Attention uses the dot products as they are.",
        "It divides them by √d_k, so a hand-made score has to make up for it.",
    ),
    Mistake(
        "the 2 of 2 width² forgotten",
        "The curve is too sharp, as if the width were smaller.",
        "The curve has the right centre at every point. Compare your exponent with "
        "the formula for a distance of 1 and a width of 1: are they equal?",
        _SOFT,
        (half_forgotten,),
    ),
    Mistake(
        "a width that is not squared",
        "The curve is right for width 1 only.",
        "With width 1 you are right. If distances and width are both doubled, should "
        "the weights change?",
        _SOFT,
        (width_not_squared,),
    ),
    Mistake(
        "a width that is not used",
        "The curve is that of width 1, whatever is asked.",
        "With width 1 you are right. Where does the width enter your queries or keys?",
        _SOFT,
        (width_left_out,),
    ),
    Mistake(
        "a sign turned round",
        "The farthest point gets the largest weight.",
        "Your distances are right. Should a distant point have a high score or a low "
        "one?",
        _SOFT,
        (sign_turned,),
        (),
        "A large distance is a large score.",
        "A score says how well a key matches: it falls with the distance.",
    ),
    Mistake(
        "the square of the known point left out",
        "Large x_known win, whether they are near or not.",
        "One of the three terms of the square is the same for every key, and you may "
        "drop it. Is the square of x_known the same for every key?",
        _SOFT,
        (product_only,),
        (),
        "The largest dot product is the nearest point.",
        "Only among keys of one length: else the long ones win.",
    ),
    Mistake(
        "queries and keys in each other's place",
        "The known points ask, and the new points answer.",
        "Which points want something here, and which ones have something to give?",
        _SOFT,
        (roles_swapped,),
    ),
    Mistake(
        "an average taken before attention",
        "Attention has nothing left to do but to copy the curve.",
        "Your curve is right. When x moves, your keys or values move with it: who has "
        "averaged then, attention or you?",
        _SOFT,
        (averaged_before,),
        beside=("gradient",),
    ),
    Mistake(
        "points changed in place",
        "The curve is right, and the caller's points are other ones.",
        "Which of your operators writes into the tensor that was handed in?",
        _SOFT,
        (points_scaled_in_place, all_scaled_in_place, squared_in_place),
    ),
    Mistake(
        "points cut off from the gradient",
        "The curve is right, but some points can learn nothing from it.",
        "Which of your lines forgets where the numbers came from?",
        _SOFT,
        (through_lists, values_detached),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _WEIGHTS,
        (single, double, buffers_of_float32),
    ),
)
