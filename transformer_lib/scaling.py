r"""Why dot products are divided by the square root of their length.

Moments of dot products, and what a softmax makes of large scores: how much choice it
leaves (entropy), how sure it is (its largest weight) and how much of a gradient gets
through (its Jacobian).

Source: vaswani2017, section 3.2.1, footnote 4.
"""

from collections.abc import Iterable
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor


class Moments(NamedTuple):
    """How numbers are spread.

    Attributes:
        mean: Their average, in their own unit.
        variance: Their average squared distance from it, in that unit squared.
    """

    mean: float
    variance: float


def expected_moments(
    d_k: int, *, q_variance: float = 1.0, k_variance: float = 1.0
) -> Moments:
    r"""Predict the moments of dot products of independent numbers with mean 0.

    $$\mathrm{E}[q \cdot k] = 0, \qquad
    \mathrm{Var}[q \cdot k] = d_k\, \sigma_q^2\, \sigma_k^2$$

    A layer x @ w makes such dot products too: with fan-in d_k and weights of variance
    1 / d_k, what comes out has the variance of what went in.

    Args:
        d_k: How many products are added up, at least 1.
        q_variance: Variance of an entry of the query, at least 0.
        k_variance: Variance of an entry of the key, at least 0.

    Returns:
        The mean, 0, and the variance: with unit variances, `d_k`.

    Raises:
        ValueError: If `d_k` is smaller than 1 or a variance is negative.

    Source: vaswani2017, section 3.2.1, footnote 4; glorot2010, section 4.2.1.
    """
    if d_k < 1 or min(q_variance, k_variance) < 0:
        raise ValueError(
            f"d_k is {d_k} and the variances are {q_variance} and {k_variance}, but "
            f"d_k must be at least 1 and a variance at least 0."
        )
    return Moments(0.0, d_k * q_variance * k_variance)


def measured_moments(
    q: Float[Tensor, "*lead query d_k"], k: Float[Tensor, "*lead key d_k"]
) -> Moments:
    """Measure the moments of the dot products of every query with every key.

    Args:
        q: Queries.
        k: Keys with as many features.

    Returns:
        The mean and the variance over all pairs, and over all that leads.

    Raises:
        ValueError: If queries and keys differ in width, or make fewer than two pairs.
    """
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"q has d_k = {q.shape[-1]} features and k has d_k = {k.shape[-1]}, but a "
            f"query meets a key feature by feature: give both the same d_k."
        )
    scores = q @ k.transpose(-2, -1)
    if scores.numel() < 2:
        raise ValueError(
            f"{q.shape[-2]} queries and {k.shape[-2]} keys make {scores.numel()} "
            f"pairs, but a variance needs at least 2."
        )
    return Moments(scores.mean().item(), scores.var().item())


def variance_by_depth(
    x: Float[Tensor, "batch d_model"],
    weights: Iterable[Float[Tensor, "d_model d_model"]],
) -> Float[Tensor, " layers"]:
    r"""Measure the variance of activations behind each of many linear layers.

    $$x_l = x_{l-1} W_l$$

    Each number of $x_l$ is a dot product, so each layer multiplies the variance by
    d_model times that of its weights: 1 if they have variance 1 / d_model.

    Args:
        x: What goes in, one example a row.
        weights: The layers' matrices, the first to be passed first.

    Returns:
        The variance of all numbers behind each layer, in the unit of `x` squared.

    Source: glorot2010, section 4.2.1, equation (5).
    """
    variances = []
    for weight in weights:
        x = x @ weight
        variances.append(x.var())
    return torch.stack(variances)


def softmax_entropy(weights: Float[Tensor, "*lead key"]) -> Float[Tensor, "*lead"]:
    r"""Measure how much choice the weights leave.

    $$H(w) = -\sum_j w_j \ln w_j, \qquad 0 \ln 0 = 0$$

    A weight of 0 adds nothing, here and to the gradient; the softmax that made it would
    multiply its slope by 0.

    Args:
        weights: Shares that sum to 1 along the last axis.

    Returns:
        The entropy in nats, from 0 (one key has it all) to ln of the number of keys
        (all have the same).
    """
    # The logarithm of 1 stands in for that of 0, whose slope is infinite.
    return -(weights * weights.masked_fill(weights == 0, 1.0).log()).sum(dim=-1)


def largest_weight(weights: Float[Tensor, "*lead key"]) -> Float[Tensor, "*lead"]:
    """Find the share of the key that gets most.

    Args:
        weights: Shares that sum to 1 along the last axis.

    Returns:
        A share, from 1 over the number of keys to 1.
    """
    return weights.amax(dim=-1)


def softmax_jacobian(
    weights: Float[Tensor, "*lead key"],
) -> Float[Tensor, "*lead key key"]:
    r"""Differentiate the weights by the scores that the softmax was given.

    $$\frac{\partial w_i}{\partial s_j} = w_i (\delta_{ij} - w_j)$$

    Args:
        weights: Shares that sum to 1 along the last axis.

    Returns:
        The Jacobian at the softmax's input: row i, column j, a share per unit of score,
        from -1/4 to 1/4. Scores that were divided by a number before bring in that
        division as a further factor.
    """
    return torch.diag_embed(weights) - weights[..., :, None] * weights[..., None, :]


def jacobian_norm(weights: Float[Tensor, "*lead key"]) -> Float[Tensor, "*lead"]:
    r"""Measure how much of a gradient the softmax lets through.

    $$\lVert J \rVert_F = \sqrt{\textstyle\sum_{ij} \left(
    w_i (\delta_{ij} - w_j) \right)^2}$$

    Args:
        weights: Shares that sum to 1 along the last axis.

    Returns:
        The Frobenius norm of `softmax_jacobian`: 0 where one key has it all, at most
        1/2, where two keys have half each.
    """
    norm: Tensor = torch.linalg.matrix_norm(softmax_jacobian(weights))
    return norm
