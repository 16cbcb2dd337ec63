"""Counts of parameters with tables for the wrong words."""

from transformer_grading.mistakes.core import Mistake


def one_vocabulary(
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
    tables = vocab if tied else 2 * vocab
    return blocks * pair + tables * d_model


def target_alone(
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
    tables = written if tied else 2 * written
    return blocks * pair + tables * d_model


def the_larger(
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
    larger = max(vocab, target_vocab or 0)
    tables = larger if tied else 2 * larger
    return blocks * pair + tables * d_model


def equal_is_shared(
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
    own = target_vocab not in (None, vocab)
    tables = vocab + (target_vocab or 0) if own else vocab
    tables += 0 if tied else target_vocab or vocab
    return blocks * pair + tables * d_model


def equal_is_shared_sets(
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
    tables = sum({vocab, target_vocab or vocab})
    tables += 0 if tied else target_vocab or vocab
    return blocks * pair + tables * d_model


def never_shared(
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
    written = target_vocab or vocab
    tables = vocab + written + (0 if tied else written)
    return blocks * pair + tables * d_model


def scores_of_the_source(
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
    tables += 0 if tied else vocab
    return blocks * pair + tables * d_model


def scores_of_both(
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
    tables *= 1 if tied else 2
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "one table for two vocabularies",
        "Source and target share a table, although each has words of its own.",
        "Where in your code do both vocabularies add up?",
        _COUNT,
        (one_vocabulary, target_alone, the_larger),
    ),
    Mistake(
        "two vocabularies taken for one because they are as large",
        "Two tables of one size are counted once.",
        "Two languages have 37 000 words each. Are they the same words?",
        _COUNT,
        (equal_is_shared, equal_is_shared_sets),
    ),
    Mistake(
        "two tables for one vocabulary",
        "Source and target have a table each, although they share one.",
        "What does None stand for?",
        _COUNT,
        (never_shared,),
    ),
    Mistake(
        "scores for the wrong words",
        "The matrix of the scores has a row for words that are never written.",
        "In which language is a score needed?",
        _COUNT,
        (scores_of_the_source, scores_of_both),
    ),
)
