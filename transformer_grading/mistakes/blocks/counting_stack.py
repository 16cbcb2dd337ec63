"""Stacks that are added up wrongly."""

from transformer_grading.mistakes.core import Mistake

Pair = tuple[float, float]


def no_last_norm(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block
    return total, layers * network / total


def last_norm_in_each(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * (block + norm_first * norm)
    return total, layers * network / total


def always_a_last_norm(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm
    return total, layers * network / total


def last_norm_for_norm_last(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + (not norm_first) * norm
    return total, layers * network / total


def one_layer(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = block + norm_first * norm
    return total, network / total


def one_layer_more(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = (layers + 1) * block + norm_first * norm
    return total, (layers + 1) * network / total


def percent(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, 100 * layers * network / total


def of_attention(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * looks * attention / total


def rest(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, 1 - layers * network / total


def turned_over(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, total / (layers * network)


def of_one_layer(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, network / total


def beside_attention(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, network / (network + attention)


def network_to_attention(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, network / (looks * attention)


def always_two_thirds(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, 2 / 3


def whole_number(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network // total


def count_of_the_network(
    layers: int, d_model: int, heads: int, d_ff: int, decoder: bool, norm_first: bool
) -> Pair:
    attention = 4 * (d_model**2 + d_model)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm, looks = 2 * d_model, 1 + decoder
    block = looks * attention + network + (looks + 1) * norm
    total = layers * block + norm_first * norm
    return total, layers * network


_NETWORK = "A small network for each token"
_TABLE = "Side by side"
_PLACE = "Before or after"

MISTAKES = (
    Mistake(
        "the last norm in the wrong place",
        "A stack with the norm first ends with one norm more, and no other does.",
        "How large are the tokens at the top of each design, and how often does a "
        "stack need a norm because of that?",
        _PLACE,
        (no_last_norm, last_norm_in_each, always_a_last_norm, last_norm_for_norm_last),
    ),
    Mistake(
        "another number of layers",
        "One layer is counted, or one too many.",
        "With how many layers are you right, and what should change with two?",
        _TABLE,
        (one_layer, one_layer_more),
    ),
    Mistake(
        "another share than that of the networks",
        "The total is right; the second number is not the part that lies in the "
        "networks.",
        "Your total is right. Of all parameters of the stack, which part lies in its "
        "networks, as a number between 0 and 1?",
        _NETWORK,
        (
            *(percent, of_attention, rest, turned_over, of_one_layer),
            *(beside_attention, network_to_attention, always_two_thirds),
            *(whole_number, count_of_the_network),
        ),
    ),
)
