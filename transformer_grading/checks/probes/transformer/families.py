"""What the masks of three families have to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import alone, untouched, value


def texts(prefix: Tensor, words: Tensor, seq: int) -> dict[str, Any]:
    """Name the arguments of the task."""
    return {"prefix": prefix, "words": words, "seq": seq}


_BOTH = texts(whole(2, 4, 0), whole(5, 4, 3), 5)
_THREE = texts(whole(3, 1, 2), whole(3, 3, 3), 3)

PROBES = (
    Probe(
        "prefix",
        "A prefix of two words: both see both, and the rest sees them too.",
        texts(whole(2), whole(4), 4),
        value,
    ),
    Probe(
        "prefix",
        "A prefix of three words.",
        texts(whole(3), whole(6), 6),
        value,
    ),
    Probe(
        "rest",
        "A prefix of one word: what is written sees itself and what came before.",
        texts(whole(1), whole(5), 5),
        value,
    ),
    Probe(
        "extremes",
        "No prefix: a decoder.",
        texts(whole(0), whole(3), 3),
        value,
    ),
    Probe(
        "extremes",
        "Nothing but prefix: an encoder.",
        texts(whole(3), whole(3), 3),
        value,
    ),
    Probe(
        "each text its own",
        "As many texts as places, each with a prefix of its own.",
        _THREE,
        value,
    ),
    Probe(
        "each text its own",
        "A text has the same mask alone as beside others.",
        _THREE,
        alone(1),
    ),
    Probe(
        "padding",
        "Places behind the words are hidden, and look all the same.",
        texts(whole(2), whole(3), 5),
        value,
    ),
    Probe(
        "padding",
        "Each text has padding of its own.",
        _BOTH,
        value,
    ),
    Probe(
        "input untouched",
        "prefix and words stay as they were.",
        _BOTH,
        untouched,
    ),
)
