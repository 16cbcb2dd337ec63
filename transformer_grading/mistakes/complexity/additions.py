"""Counts of parameters that add to a Transformer what this one does not have."""

from transformer_grading.mistakes.core import Mistake


def final_norms(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d + 4 * d


def norm_after_the_last_block(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d + 2 * d


def norm_after_each_stack(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    norms = 2 * d * (bool(encoders) + bool(decoders))
    return encoders * read + decoders * write + tables * vocab * d + norms


def bias_of_the_scores(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + vocab * (tables * d + 1)


def bias_unless_shared(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    bias = vocab if tables > 1 else 0
    return encoders * read + decoders * write + tables * vocab * d + bias


def decoder_alone_looks_once(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    write = write if encoders else attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def decoder_alone_is_an_encoder(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    write = write if encoders else read
    return encoders * read + decoders * write + tables * vocab * d


def learned_positions(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + (tables * vocab + 512) * d


_BASE = "The base model, weighed"

MISTAKES = (
    Mistake(
        "norms after the last block",
        "They belong to pre-norm models.",
        "All blocks are right. Does the model of the task have a norm outside its "
        "blocks?",
        _BASE,
        (final_norms, norm_after_the_last_block, norm_after_each_stack),
    ),
    Mistake(
        "a bias for each word of the vocabulary",
        "The scores have a bias that the task does not have.",
        "The blocks are right, and the vocabulary counts once too often. Which layers "
        "have a bias in this task?",
        _BASE,
        (bias_of_the_scores, bias_unless_shared),
    ),
    Mistake(
        "a decoder alone that looks at nothing else",
        "Without encoder blocks, the second attention of a decoder block is left out.",
        "With an encoder you are right. What does the task say of a decoder block when "
        "there is no encoder?",
        _BASE,
        (decoder_alone_looks_once, decoder_alone_is_an_encoder),
    ),
    Mistake(
        "positions that are learned",
        "A table of positions is counted besides the words.",
        "The blocks are right, and something is there besides the tables of words. "
        "Where do the positions of this task come from?",
        _BASE,
        (learned_positions,),
    ),
)
