"""What sharing out features among heads, and joining them, has to be like."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import alone, gradient, untouched, value

SPLIT_BY_HAND: dict[str, Any] = {"x": tensor([1, 2, 3, 4], [5, 6, 7, 8]), "n_heads": 2}
MERGE_BY_HAND = {"x": tensor([[1, 2], [3, 4]], [[5, 6], [7, 8]])}

SPLIT = (
    Probe(
        "value",
        "Each head gets its own features of every token, side by side as they were.",
        SPLIT_BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Tokens, heads and features may differ in number.",
        {"x": numbers(1, 5, 6), "n_heads": 3},
        value,
    ),
    Probe(
        "value",
        "One head gets everything, behind a new axis.",
        {"x": numbers(2, 4, 6), "n_heads": 1},
        value,
    ),
    Probe(
        "value",
        "A head may have a single feature.",
        {"x": numbers(3, 3, 5), "n_heads": 5},
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(SPLIT_BY_HAND),
        value,
    ),
    Probe(
        "leading axes",
        "One leading axis, such as a batch, stays in front.",
        {"x": numbers(4, 2, 4, 15), "n_heads": 3},
        value,
    ),
    Probe(
        "leading axes",
        "So do two.",
        {"x": numbers(5, 2, 3, 4, 10), "n_heads": 5},
        value,
    ),
    Probe(
        "leading axes",
        "Sequences, tokens, heads and features may be alike in number.",
        {"x": numbers(6, 3, 3, 9), "n_heads": 3},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        {"x": numbers(7, 3, 4, 10), "n_heads": 2},
        alone(1),
    ),
    Probe(
        "input untouched",
        "x stays as it was, its shape included.",
        {"x": numbers(8, 3, 4), "n_heads": 2},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {"x": numbers(9, 2, 3, 4), "n_heads": 2},
        gradient,
    ),
)
MERGE = (
    Probe(
        "value",
        "A token's row is what head 0 found for it, then what head 1 found.",
        MERGE_BY_HAND,
        value,
    ),
    Probe(
        "value",
        "Heads, tokens and features may differ in number.",
        {"x": numbers(11, 3, 5, 2)},
        value,
    ),
    Probe(
        "value",
        "With one head nothing is to be joined; its axis goes.",
        {"x": numbers(12, 1, 4, 3)},
        value,
    ),
    Probe(
        "value",
        "A head may have a single feature.",
        {"x": numbers(13, 3, 4, 1)},
        value,
    ),
    Probe(
        "value",
        "It does not matter how x lies in memory.",
        {"x": numbers(14, 5, 3, 2).transpose(0, 1)},
        value,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(MERGE_BY_HAND),
        value,
    ),
    Probe(
        "leading axes",
        "One leading axis, such as a batch, stays in front.",
        {"x": numbers(15, 2, 3, 5, 4)},
        value,
    ),
    Probe(
        "leading axes",
        "So do two.",
        {"x": numbers(16, 2, 5, 3, 4, 2)},
        value,
    ),
    Probe(
        "leading axes",
        "Sequences, heads, tokens and features may be alike in number.",
        {"x": numbers(17, 3, 3, 3, 3)},
        value,
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        {"x": numbers(18, 3, 2, 4, 5)},
        alone(1),
    ),
    Probe(
        "input untouched",
        "x stays as it was, its shape included.",
        {"x": numbers(19, 2, 3, 2)},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {"x": numbers(20, 2, 3, 4, 2)},
        gradient,
    ),
)
