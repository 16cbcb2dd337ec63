"""Models to weigh that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.transformer.count import EXACT, sizes

PROBES = (
    Probe(
        "blocks",
        "Five blocks on each side.",
        sizes((100, None), 12, 50, 5),
        value,
        **EXACT,
    ),
    Probe("blocks", "Narrow networks.", sizes((9, None), 10, 3, 2), value, **EXACT),
    Probe(
        "biases",
        "No biases, two vocabularies.",
        sizes((30, 50), 8, 20, 3, bias=False),
        value,
        **EXACT,
    ),
    Probe(
        "biases",
        "The base model without biases.",
        sizes((37_000, None), 512, 2048, 6, bias=False),
        value,
        **EXACT,
    ),
    Probe(
        "vocabularies",
        "The target has more words.",
        sizes((17, 90), 6, 14, 2),
        value,
        **EXACT,
    ),
    Probe(
        "vocabularies",
        "The target has fewer words.",
        sizes((90, 17), 6, 14, 2),
        value,
        **EXACT,
    ),
    Probe(
        "vocabularies",
        "As many on both sides.",
        sizes((40, 40), 4, 6, 1),
        value,
        **EXACT,
    ),
    Probe(
        "tied",
        "A matrix for the scores.",
        sizes((17, None), 6, 14, 2, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "tied",
        "A matrix for the scores of more words.",
        sizes((17, 90), 6, 14, 2, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "tied",
        "A matrix for the scores of fewer words.",
        sizes((90, 17), 6, 14, 2, bias=False, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "base model",
        "The big model.",
        sizes((37_000, None), 1024, 4096, 6),
        value,
        **EXACT,
    ),
    Probe(
        "base model",
        "The base model with nothing shared.",
        sizes((37_000, 37_000), 512, 2048, 6, tied=False),
        value,
        **EXACT,
    ),
)
