"""Counts of parameters with the wrong norms."""

from transformer_grading.mistakes.core import Mistake


def two_norms_a_block(
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
    pair = 3 * attention + 2 * network + 4 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def three_norms_a_block(
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
    pair = 3 * attention + 2 * network + 6 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def no_norms(
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
    pair = 3 * attention + 2 * network
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def norms_on_top(
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
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model + 2 * norm


def norm_on_top(
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
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model + norm


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "a norm too many or too few in each block",
        "The norms do not match the sublayers.",
        "Each sublayer has one norm. How many has a block of each kind?",
        _COUNT,
        (two_norms_a_block, three_norms_a_block, no_norms),
    ),
    Mistake(
        "a norm at the end of a stack",
        "A norm is counted that only blocks with the norm first need.",
        "Where do norms stand in this model, and does the text name one at the end?",
        _COUNT,
        (norms_on_top, norm_on_top),
    ),
)
