"""What it takes to read partners of words off a head's weights."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import only, untouched, value


def aligning(
    weights: Tensor, source: list[int], target: list[int]
) -> dict[str, Tensor]:
    """Name the arguments.

    Args:
        weights: One row for each target token.
        source: The word of each source token.
        target: The word of each target token.
    """
    return {
        "weights": weights,
        "source_words": whole(*source),
        "target_words": whole(*target),
    }


def looking(
    seed: int, *lead: int, source: list[int], target: list[int], sharp: float = 2.0
) -> dict[str, Tensor]:
    """Draw a head's weights.

    Args:
        seed: The seed.
        *lead: The leading axes.
        source: The word of each source token.
        target: The word of each target token.
        sharp: How much the weights differ.
    """
    drawn = numbers(seed, *lead, len(target), len(source))
    return aligning((sharp * drawn).softmax(dim=-1), source, target)


_PLAIN: dict[str, Any] = {"source": [-1, 0, 1, 2, -1], "target": [-1, 0, 1, -1]}
_PIECES: dict[str, Any] = {
    "source": [-1, 0, 0, 1, 2, 2, -1],
    "target": [-1, 0, 1, 1, 1, 2, -1],
}
_BY_HAND = aligning(
    tensor(
        [0.1, 0.5, 0.1, 0.2, 0.1],
        [0.2, 0.1, 0.4, 0.2, 0.1],
        [0.1, 0.6, 0.1, 0.1, 0.1],
        [0.2, 0.2, 0.2, 0.2, 0.2],
    ),
    [-1, 0, 1, 1, -1],
    [-1, 0, 0, -1],
)
_MARKS = aligning(
    tensor(
        [0.6, 0.15, 0.05, 0.2],
        [0.1, 0.2, 0.1, 0.6],
        [0.1, 0.2, 0.6, 0.1],
        [0.0, 0.5, 0.5, 0.0],
    ),
    [-1, 0, 1, -1],
    [-1, 0, 1, -1],
)
_SUMMED = aligning(
    tensor([0.1, 0.35, 0.25, 0.2, 0.1], [0.1, 0.3, 0.2, 0.3, 0.1]),
    [-1, 0, 1, 1, -1],
    [-1, 0],
)
_INSIDE: dict[str, Any] = {
    "source": [-1, 0, -1, 1, 1, -1, 2, -1],
    "target": [-1, 0, -1, 1, 2, -1, 2, -1],
}
_APART: dict[str, Any] = {
    "source": [-1, 2, 0, 2, 1, 3, 0, -1],
    "target": [-1, 1, 0, 1, 2, 0, -1],
}

PROBES = (
    Probe(
        "the row that writes",
        "Each word has one piece.",
        looking(500, **_PLAIN),
        only("partner"),
    ),
    Probe(
        "the row that writes",
        "The same with shares.",
        looking(510, **_PLAIN),
        value,
    ),
    Probe("marks", "The start and the end are no partners.", _MARKS, value),
    Probe("marks", "Marks inside.", looking(515, **_INSIDE), value),
    Probe("pieces", "The example of the text.", _BY_HAND, value),
    Probe("pieces", "A word is looked at with all its pieces.", _SUMMED, value),
    Probe("pieces", "Words of one to three pieces.", looking(520, **_PIECES), value),
    Probe(
        "pieces",
        "Pieces stand apart, and later words first.",
        looking(525, **_APART),
        value,
    ),
    Probe(
        "pieces",
        "The last word has no end behind it.",
        looking(530, source=[0, 0, 1, 2], target=[-1, 0, 1, 1]),
        value,
    ),
    Probe(
        "leading axes",
        "Two layers of three heads.",
        looking(540, 2, 3, **_PIECES),
        value,
    ),
    Probe(
        "leading axes",
        "In float64.",
        in_double(looking(550, 2, **_PIECES)),
        value,
        atol=1e-9,
        rtol=1e-9,
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were.",
        looking(560, 2, **_PIECES),
        untouched,
    ),
)
