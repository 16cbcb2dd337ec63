"""What a count of the bytes of weights and cache has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only, value
from transformer_grading.checks.probes.complexity.looking import EXACT


def sizes(
    batch: int, layers: int, heads: int, seq: int, d_k: int, size: int
) -> dict[str, int]:
    """Name the sizes of a stack of attentions."""
    return {
        "batch": batch,
        "layers": layers,
        "heads": heads,
        "seq": seq,
        "d_k": d_k,
        "size": size,
    }


PROBES = (
    Probe(
        "weights",
        "There is one weight for each pair of tokens, in each head of each layer.",
        sizes(2, 3, 2, 5, 4, 2),
        only("weights"),
        **EXACT,
    ),
    Probe(
        "cache",
        "Of each token each head of each layer keeps a key and a value.",
        sizes(2, 3, 2, 5, 4, 2),
        only("cache"),
        **EXACT,
    ),
    Probe(
        "one text",
        "One text in one layer with one head.",
        sizes(1, 1, 1, 7, 3, 4),
        value,
        **EXACT,
    ),
    Probe(
        "bytes a number",
        "Eight bytes a number are twice as much room as four.",
        sizes(3, 2, 5, 7, 6, 8),
        value,
        **EXACT,
    ),
    Probe(
        "real sizes",
        "The bytes are exact for the base model's decoder on 10 000 tokens, too.",
        sizes(1, 6, 8, 10_000, 64, 4),
        value,
        **EXACT,
    ),
)
