"""Counts of parameters that leave something out of a block, or put something in."""

from transformer_grading.mistakes.core import Mistake


def no_output_matrix(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 3 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def no_output_matrix_but_its_bias(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 3 * d * d + 4 * d, 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def one_attention(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    block = 4 * d * (d + 1) + 2 * d * d_ff + d_ff + d
    return encoders * (block + 4 * d) + decoders * (block + 6 * d) + tables * vocab * d


def one_kind_of_block(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    block = 4 * d * (d + 1) + 2 * d * d_ff + d_ff + d + 4 * d
    return (encoders + decoders) * block + tables * vocab * d


def attentions_swapped(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    one, two = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * two + decoders * one + tables * vocab * d


def two_attentions_everywhere(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    block = 8 * d * (d + 1) + 2 * d * d_ff + d_ff + d + 6 * d
    return (encoders + decoders) * block + tables * vocab * d


def no_biases(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * d, 2 * d * d_ff
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def no_biases_in_attention(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * d, 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def no_biases_in_networks(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def narrow_biases(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + 2 * d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def wide_biases(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + 2 * d_ff
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def one_layer(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), d * d_ff + d_ff
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def one_matrix(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def four_times_as_wide(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 8 * d * d + 5 * d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def square_networks(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d_ff * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


_BASE = "The base model, weighed"

MISTAKES = (
    Mistake(
        "attention without its last matrix",
        "Three matrices are there of four.",
        "What is missing grows with the square of d_model. Which matrix mixes what "
        "the heads found?",
        _BASE,
        (no_output_matrix, no_output_matrix_but_its_bias),
        ("P03",),
        "An attention has as many matrices as Q, K and V.",
        "W_O is the fourth.",
    ),
    Mistake(
        "a decoder block with one attention",
        "Its look at what was read is missing.",
        "Encoder blocks are right. At which two texts does a decoder block look, and "
        "with how many matrices?",
        _BASE,
        (one_attention, one_kind_of_block),
        ("P03",),
        "All blocks of a Transformer are alike.",
        "A decoder block attends twice, and has a third norm.",
    ),
    Mistake(
        "the second attention in the wrong block",
        "Encoder blocks have two: all of them, or in exchange with the decoder.",
        "Which of the two kinds of block looks at another text besides its own?",
        _BASE,
        (attentions_swapped, two_attentions_everywhere),
    ),
    Mistake(
        "biases left out",
        "All matrices are there, their biases are not.",
        "What is missing grows with d_model, not with its square. Which linear layers "
        "have a bias here?",
        _BASE,
        (no_biases, no_biases_in_attention, no_biases_in_networks),
    ),
    Mistake(
        "biases of the wrong width in the network",
        "Both are as wide as its inside, or as its outside.",
        "All matrices are right. How many numbers come out of the first layer of the "
        "network, and how many out of the second?",
        _BASE,
        (narrow_biases, wide_biases),
    ),
    Mistake(
        "a feed-forward network with one matrix",
        "The way in or the way back is missing.",
        "The attentions are right. How does a token of d_ff features become one of "
        "d_model again?",
        _BASE,
        (one_layer, one_matrix),
        ("Z04",),
    ),
    Mistake(
        "a network that takes its width from elsewhere",
        "It is right for one d_ff alone, if for any.",
        "The attentions are right. Between which two widths do the matrices of the "
        "network lead?",
        _BASE,
        (four_times_as_wide, square_networks),
        ("Z04",),
        "A feed-forward network has 8 d² weights.",
        "It has 2 · d_model · d_ff, which is that only for d_ff = 4 · d_model.",
    ),
)
