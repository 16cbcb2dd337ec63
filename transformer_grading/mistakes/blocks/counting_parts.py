"""Stacks whose networks, norms or biases are counted wrongly."""

from transformer_grading.mistakes.core import Mistake

Pair = tuple[float, float]


def no_biases(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * d_model**2
    network = 2 * d_model * d_ff
    norm, looks = d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_biases_but_of_norms(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * d_model**2
    network = 2 * d_model * d_ff
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_biases_in_attention(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * d_model**2
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_biases_in_the_network(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def one_matrix_in_the_network(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = d_model * d_ff + d_ff
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def biases_of_d_ff(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * (d_model * d_ff + d_ff)
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def biases_of_d_model(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * (d_model * d_ff + d_model)
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def four_times_as_wide(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 8 * d_model**2 + 5 * d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def one_norm_a_block(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def gains_alone(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def norms_of_d_ff(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + looks * norm + 2 * d_ff
    total = layers * block + norm_first * norm
    return total, layers * network / total


def norms_of_one_number(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_norms(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 0, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def two_norms_in_both(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + 2 * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_norms_but_the_last(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network
    total = layers * block + norm_first * norm
    return total, layers * network / total


_NETWORK = "A small network for each token"
_TABLE = "Side by side"
_NORM = "Every token at one size"

MISTAKES = (
    Mistake(
        "biases left out",
        "The large matrices are right, and the small vectors missing.",
        "You are close. What does a linear layer add to the product, and how long is "
        "it?",
        _TABLE,
        (
            *(no_biases, no_biases_but_of_norms),
            *(no_biases_in_attention, no_biases_in_the_network),
        ),
    ),
    Mistake(
        "a network of the wrong shape",
        "The network has a matrix too few, a bias of the wrong length, or a width of "
        "its own.",
        "The network goes from d_model to d_ff and back. Which two matrices and which "
        "two biases does that take?",
        _NETWORK,
        (
            *(one_matrix_in_the_network, biases_of_d_ff, biases_of_d_model),
            four_times_as_wide,
        ),
    ),
    Mistake(
        "norms of the wrong number or size",
        "Some norms are missing, or do not have a gain and a bias for each feature.",
        "How many norms has a block of two sublayers, how many one of three, and what "
        "does a norm learn for each feature?",
        _NORM,
        (
            *(one_norm_a_block, gains_alone, norms_of_d_ff, norms_of_one_number),
            *(no_norms, two_norms_in_both, no_norms_but_the_last),
        ),
    ),
)
