"""What a count of the parameters of a Transformer has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.complexity.looking import EXACT


def sizes(
    vocab: int, d_model: int, d_ff: int, blocks: tuple[int, int], tables: int
) -> dict[str, int]:
    """Name the sizes of a Transformer.

    Args:
        vocab: Entries of the vocabulary.
        d_model: Features of a token.
        d_ff: Features inside the feed-forward networks.
        blocks: Encoder blocks and decoder blocks.
        tables: Tables that are not shared.
    """
    return {
        "vocab": vocab,
        "d_model": d_model,
        "d_ff": d_ff,
        "encoder_blocks": blocks[0],
        "decoder_blocks": blocks[1],
        "tables": tables,
    }


PROBES = (
    Probe(
        "encoder block",
        "One encoder block holds one attention, one network and two norms.",
        sizes(5, 2, 3, (1, 0), 1),
        value,
        **EXACT,
    ),
    Probe(
        "encoder block",
        "Its network may be narrower than its tokens.",
        sizes(11, 7, 4, (1, 0), 1),
        value,
        **EXACT,
    ),
    Probe(
        "decoder block",
        "One decoder block holds two attentions, one network and three norms.",
        sizes(5, 2, 3, (0, 1), 1),
        value,
        **EXACT,
    ),
    Probe(
        "blocks",
        "Every block has parameters of its own.",
        sizes(5, 2, 3, (2, 3), 1),
        value,
        **EXACT,
    ),
    Probe(
        "tables",
        "With two tables, source on the one side, target and scores share the other.",
        sizes(5, 2, 3, (1, 1), 2),
        value,
        **EXACT,
    ),
    Probe(
        "tables",
        "With three tables nothing is shared.",
        sizes(5, 2, 3, (1, 1), 3),
        value,
        **EXACT,
    ),
    Probe(
        "base model",
        "The base model with one table of 37 000 words has 63 082 496 parameters.",
        sizes(37_000, 512, 2048, (6, 6), 1),
        value,
        **EXACT,
    ),
)
