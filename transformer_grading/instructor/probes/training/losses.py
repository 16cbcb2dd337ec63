"""Places to guess that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, whole
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.probes.training.losses import barred, places

_FULL = places(numbers(2110, 3, 2, 7), whole([1, 6], [2, 5], [4, 3]), 0.3, 0)
_PADDED = places(
    numbers(2120, 3, 4, 5), whole([4, 1, 2, 0], [3, 0, 0, 0], [0] * 4), 0.2, 0
)
_OTHER = places(
    numbers(2130, 2, 5, 11), whole([9, 0, 4, 4, 4], [4, 0, 10, 0, 3]), 0.5, 4
)
_LAST = places(numbers(2140, 2, 3, 5), whole([4, 0, 4], [3, 1, 2]), 0.4, 4)
_TURNED = {
    **_FULL,
    "smoothing": 0.0,
    "logits": numbers(2150, 7, 2, 3).permute(2, 1, 0),
}

PROBES = (
    Probe("plain", "Three rows.", {**_FULL, "smoothing": 0.0}, value),
    Probe(
        "plain",
        "A row.",
        places(numbers(2160, 1, 5, 3), whole([1, 2, 2, 1, 1]), 0.0, 0),
        value,
    ),
    Probe("smoothing", "No padding.", _FULL, value),
    Probe("smoothing", "Nearly all is spread.", {**_FULL, "smoothing": 0.9}, value),
    Probe(
        "smoothing",
        "Three entries.",
        places(numbers(2170, 2, 2, 3), whole([1, 2], [2, 2]), 0.4, 0),
        value,
    ),
    Probe("padding", "A row is padding.", _PADDED, value),
    Probe("padding", "Another id.", _OTHER, value),
    Probe("padding", "The last id.", _LAST, value),
    Probe("padding", "A row alone.", _PADDED, alone(1, "smoothing", "pad_id")),
    Probe("plain", "Scores with turned axes.", _TURNED, value),
    Probe("never written", "No padding.", barred(_FULL), value),
    Probe("never written", "The last id.", barred(_LAST), value),
    Probe("never written", "A row is padding.", barred(_PADDED), value),
    Probe("digits", "float64.", in_double(barred(_OTHER)), value, atol=1e-9, rtol=1e-9),
    Probe(
        "digits", "Large scores.", {**_LAST, "logits": 200_000 * _LAST["logits"]}, value
    ),
    Probe("input untouched", "They stay as they were.", _LAST, untouched),
    Probe("input untouched", "So they do with −∞.", barred(_PADDED), untouched),
    Probe("gradient", "Some padding.", _OTHER, gradient),
    Probe("gradient", "No padding.", _FULL, gradient),
    Probe("gradient", "Padding has −∞.", barred(_PADDED), gradient),
    Probe(
        "gradient",
        "In float64.",
        in_double(barred(_LAST)),
        gradient,
        atol=1e-9,
        rtol=1e-9,
    ),
)
