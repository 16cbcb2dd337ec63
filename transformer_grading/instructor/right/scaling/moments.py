"""Right ways to predict the moments of a dot product."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def three_parts(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    variance = q_std**2 * k_std**2 + q_mean**2 * k_std**2 + k_mean**2 * q_std**2
    return (q_mean * k_mean).sum(dim=-1), variance.sum(dim=-1)


def mean_squares(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    q_square, k_square = q_mean**2 + q_std**2, k_mean**2 + k_std**2
    means = q_mean * k_mean
    return means.sum(dim=-1), (q_square * k_square - means**2).sum(dim=-1)


def einsum(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    q_square, k_square = q_mean.square() + q_std.square(), k_mean**2 + k_std**2
    mean = torch.einsum("...d,...d->...", q_mean, k_mean)
    squares = torch.einsum("...d,...d->...", q_square, k_square)
    return mean, squares - torch.einsum("...d,...d->...", q_mean**2, k_mean**2)


def loop(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    mean = torch.zeros(q_mean.shape[:-1])
    variance = torch.zeros(q_mean.shape[:-1])
    for i in range(q_mean.shape[-1]):
        mean = mean + q_mean[..., i] * k_mean[..., i]
        both = (q_std[..., i] * k_std[..., i]) ** 2
        one = (q_mean[..., i] * k_std[..., i]) ** 2
        other = (k_mean[..., i] * q_std[..., i]) ** 2
        variance = variance + both + one + other
    return mean, variance


def products(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    mean = (q_mean.unsqueeze(-2) @ k_mean.unsqueeze(-1))[..., 0, 0]
    left = torch.cat([q_std, q_mean, q_std], dim=-1).square()
    right = torch.cat([k_std, k_std, k_mean], dim=-1).square()
    return mean, (left.unsqueeze(-2) @ right.unsqueeze(-1))[..., 0, 0]


def lengths(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = torch.stack([q_std * k_std, q_mean * k_std, k_mean * q_std], dim=-1)
    return torch.linalg.vecdot(q_mean, k_mean), parts.square().sum(dim=(-2, -1))


def own_buffers(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    variance = q_std.square() * k_std.square()
    variance += q_mean.square() * k_std.square()
    variance += k_mean.square() * q_std.square()
    return torch.sum(q_mean * k_mean, -1), torch.sum(variance, -1)


def addcmul(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    pairs = (q_mean, q_std), (k_mean, k_std)
    q_square, k_square = (torch.addcmul(m * m, std, std) for m, std in pairs)
    means, squares = torch.mul(q_mean, k_mean), q_square * k_square
    return means.sum(-1), torch.addcmul(squares, means, means, value=-1).sum(-1)


def through_numpy(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    import numpy as np

    a, b, c, d = (x.detach().numpy() for x in (q_mean, q_std, k_mean, k_std))
    variance = np.sum((b * d) ** 2 + (a * d) ** 2 + (b * c) ** 2, axis=-1)
    mean = np.asarray(np.sum(a * c, axis=-1))
    return torch.from_numpy(mean), torch.from_numpy(np.asarray(variance))


RIGHT = (
    Right("own", "three parts", three_parts),
    Right("own", "mean squares less squared means", mean_squares),
    Right("W17", "einsum", einsum),
    Right("own", "a loop over the features", loop),
    Right("W20", "products of rows and columns", products),
    Right("own", "vecdot and stacked parts", lengths),
    Right("own", "in place on a tensor of its own", own_buffers),
    Right("own", "mul and addcmul", addcmul),
    Right(
        *("own", "through numpy", through_numpy, Verdict.CONVENTION),
        "a detour through numpy would cut them",
    ),
)
