"""What a loop that lets a model write has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observations import alone, untouched, value
from transformer_grading.checks.probes.transformer.scripted import Scripted, counted


def writing(
    seed: int,
    source: Tensor,
    *,
    ids: tuple[int, int, int] = (1, 2, 0),
    limit: int = 12,
    more: int = 0,
) -> dict[str, Any]:
    """Let a scripted model of eleven words write.

    Args:
        seed: The seed of the model.
        source: What it reads.
        ids: Start, stop and padding.
        limit: The most words.
        more: How many words it writes beyond those it sees.
    """
    bos, eos, pad = ids
    model = Scripted(seed, 11, bos, eos, pad, more)
    return {
        "model": model,
        "source": source,
        "bos": bos,
        "eos": eos,
        "pad": pad,
        "limit": limit,
    }


_OTHER = (7, 0, 9)
_ONE = writing(10, whole([5, 7, 3]))
_TWO = writing(20, whole([5, 7, 3, 4, 6], [8, 3, 0, 0, 0]))
_OTHERS = writing(30, whole([5, 9, 9, 9], [1, 3, 9, 4], [9, 2, 2, 9]), ids=_OTHER)
_EVEN = writing(40, whole([5, 7, 3], [10, 6, 6]), more=1)
_NOTHING = writing(50, whole([0, 0, 0], [4, 5, 0]))

PROBES = (
    Probe(
        "words",
        "One sentence: each word depends on all words before it.",
        {**_ONE, "limit": 3},
        value,
    ),
    Probe(
        "words",
        "Two sentences of the same length.",
        {**_EVEN, "limit": 4},
        value,
    ),
    Probe(
        "stop",
        "One sentence: after the stop nothing more is written.",
        _ONE,
        value,
    ),
    Probe(
        "stop",
        "Two sentences that stop at the same time.",
        _EVEN,
        value,
    ),
    Probe(
        "stop",
        "A stop may be the first word that is written.",
        writing(60, whole([4, 8]), more=-2),
        value,
    ),
    Probe(
        "limit",
        "Where the limit comes first, there is no stop.",
        {**_ONE, "limit": 2},
        value,
    ),
    Probe(
        "limit",
        "A limit of one word.",
        {**_EVEN, "limit": 1},
        value,
    ),
    Probe(
        "limit",
        "The stop may be the last word that the limit allows.",
        {**_ONE, "limit": 4},
        value,
    ),
    Probe(
        "calls",
        "The source is read once, and the decoder is called once for each column.",
        _EVEN,
        counted,
    ),
    Probe(
        "calls",
        "So it is where the limit ends the writing.",
        {**_EVEN, "limit": 3},
        counted,
    ),
    Probe(
        "behind the stop",
        "A row that is over is filled up with padding, until the longest is over.",
        _TWO,
        value,
    ),
    Probe(
        "behind the stop",
        "Sentences of different lengths are read once as well.",
        _TWO,
        counted,
    ),
    Probe(
        "behind the stop",
        "Start, stop and padding may have other ids.",
        _OTHERS,
        value,
    ),
    Probe(
        "padding",
        "Padding of the source may stand anywhere, and tells the model nothing.",
        writing(70, whole([0, 5, 0, 3], [4, 0, 0, 6])),
        value,
    ),
    Probe(
        "padding",
        "A source may be nothing but padding.",
        _NOTHING,
        value,
    ),
    Probe(
        "alone",
        "A sentence gives the same words alone as beside a longer one.",
        _TWO,
        alone(1),
    ),
    Probe(
        "alone",
        "So does a sentence in the middle.",
        _OTHERS,
        alone(1),
    ),
    Probe(
        "input untouched",
        "The source stays as it was.",
        _TWO,
        untouched,
    ),
)
