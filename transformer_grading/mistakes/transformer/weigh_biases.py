"""Counts of parameters in which biases are left out wrongly."""

from transformer_grading.mistakes.core import Mistake


def always(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + 1)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def never(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * d_model
    network = 2 * d_model * d_ff
    norm = d_model
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def never_but_norms(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * d_model
    network = 2 * d_model * d_ff
    norm = 2 * d_model
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def norms_keep(
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
    norm = 2 * d_model
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def norms_lose_all(
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
    norm = 2 * d_model * bias
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def gains_alone(
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
    norm = d_model
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def norms_are_numbers(
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
    norm = 1 + bias
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "biases that are always there",
        "Leaving them out changes nothing.",
        "What does `bias` change in your count?",
        _COUNT,
        (always,),
    ),
    Mistake(
        "biases that are never there",
        "No bias is counted.",
        "A layer from 2 to 3 features: how many numbers does it have with a bias?",
        _COUNT,
        (never, never_but_norms),
    ),
    Mistake(
        "norms that keep their biases",
        "Without biases a norm should have a gain alone.",
        "What is left of a norm when all biases are left out?",
        _COUNT,
        (norms_keep,),
    ),
    Mistake(
        "norms that vanish with the biases",
        "Without biases a norm has nothing to learn.",
        "What is left of a norm when all biases are left out?",
        _COUNT,
        (norms_lose_all,),
    ),
    Mistake(
        "norms without a gain or with one for all features",
        "Norms have too few parameters.",
        "How many numbers has a norm for each feature?",
        _COUNT,
        (gains_alone, norms_are_numbers),
    ),
)
