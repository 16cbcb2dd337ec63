"""Shares that are rounded, which nobody asked for."""

from transformer_grading.mistakes.core import Mistake

Pair = tuple[float, float]


def two_decimals(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, round(layers * network / total, 2)


def three_decimals(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, round(layers * network / total, 3)


def four_decimals(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, round(layers * network / total, 4)


MISTAKES = (
    Mistake(
        "a share that is rounded",
        "The total is right, and the share only to a few decimals.",
        "Your share is nearly right. What does the text say about rounding it?",
        "Side by side",
        (two_decimals, three_decimals, four_decimals),
    ),
)
