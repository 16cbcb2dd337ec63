"""Moments of dot products that add up the wrong things, or handle them badly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import cut_off, fixed_dtype, overwritten

Pair = tuple[Tensor, Tensor]


def averaged(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    squares = (q_mean**2 + q_std**2) * (k_mean**2 + k_std**2)
    means = q_mean * k_mean
    return means.mean(dim=-1), (squares - means**2).mean(dim=-1)


def variance_averaged(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    means = q_mean * k_mean
    squares = (q_mean**2 + q_std**2) * (k_mean**2 + k_std**2)
    return means.sum(dim=-1), (squares - means**2).mean(dim=-1)


def scaled(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    d_k = q_mean.shape[-1]
    means = q_mean * k_mean
    squares = (q_mean**2 + q_std**2) * (k_mean**2 + k_std**2)
    variance = (squares - means**2).sum(dim=-1) / d_k
    return means.sum(dim=-1) / d_k**0.5, variance


def sums_multiplied(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return q_mean.sum(dim=-1) * k_mean.sum(dim=-1), parts.sum(dim=-1)


def averages_multiplied(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    mean = q_mean.shape[-1] * q_mean.mean(dim=-1) * k_mean.mean(dim=-1)
    return mean, parts.sum(dim=-1)


def no_mean(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return torch.zeros_like(q_mean[..., 0]), parts.sum(dim=-1)


def one_for_all(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return (q_mean * k_mean).sum(), parts.sum()


def products_by_dot(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    a, b, c, d = (x.flatten() for x in (q_mean, q_std, k_mean, k_std))
    return a @ c, (b * d) @ (b * d) + (a * d) @ (a * d) + (b * c) @ (b * c)


def from_the_first_axis(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return (q_mean * k_mean).sum(0), parts.sum(0)


def features_not_added(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return q_mean * k_mean, parts


def axis_kept(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return (q_mean * k_mean).sum(-1, keepdim=True), parts.sum(-1, keepdim=True)


def other_order(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    q_std, k_mean = k_mean, q_std
    parts = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1)


def squared_in_place(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = (q_mean * k_mean).sum(dim=-1)
    q_std.square_()
    parts = q_std * (k_std**2 + k_mean**2) + q_mean**2 * k_std**2
    return mean, parts.sum(dim=-1)


def means_squared_in_place(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = (q_mean * k_mean).sum(dim=-1)
    squares = [x.copy_(x.square()) for x in (q_mean, q_std, k_mean, k_std)]
    a, b, c, d = squares
    return mean, ((a + b) * (c + d) - a * c).sum(dim=-1)


def without_a_tape(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    with torch.no_grad():
        parts = (q_std * k_std) ** 2 + (q_mean * k_std) ** 2 + (k_mean * q_std) ** 2
        return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1)


def variance_detached(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = (q_std * k_std) ** 2 + (q_mean * k_std) ** 2 + (k_mean * q_std) ** 2
    return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1).detach()


def single(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    a, b, c, d = (x.float() for x in (q_mean, q_std, k_mean, k_std))
    return (a * c).sum(-1), ((a**2 + b**2) * (c**2 + d**2) - (a * c) ** 2).sum(-1)


def double(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    a, b, c, d = (x.double() for x in (q_mean, q_std, k_mean, k_std))
    return (a * c).sum(-1), ((a**2 + b**2) * (c**2 + d**2) - (a * c) ** 2).sum(-1)


_SIZE = "How large is a dot product?"

MISTAKES = (
    Mistake(
        "an average over the features in the place of a sum",
        "The result no longer grows with the number of features.",
        "One feature alone is right. What does a dot product do with its d_k products: "
        "average them or add them up?",
        _SIZE,
        (averaged, variance_averaged),
    ),
    Mistake(
        "the moments of scores that were divided by √d_k",
        "The division is in it already.",
        "One feature alone is right. Do you describe the dot product, or what "
        "attention makes of it?",
        _SIZE,
        (scaled,),
    ),
    Mistake(
        "means that are added up before they are multiplied",
        "Every query feature meets every key feature in the mean.",
        "One feature alone is right. Which key feature does query feature 1 meet, and "
        "which does it never meet?",
        _SIZE,
        (sums_multiplied, averages_multiplied),
        (),
        "The mean of a dot product is the product of the means of both vectors.",
        "It is the sum over the features of their products.",
    ),
    Mistake(
        "a mean of 0 taken for granted",
        "The variance is right, and the mean is 0 whatever the inputs are.",
        "Your variance uses the means. What is the mean of q · k if both are always 1?",
        _SIZE,
        (no_mean,),
        (),
        "Products of random numbers always cancel on average.",
        "They do if one of the means is 0.",
    ),
    Mistake(
        "one pair of moments for the whole batch",
        "All rows are added up together with all features.",
        "A single row is right. Over which axis do the features run, and which axes "
        "should stay?",
        _SIZE,
        (one_for_all, products_by_dot),
    ),
    Mistake(
        "features looked for on the first axis",
        "The rows are added up, and the features stay.",
        "A single row is right. On which axis does d_k stand if there are others?",
        _SIZE,
        (from_the_first_axis,),
    ),
    Mistake(
        "products that are never added up",
        "Each feature keeps its own mean and variance.",
        "Every feature is right. What makes one number of the products of a dot "
        "product?",
        _SIZE,
        (features_not_added,),
    ),
    Mistake(
        "an axis of length 1 left over",
        "The numbers are right, and their shape has an axis too many.",
        "What shape has a dot product of two vectors, and what shape have yours?",
        _SIZE,
        (axis_kept,),
    ),
    Mistake(
        "arguments taken in another order",
        "The deviations of the queries and the means of the keys are exchanged.",
        "In which order are the four arguments named in the task?",
        _SIZE,
        (other_order,),
    ),
    overwritten("an argument", _SIZE, squared_in_place, means_squared_in_place),
    cut_off(_SIZE, without_a_tape, variance_detached),
    fixed_dtype(_SIZE, single, double),
)
