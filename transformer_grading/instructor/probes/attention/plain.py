"""Attention without a mask on sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, qkv
from transformer_grading.checks.observations import (
    alone,
    gradient,
    untouched,
    value,
)

VALUES = (
    Probe(
        "value",
        "query, key, d_k and d_v may all differ.",
        qkv(110, sizes=(7, 3, 5, 2)),
        value,
    ),
    Probe(
        "value",
        "There may be more keys than queries, and long values.",
        qkv(120, sizes=(2, 13, 3, 11)),
        value,
    ),
    Probe(
        "value",
        "Scores may be large.",
        {
            "q": numbers(130, 5, 7) * 30,
            "k": numbers(131, 3, 7) * 30,
            "v": numbers(132, 3, 4),
        },
        value,
        atol=1e-3,
    ),
    Probe(
        "value",
        "It does not matter how q, k and v lie in memory.",
        {
            "q": numbers(133, 6, 5).T,
            "k": numbers(134, 6, 3).T,
            "v": numbers(135, 7, 3).T,
        },
        value,
    ),
    Probe(
        "value",
        "The results have the dtype of the inputs.",
        in_double(qkv(140, sizes=(5, 3, 7, 4))),
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all be the same.",
        qkv(150, sizes=(5, 5, 5, 5)),
        value,
    ),
    Probe(
        "input untouched",
        "q, k and v stay as they were.",
        qkv(160, 2, sizes=(5, 3, 7, 4)),
        untouched,
    ),
)
AXES = (
    Probe(
        "leading axes",
        "As many examples as queries and keys.",
        qkv(170, 5, sizes=(5, 5, 3, 2)),
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes.",
        qkv(180, 2, 3, 2, sizes=(5, 3, 4, 7)),
        value,
    ),
    Probe(
        "leading axes",
        "One example with one head.",
        qkv(190, 1, 1, sizes=(5, 3, 4, 7)),
        value,
    ),
    Probe(
        "batch independence",
        "An example gets the same answer alone as with others.",
        qkv(200, 5, sizes=(5, 5, 3, 4)),
        alone(3),
    ),
    Probe(
        "gradient",
        "Gradients flow to q, k and v without a mask.",
        qkv(210, 2, 3, sizes=(5, 3, 4, 7)),
        gradient,
    ),
)
