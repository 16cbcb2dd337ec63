"""What the mean and the variance of a dot product have to be like."""

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import gradient, only, untouched, value


def features(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> dict[str, Tensor]:
    """Name the arguments of a prediction."""
    return {"q_mean": q_mean, "q_std": q_std, "k_mean": k_mean, "k_std": k_std}


def drawn(seed: int, *shape: int) -> dict[str, Tensor]:
    """Draw means of both signs and standard deviations above zero.

    Args:
        seed: The seed.
        *shape: The leading axes, then d_k.
    """
    return features(
        numbers(seed, *shape),
        numbers(seed + 1, *shape).abs() + 0.3,
        numbers(seed + 2, *shape),
        numbers(seed + 3, *shape).abs() + 0.3,
    )


BY_HAND = features(tensor(1, 0), tensor(2, 1), tensor(3, 0), tensor(1, 1))

PROBES = (
    Probe(
        "mean",
        "The mean is the sum of the products of the means.",
        BY_HAND,
        only("mean"),
    ),
    Probe(
        "mean",
        "Means may lie below zero, and their products may cancel.",
        features(tensor(2, -1, 3), tensor(1, 1, 1), tensor(1, 4, -2), tensor(1, 1, 1)),
        only("mean"),
    ),
    Probe(
        "mean",
        "From inputs in float64 comes a mean in float64.",
        in_double(BY_HAND),
        only("mean"),
    ),
    Probe(
        "variance",
        "Four features of mean 0 and standard deviation 1 give the variance 4.",
        features(
            tensor(0, 0, 0, 0),
            tensor(1, 1, 1, 1),
            tensor(0, 0, 0, 0),
            tensor(1, 1, 1, 1),
        ),
        only("variance"),
    ),
    Probe(
        "variance",
        "Each feature adds E[q²] E[k²] less the square of its own mean product.",
        BY_HAND,
        only("variance"),
    ),
    Probe(
        "variance",
        "Where nothing is random, the variance is 0.",
        features(tensor(2, -1), tensor(0, 0), tensor(3, 4), tensor(0, 0)),
        only("variance"),
    ),
    Probe(
        "variance",
        "If only the queries are random, the means of the keys stretch them.",
        features(tensor(2, -1), tensor(1, 3), tensor(3, 4), tensor(0, 0)),
        only("variance"),
    ),
    Probe(
        "variance",
        "From inputs in float64 comes a variance in float64.",
        in_double(BY_HAND),
        only("variance"),
    ),
    Probe(
        "leading axes",
        "One leading axis: each row by itself.",
        drawn(10, 3, 3),
        value,
    ),
    Probe(
        "leading axes",
        "A leading axis of length 1 stays.",
        drawn(40, 1, 4),
        value,
    ),
    Probe(
        "leading axes",
        "Two leading axes.",
        drawn(20, 2, 3, 4),
        value,
    ),
    Probe(
        "input untouched",
        "Means and standard deviations stay as they were.",
        drawn(30, 2, 3),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the mean to the means.",
        BY_HAND,
        only("mean", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow from the variance to all four.",
        BY_HAND,
        only("variance", look=gradient),
    ),
)
