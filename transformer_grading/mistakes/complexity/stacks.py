"""Counts of parameters that go wrong around the blocks: norms, depths and tables."""

from transformer_grading.mistakes.core import Mistake


def no_norms(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    blocks = encoders * (attention + network) + decoders * (2 * attention + network)
    return blocks + tables * vocab * d


def gains_alone(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 2 * d, 2 * attention + network + 3 * d
    return encoders * read + decoders * write + tables * vocab * d


def one_norm_a_block(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 2 * d, 2 * attention + network + 2 * d
    return encoders * read + decoders * write + tables * vocab * d


def two_norms_everywhere(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 4 * d
    return encoders * read + decoders * write + tables * vocab * d


def three_norms_everywhere(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 6 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + tables * vocab * d


def depth_of_the_encoder(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    pair = 3 * attention + 2 * network + 10 * d
    return encoders * pair + tables * vocab * d


def depth_of_the_decoder(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    pair = 3 * attention + 2 * network + 10 * d
    return decoders * pair + tables * vocab * d


def one_block_repeated(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return bool(encoders) * read + bool(decoders) * write + tables * vocab * d


def one_block_each(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return read + write + tables * vocab * d


def always_one_table(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + vocab * d


def always_two_tables(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + 2 * vocab * d


def always_three_tables(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + 3 * vocab * d


def a_matrix_of_scores_besides(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write + (tables + 1) * vocab * d


def no_tables(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    attention, network = 4 * d * (d + 1), 2 * d * d_ff + d_ff + d
    read, write = attention + network + 4 * d, 2 * attention + network + 6 * d
    return encoders * read + decoders * write


def the_base_model(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    return 63_082_496


_BASE = "The base model, weighed"

MISTAKES = (
    Mistake(
        "norms left out",
        "Their gains, their biases or both are not counted.",
        "All linear layers are right. What does a norm learn, and for how many "
        "features?",
        _BASE,
        (no_norms, gains_alone),
    ),
    Mistake(
        "a wrong number of norms in a block",
        "Both kinds of block have as many, or each has one.",
        "All linear layers are right. After which parts of a block does a norm stand?",
        _BASE,
        (one_norm_a_block, two_norms_everywhere, three_norms_everywhere),
    ),
    Mistake(
        "one depth for both stacks",
        "Encoder and decoder get the same number of blocks.",
        "With as many encoder as decoder blocks you are right. Which argument counts "
        "the blocks of which stack?",
        _BASE,
        (depth_of_the_encoder, depth_of_the_decoder),
        ("K05",),
    ),
    Mistake(
        "one block repeated",
        "All blocks of a stack share one set of parameters.",
        "With one block you are right. Does a block that stands on another learn "
        "numbers of its own?",
        _BASE,
        (one_block_repeated, one_block_each),
        ("K01",),
    ),
    Mistake(
        "a number of tables that does not change",
        "The argument that says how many are shared is not used.",
        "The blocks are right. How many tables are there if all is shared, and how "
        "many if nothing is?",
        _BASE,
        (always_one_table, always_two_tables, always_three_tables),
        ("T06",),
        "Source, target and scores always have tables of their own.",
        "Shared means one table: it is counted once.",
    ),
    Mistake(
        "a matrix for the scores besides the tables",
        "The scores are counted once more than the task says.",
        "The blocks are right, and one table too many is counted. Is the matrix that "
        "makes the scores already among the tables?",
        _BASE,
        (a_matrix_of_scores_besides,),
        ("T06",),
    ),
    Mistake(
        "no table of words",
        "Only the blocks are counted.",
        "The blocks are right. Where does the vector of a word come from?",
        _BASE,
        (no_tables,),
    ),
    Mistake(
        "the base model whatever the sizes are",
        "One number is written down in the place of a calculation.",
        "For the base model it is right. Which of your numbers changes with the "
        "arguments?",
        _BASE,
        (the_base_model,),
    ),
)
