"""What the door of a model has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import gradient, untouched, value


def door(
    seed: int, ids: Tensor, sizes: tuple[int, int], max_len: int, start: int | None
) -> dict[str, Any]:
    """Draw a table and positions for some ids.

    Args:
        seed: The seed.
        ids: The ids.
        sizes: vocab and d_model.
        max_len: Rows of the positions.
        start: How many words came before; not handed over if None.
    """
    return {
        "ids": ids,
        "table": numbers(seed, *sizes),
        "positions": numbers(seed + 1, max_len, sizes[1]),
        **({} if start is None else {"start": start}),
    }


def silent(inputs: dict[str, Any]) -> dict[str, Any]:
    """Let the positions be zeros.

    Args:
        inputs: The arguments, by name.
    """
    return {**inputs, "positions": 0 * inputs["positions"]}


def wordless(inputs: dict[str, Any]) -> dict[str, Any]:
    """Let the table be zeros.

    Args:
        inputs: The arguments, by name.
    """
    return {**inputs, "table": 0 * inputs["table"]}


BY_HAND = {
    "ids": whole(2, 1),
    "table": tensor([1, 0, 0, 3], [0, 1, 0, 0], [2, 2, 0, 1]),
    "positions": tensor([0, 1, 0, 1], [5, 0, 0, 0], [6, 6, 6, 6]),
}
_BATCH = door(10, whole([4, 0, 3], [1, 4, 4]), (5, 7), 11, 0)
_DEEP = door(20, whole([[0, 2, 5, 1]], [[3, 3, 0, 4]]), (6, 3), 9, 2)
_SQUARE = door(30, whole([0, 1, 2], [2, 1, 0], [1, 1, 1]), (3, 3), 3, None)

PROBES = (
    Probe(
        "words",
        "A word becomes its row of the table, times 2, plus the row of its place.",
        BY_HAND,
        value,
    ),
    Probe(
        "words",
        "The same id gives the same row, wherever it stands.",
        silent(_BATCH),
        value,
    ),
    Probe(
        "words",
        "From float64 comes float64.",
        in_double(_BATCH),
        value,
    ),
    Probe(
        "scale",
        "With d_model = 3, a row is multiplied by the root of 3.",
        silent(door(40, whole(0, 3, 1), (4, 3), 5, None)),
        value,
    ),
    Probe(
        "scale",
        "With d_model = 1, a row stays as it is.",
        silent(door(50, whole(0, 3, 1, 2), (4, 1), 5, None)),
        value,
    ),
    Probe(
        "positions",
        "Where the table is zero, the positions come out as they were handed in.",
        wordless(_BATCH),
        value,
    ),
    Probe(
        "positions",
        "As many sentences as places, and as many places as rows.",
        _SQUARE,
        value,
    ),
    Probe(
        "start",
        "One word that comes second, alone.",
        {**BY_HAND, "ids": whole(1), "start": 1},
        value,
    ),
    Probe(
        "start",
        "Four words that come after two others.",
        _DEEP,
        value,
    ),
    Probe(
        "leading axes",
        "Two leading axes are as good as one.",
        {**_DEEP, "start": 0},
        value,
    ),
    Probe(
        "leading axes",
        "A batch of one word each.",
        door(60, whole([3], [0], [1], [1]), (4, 3), 4, None),
        value,
    ),
    Probe(
        "input untouched",
        "ids, table and positions stay as they were.",
        _BATCH,
        untouched,
    ),
    Probe(
        "gradient",
        "A row that is used three times hears of all three, an unused one of none.",
        _BATCH,
        gradient,
    ),
    Probe(
        "gradient",
        "Gradients flow to the positions that are used, and to no others.",
        _DEEP,
        gradient,
    ),
)
