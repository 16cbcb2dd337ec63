"""What the three masks of a Transformer have to be like."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import untouched
from transformer_grading.checks.observing import Call, Inputs, Observation, Observe
from transformer_grading.checks.probes.masking.fitting import looks

# Of each mask the text whose words ask, and that whose words are asked.
_BETWEEN = {
    "encoder": ("source", "source"),
    "decoder": ("target", "target"),
    "cross": ("target", "source"),
}


def between(name: str) -> Observe:
    """Observe one of the three masks, spread over all texts and queries.

    Args:
        name: Its name.
    """
    asking, asked = _BETWEEN[name]

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        batch, query = inputs[asking].shape
        key = inputs[asked].shape[1]
        return {name: looks(name, call(*inputs.values())[name], batch, query, key)}

    return observe


def texts(source: Any, target: Any, *pads: int) -> dict[str, Any]:
    """Name the arguments of the task."""
    source_pad, target_pad = pads
    return {
        "source": source,
        "target": target,
        "source_pad": source_pad,
        "target_pad": target_pad,
    }


def of_each(
    inputs: Inputs, encoder: str, decoder: str, cross: str
) -> tuple[Probe, ...]:
    """Make a probe for each mask, with a sentence for each."""
    says = {"encoder": encoder, "decoder": decoder, "cross": cross}
    return tuple(Probe(n, s, inputs, between(n)) for n, s in says.items())


BY_HAND = texts(whole([0, 5, 1]), whole([2, 1, 3, 3]), 1, 3)
_TWO = texts(whole([0, 5, 1], [3, 6, 4]), whole([2, 1, 3, 3], [0, 4, 5, 1]), 1, 3)
_IN_FRONT = texts(
    whole([1, 0, 3, 1, 5], [1, 1, 1, 2, 3]), whole([2, 2, 5], [0, 1, 1]), 1, 2
)
_ONE_ID = texts(whole([0, 5, 5], [1, 6, 0]), whole([3, 0, 5], [4, 2, 0]), 5, 5)

PROBES = (
    *of_each(
        BY_HAND,
        "Every word of the source sees every word of the source, but no padding.",
        "A word of the target sees itself and what came before, but no padding.",
        "Every word of the target sees the words of the source, but not its padding.",
    ),
    *of_each(
        _TWO,
        "Each text has its own padding.",
        "Each text has its own padding.",
        "Each text has its own padding.",
    ),
    *of_each(
        _IN_FRONT,
        "Padding may stand anywhere, and the source may be longer than the target.",
        "Padding may stand in front; its queries may then see nothing.",
        "Padding may stand anywhere, and the source may be longer than the target.",
    ),
    *of_each(
        _ONE_ID,
        "Both languages may have the same padding, and texts of one length.",
        "Both languages may have the same padding, and texts of one length.",
        "Both languages may have the same padding, and texts of one length.",
    ),
    Probe("input untouched", "source and target stay as they were.", _TWO, untouched),
)
