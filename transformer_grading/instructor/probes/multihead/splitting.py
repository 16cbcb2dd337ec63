"""Heads split and joined on sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import alone, gradient, untouched, value

SPLIT = (
    Probe(
        "value",
        "Tokens, heads and features may differ in number.",
        {"x": numbers(1000, 7, 15), "n_heads": 3},
        value,
    ),
    Probe(
        "value",
        "Each head gets neighbouring features.",
        {"x": numbers(1001, 4, 12), "n_heads": 2},
        value,
    ),
    Probe(
        "value",
        "One head gets everything, behind a new axis.",
        {"x": numbers(1002, 5, 7), "n_heads": 1},
        value,
    ),
    Probe(
        "value",
        "A head may have a single feature.",
        {"x": numbers(1003, 4, 7), "n_heads": 7},
        value,
    ),
    Probe(
        "value",
        "It does not matter how x lies in memory.",
        {"x": numbers(1004, 10, 3).T, "n_heads": 2},
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double({"x": numbers(1005, 4, 6), "n_heads": 3}),
        value,
    ),
    Probe(
        "leading axes",
        "One leading axis stays in front.",
        {"x": numbers(1006, 5, 3, 14), "n_heads": 2},
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes stay in front.",
        {"x": numbers(1007, 2, 3, 5, 4, 21), "n_heads": 7},
        value,
    ),
    Probe(
        "leading axes",
        "Sequences, tokens, heads and features may be alike in number.",
        {"x": numbers(1008, 4, 4, 16), "n_heads": 4},
        value,
    ),
    Probe(
        "leading axes",
        "There may be as many sequences as heads.",
        {"x": numbers(1009, 3, 5, 12), "n_heads": 3},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        {"x": numbers(1010, 4, 5, 6), "n_heads": 3},
        alone(2),
    ),
    Probe(
        "input untouched",
        "x stays as it was, its shape included.",
        {"x": numbers(1011, 2, 5, 6), "n_heads": 3},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {"x": numbers(1012, 3, 5, 8), "n_heads": 4},
        gradient,
    ),
)
MERGE = (
    Probe(
        "value",
        "Heads, tokens and features may differ in number.",
        {"x": numbers(1020, 2, 7, 3)},
        value,
    ),
    Probe(
        "value",
        "There may be more heads than tokens.",
        {"x": numbers(1021, 7, 3, 2)},
        value,
    ),
    Probe(
        "value",
        "With one head nothing is to be joined; its axis goes.",
        {"x": numbers(1022, 1, 5, 4)},
        value,
    ),
    Probe(
        "value",
        "A head may have a single feature.",
        {"x": numbers(1023, 5, 4, 1)},
        value,
    ),
    Probe(
        "value",
        "It does not matter how x lies in memory.",
        {"x": numbers(1024, 7, 5, 3).transpose(0, 1)},
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double({"x": numbers(1025, 2, 4, 3)}),
        value,
    ),
    Probe(
        "leading axes",
        "One leading axis stays in front.",
        {"x": numbers(1026, 5, 2, 7, 3)},
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes stay in front.",
        {"x": numbers(1027, 2, 3, 2, 5, 4, 3)},
        value,
    ),
    Probe(
        "leading axes",
        "Sequences, heads, tokens and features may be alike in number.",
        {"x": numbers(1028, 4, 4, 4, 4)},
        value,
    ),
    Probe(
        "leading axes",
        "There may be as many sequences as heads.",
        {"x": numbers(1029, 3, 3, 5, 2)},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        {"x": numbers(1030, 4, 3, 5, 2)},
        alone(2),
    ),
    Probe(
        "input untouched",
        "x stays as it was, its shape included.",
        {"x": numbers(1031, 2, 3, 5, 2)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {"x": numbers(1032, 3, 2, 5, 4)},
        gradient,
    ),
)
