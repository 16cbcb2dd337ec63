"""Stacks whose attentions are counted wrongly."""

from transformer_grading.mistakes.core import Mistake

Pair = tuple[float, float]


def for_each_head(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = heads * 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def three_for_each_head(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = (3 * heads + 1) * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def divided_by_heads(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model * (d_model // heads) + d_model // heads)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_output_matrix(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 3 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def no_output_bias(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * d_model**2 + 3 * d_model
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def one_attention(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def two_attentions(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 2
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network / total


def shared_keys(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = (
        attention + decoder * 2 * (d_model**2 + d_model) + network + (looks + 1) * norm
    )
    total = layers * block + norm_first * norm
    return total, layers * network / total


_TABLE = "Side by side"

MISTAKES = (
    Mistake(
        "matrices for each head",
        "The count grows, or shrinks, with the number of heads.",
        "With one head you are right. Do several heads have more features to share "
        "out, or the same ones?",
        _TABLE,
        (for_each_head, three_for_each_head, divided_by_heads),
        (),
        "More heads mean more parameters.",
        "Heads share out the features of the same four matrices.",
    ),
    Mistake(
        "an attention whose last layer is left out, or its bias",
        "Queries, keys and values are counted, and not all of what mixes the heads.",
        "Three linear layers make queries, keys and values. Which one comes after the "
        "look-up, and which numbers does it hold?",
        _TABLE,
        (no_output_matrix, no_output_bias),
    ),
    Mistake(
        "the wrong number of attentions",
        "A block that writes has more of them than one that reads.",
        "Which sublayers has each kind of block, and does each attention have matrices "
        "of its own?",
        _TABLE,
        (one_attention, two_attentions, shared_keys),
    ),
)
