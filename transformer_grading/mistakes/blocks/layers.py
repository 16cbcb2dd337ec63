"""Feed-forward networks whose matrices or biases go wrong."""

import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_first_bias(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1, slope) @ w_2 + b_2


def no_second_bias(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2


def no_biases(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1, slope) @ w_2


def first_bias_after_the_bend(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return (F.leaky_relu(x @ w_1, slope) + b_1) @ w_2 + b_2


def second_bias_too_early(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    return (inside + b_2) @ w_2


def biases_exchanged(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 + b_2, slope) @ w_2 + b_1


def biases_subtracted(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 - b_1, slope) @ w_2 - b_2


def all_transposed(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1.T + b_1, slope)
    return inside @ w_2.T + b_2


def linear_layers(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(F.linear(x, w_1, b_1), slope)
    return F.linear(inside, w_2, b_2)


def first_transposed(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1.T + b_1, slope) @ w_2 + b_2


def matrices_exchanged(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_2 + b_1, slope) @ w_1 + b_2


def one_matrix_twice(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    return inside @ w_1.T + b_2


def token_added(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return x + F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def normalised(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    x = F.layer_norm(x, x.shape[-1:])
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "a bias left out",
        "A token of zeros gives too many zeros.",
        "With biases 0 you are right. What should the network make of a token of "
        "zeros?",
        _NETWORK,
        (no_first_bias, no_second_bias, no_biases),
    ),
    Mistake(
        "a bias in another place",
        "The bend sits in the wrong place, or the result is shifted.",
        "Both biases are used. Is each added to what its own matrix made, and before "
        "the next thing happens to that?",
        _NETWORK,
        (
            *(first_bias_after_the_bend, second_bias_too_early),
            *(biases_exchanged, biases_subtracted),
        ),
    ),
    Mistake(
        "matrices that multiply from the wrong side",
        "Shapes fit only where d_ff is d_model.",
        "In which layout does the text hand over its matrices, (in, out) or (out, in)?",
        _NETWORK,
        (
            *(all_transposed, linear_layers, first_transposed),
            *(matrices_exchanged, one_matrix_twice),
        ),
    ),
    Mistake(
        "a residual inside the network",
        "The token is added to what the network makes of it.",
        "The residual stands around the network, in task 3. What does the equation of "
        "the network itself add last?",
        _NETWORK,
        (token_added,),
    ),
    Mistake(
        "a norm inside the network",
        "Loud and quiet tokens give the same result.",
        "The norm stands around the network, in task 3. What does the equation of the "
        "network multiply by its first matrix?",
        _NETWORK,
        (normalised,),
    ),
)
