"""Counts of parameters with the wrong matrix for the scores."""

from transformer_grading.mistakes.core import Mistake


def tied_twice(
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
    tables += written
    return blocks * pair + tables * d_model


def tied_twice_or_thrice(
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
    tables += written if tied else 2 * written
    return blocks * pair + tables * d_model


def never_untied(
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
    tables = vocab if target_vocab is None else vocab + target_vocab
    return blocks * pair + tables * d_model


def turned_round(
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
    tables += written if tied else 0
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "a tied table counted twice",
        "The scores have a matrix of their own, although they are read off a table.",
        "The table is tied. How many numbers of the scores are not in it?",
        _COUNT,
        (tied_twice, tied_twice_or_thrice),
    ),
    Mistake(
        "scores that are always tied",
        "The matrix of the scores is missing where they are not tied.",
        "What does `tied` change, and where is it in your code?",
        _COUNT,
        (never_untied,),
    ),
    Mistake(
        "tied taken for untied",
        "The matrix is counted where a table gives the scores, and only there.",
        "Which of the two models is the larger one?",
        _COUNT,
        (turned_round,),
    ),
)
