"""What a share of neighbours has to be like."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers
from transformer_grading.checks.observations import only, untouched

SHARP: dict[str, float] = {"atol": 1e-12, "rtol": 1e-10}


def looks(
    seed: int, words: Tensor, *, layers: int, heads: int, by: int
) -> dict[str, Any]:
    """Draw weights of some heads, and name the arguments of the task.

    Args:
        seed: The seed.
        words: Where the sentences have words, (batch, seq).
        layers: Layers.
        heads: Heads in each.
        by: How far the key stands from the query.
    """
    batch, seq = words.shape
    scores = 2 * numbers(seed, layers, batch, heads, seq, seq)
    return {"weights": scores.softmax(dim=-1), "words": words, "by": by}


def littered(inputs: dict[str, Any], litter: float = torch.nan) -> dict[str, Any]:
    """Let the rows of queries that are no words hold what is no share.

    Args:
        inputs: The arguments, by name.
        litter: What they hold.
    """
    other = ~inputs["words"][:, None, :, None]
    return {**inputs, "weights": inputs["weights"].masked_fill(other, litter)}


def decided(inputs: dict[str, Any]) -> dict[str, Any]:
    """Let each query give all its weight to the key that had the most.

    Args:
        inputs: The arguments, by name.
    """
    weights = inputs["weights"]
    most = weights.argmax(dim=-1, keepdim=True)
    return {**inputs, "weights": torch.zeros_like(weights).scatter(-1, most, 1.0)}


SHARES, ORDINARY = only("shares"), only("ordinary")
_PLAIN = mask([1, 1, 1, 1])
_ENDS = mask([0, 1, 1, 1, 1, 0])
_GAP = mask([0, 1, 1, 0, 1, 1, 1, 0])
_TWO = mask([0, 1, 1, 1, 1, 1, 0], [0, 1, 1, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0, 0])

PROBES = (
    Probe(
        "steps",
        "The token before, where all tokens are words.",
        looks(10, _PLAIN, layers=1, heads=2, by=-1),
        SHARES,
    ),
    Probe(
        "steps",
        "The token after.",
        looks(20, _PLAIN, layers=2, heads=3, by=1),
        SHARES,
    ),
    Probe(
        "steps",
        "Two places further on, and as many sentences as layers.",
        looks(30, mask([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]), layers=2, heads=3, by=2),
        SHARES,
    ),
    Probe(
        "steps",
        "Itself: a step of 0.",
        looks(40, _PLAIN, layers=3, heads=2, by=0),
        SHARES,
    ),
    Probe(
        "words",
        "A special token at each end: neither its row nor its column counts.",
        looks(50, _ENDS, layers=2, heads=3, by=-1),
        SHARES,
    ),
    Probe(
        "words",
        "So it is for the token after.",
        looks(60, _ENDS, layers=2, heads=3, by=1),
        SHARES,
    ),
    Probe(
        "words",
        "A token that is no word may stand in between.",
        looks(70, _GAP, layers=2, heads=2, by=-1),
        SHARES,
    ),
    Probe(
        "words",
        "A step may jump over a token that is no word.",
        looks(75, _GAP, layers=2, heads=2, by=2),
        SHARES,
    ),
    Probe(
        "sentences",
        "Three sentences of different lengths: every pair counts alike.",
        looks(80, _TWO, layers=2, heads=5, by=-1),
        SHARES,
    ),
    Probe(
        "sentences",
        "A sentence in which no pair counts changes nothing.",
        looks(90, mask([0, 1, 1, 1, 0], [0, 1, 0, 0, 0]), layers=2, heads=3, by=1),
        SHARES,
    ),
    Probe(
        "sentences",
        "Rows of queries that are no words may hold nan.",
        littered(looks(100, _TWO, layers=2, heads=3, by=1)),
        SHARES,
    ),
    Probe(
        "sentences",
        "They may hold what is infinite.",
        littered(looks(103, _TWO, layers=2, heads=3, by=-1), torch.inf),
        SHARES,
    ),
    Probe(
        "sentences",
        "A weight of 0 counts like any other.",
        decided(looks(105, _TWO, layers=2, heads=5, by=-1)),
        SHARES,
    ),
    Probe(
        "ordinary",
        "An odd number of heads: the one in the middle.",
        looks(110, _ENDS, layers=1, heads=5, by=-1),
        ORDINARY,
    ),
    Probe(
        "ordinary",
        "An even number: the mean of the two in the middle.",
        looks(120, _ENDS, layers=2, heads=4, by=-1),
        ORDINARY,
    ),
    Probe(
        "ordinary",
        "It is taken over all heads of all layers.",
        looks(130, _TWO, layers=3, heads=3, by=1),
        ORDINARY,
    ),
    Probe(
        "ordinary",
        "Heads with equal shares, and heads with none, count one by one.",
        decided(looks(136, _TWO, layers=2, heads=4, by=-1)),
        ORDINARY,
    ),
    Probe(
        "dtype",
        "From float64 comes float64: the shares.",
        in_double(looks(140, _TWO, layers=2, heads=3, by=-1)),
        SHARES,
        **SHARP,
    ),
    Probe(
        "dtype",
        "So it is for the ordinary head.",
        in_double(looks(150, _TWO, layers=2, heads=3, by=-1)),
        ORDINARY,
        **SHARP,
    ),
    Probe(
        "input untouched",
        "The weights and the marks of words stay as they were.",
        looks(160, _TWO, layers=2, heads=3, by=-1),
        untouched,
    ),
)
