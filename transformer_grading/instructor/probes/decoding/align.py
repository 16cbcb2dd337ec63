"""Heads to read that the student does not see."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, tensor
from transformer_grading.checks.observations import only, untouched, value
from transformer_grading.checks.probes.decoding.align import aligning, looking

_PLAIN: dict[str, Any] = {"source": [-1, 0, 1, 2, 3, -1], "target": [-1, 0, 1, 2, -1]}
_PIECES: dict[str, Any] = {
    "source": [-1, 0, 1, 1, 1, 2, 3, 3, -1],
    "target": [-1, 0, 0, 1, 2, 2, 2, 3, -1],
}
_MARKS = aligning(
    tensor(
        [0.05, 0.2, 0.15, 0.6],
        [0.7, 0.1, 0.15, 0.05],
        [0.5, 0.1, 0.2, 0.2],
        [0.1, 0.4, 0.4, 0.1],
    ),
    [-1, 0, 1, -1],
    [-1, 0, 1, -1],
)
_INSIDE: dict[str, Any] = {
    "source": [0, -1, -1, 1, -1, 2, 2],
    "target": [-1, 0, 0, -1, 1, -1, 2],
}
_APART: dict[str, Any] = {
    "source": [1, -1, 0, 2, 1, 2, -1, 0],
    "target": [-1, 2, 1, 1, 0, 2, 1, -1],
}

PROBES = (
    Probe("the row that writes", "Words.", looking(2500, **_PLAIN), only("partner")),
    Probe("the row that writes", "Shares.", looking(2510, **_PLAIN), value),
    Probe("marks", "Most of it goes to the marks.", _MARKS, value),
    Probe(
        "marks",
        "No marks in the source.",
        looking(2515, source=[0, 1, 2], target=[-1, 0, 1]),
        value,
    ),
    Probe("marks", "Marks inside.", looking(2517, **_INSIDE), value),
    Probe("pieces", "Pieces apart.", looking(2518, **_APART), value),
    Probe("pieces", "Words of many pieces.", looking(2520, **_PIECES), value),
    Probe("pieces", "Flat weights.", looking(2530, sharp=0.5, **_PIECES), value),
    Probe(
        "pieces",
        "One word.",
        looking(2540, source=[-1, 0, 0], target=[-1, 0, 0, 0]),
        value,
    ),
    Probe("leading axes", "One.", looking(2550, 5, **_PIECES), value),
    Probe("leading axes", "Two.", looking(2560, 3, 2, **_PIECES), value),
    Probe(
        "leading axes",
        "In float64.",
        in_double(looking(2570, 2, **_PIECES)),
        value,
        1e-9,
        1e-9,
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were.",
        looking(2580, 3, **_PIECES),
        untouched,
    ),
)
