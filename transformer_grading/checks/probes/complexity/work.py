"""What a count of the multiply-adds of attention has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.complexity.looking import EXACT


def sizes(query: int, key: int, d_model: int, heads: int, d_k: int) -> dict[str, int]:
    """Name the sizes of an attention with its projections."""
    return {
        "query": query,
        "key": key,
        "d_model": d_model,
        "heads": heads,
        "d_k": d_k,
    }


PROBES = (
    Probe(
        "self-attention",
        "Four projections of three tokens, then scores and average of nine pairs.",
        sizes(3, 3, 4, 2, 2),
        value,
        **EXACT,
    ),
    Probe(
        "cross-attention",
        "Queries and outputs count once a query, keys and values once a key.",
        sizes(2, 3, 4, 2, 1),
        value,
        **EXACT,
    ),
    Probe(
        "cross-attention",
        "There may be more queries than keys.",
        sizes(7, 2, 3, 1, 5),
        value,
        **EXACT,
    ),
    Probe(
        "heads",
        "Three heads of 4 features side by side are 12 features wide.",
        sizes(5, 5, 12, 3, 4),
        value,
        **EXACT,
    ),
    Probe(
        "heads",
        "One head of 12 features is as much work.",
        sizes(5, 5, 12, 1, 12),
        value,
        **EXACT,
    ),
    Probe(
        "width",
        "All heads together may be wider than a token.",
        sizes(2, 2, 3, 2, 5),
        value,
        **EXACT,
    ),
    Probe(
        "width",
        "All heads together may be narrower than a token.",
        sizes(3, 5, 7, 2, 2),
        value,
        **EXACT,
    ),
    Probe(
        "real sizes",
        "The count is exact for a layer of the base model on 10 000 tokens, too.",
        sizes(10_000, 10_000, 512, 8, 64),
        value,
        **EXACT,
    ),
)
