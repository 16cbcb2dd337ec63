"""Counts of parameters in which biases have the wrong width or place."""

from transformer_grading.mistakes.core import Mistake


def one_bias(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * d_ff
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def one_bias_behind(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * d_model
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def twice_inside(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * 2 * d_ff
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def twice_outside(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * 2 * d_model
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def attention_without(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * d_model
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def three_with(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * d_model + 3 * bias * d_model
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def one_with(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * d_model + bias * d_model
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def attention_with(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + 1)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def network_with(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + d_ff + d_model
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def network_without(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "biases of the network that are not as wide as what they are added to",
        "One of its two biases is missing, or has the other width.",
        "To how many features is the first bias added, and to how many the second?",
        _COUNT,
        (one_bias, one_bias_behind, twice_inside, twice_outside),
    ),
    Mistake(
        "an attention with too few biases",
        "Not all of its four layers have one.",
        "Which of the four layers of an attention has a bias?",
        _COUNT,
        (attention_without, three_with, one_with),
    ),
    Mistake(
        "biases left out in some layers only",
        "Without biases the attention, or the network, keeps its own.",
        "Which layers lose their bias, and which do so in your count?",
        _COUNT,
        (attention_with,),
    ),
    Mistake(
        "a network that keeps its biases",
        "Without biases the network has the same size as with them.",
        "Which layers lose their bias, and which do so in your count?",
        _COUNT,
        (network_with,),
    ),
    Mistake(
        "a network without biases",
        "Its two biases are never counted.",
        "Which numbers does a network add after each of its matrices?",
        _COUNT,
        (network_without,),
    ),
)
