"""Counts of parameters with too few or too many matrices."""

from transformer_grading.mistakes.core import Mistake


def one_attention(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 2 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def one_attention_and_norm(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 2 * (attention + network + 2 * norm)
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def two_when_reading(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 4 * attention + 2 * network + 6 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def three_matrices(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 3 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def one_matrix(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def one_layer(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = d_model * d_ff + bias * d_ff
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def square_networks(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * (d_model + bias)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def four_times(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 8 * d_model * d_model + bias * 5 * d_model
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "one attention in a block that writes",
        "A block that writes is counted without its look at the memory.",
        "Which sublayers has a block that writes, and which of them have matrices?",
        _COUNT,
        (one_attention, one_attention_and_norm),
    ),
    Mistake(
        "two attentions in a block that reads",
        "A block that reads is counted like one that writes.",
        "What could the second attention of a block that reads look at?",
        _COUNT,
        (two_when_reading,),
    ),
    Mistake(
        "an attention with too few matrices",
        "Fewer than four matrices of an attention are counted.",
        "Queries, keys, values: and how do the heads come back to d_model?",
        _COUNT,
        (three_matrices, one_matrix),
    ),
    Mistake(
        "a network with the wrong matrices",
        "Not both matrices are counted, or they have another width.",
        "Which two shapes do the matrices of a network have?",
        _COUNT,
        (one_layer, square_networks, four_times),
    ),
)
