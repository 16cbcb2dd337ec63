"""Updates that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.probes.training.toy import (
    Batches,
    Halves,
    Maker,
    Steps,
    with_model,
)
from transformer_grading.checks.probes.training.updates import (
    asked,
    noisy,
    rates,
    reported,
    untouched,
    weights,
)

_ONE = asked(Maker(2210), Batches(2211, ((5,),)))
_EVEN = asked(Maker(2220), Batches(2221, ((3, 2), (1, 4))))
_UNLIKE = asked(Maker(2230), Batches(2231, ((1, 1), (6, 5, 6), (2,))))
_WIDE = asked(Maker(2240), Batches(2241, ((1, 4), (2, 2, 1)), wider=3))
_EMPTY = asked(Maker(2250), Batches(2251, ((0,), (4, 1), (0, 0)), wider=2))
_OTHER = {**_UNLIKE, "optimizer": Steps(0.05, 0.9), "schedule": Halves(3.0)}
_GROUPS = {**_WIDE, "limit": 0.03, "optimizer": Steps(groups=True)}
_DOUBLE = with_model(_UNLIKE, Maker(2230, double=True))
_QUIET = asked(Maker(2260, (False, True)), Batches(2261, ((4,), (1, 1))))

PROBES = (
    Probe("one batch", "One row.", _ONE, weights()),
    Probe("one batch", "Its loss.", _ONE, reported()),
    Probe("leftovers", "Old gradients.", _OTHER, weights(leftover=-2.0)),
    Probe("leftovers", "Four updates.", _UNLIKE, weights(4)),
    Probe("several batches", "Two alike.", _EVEN, weights()),
    Probe("several batches", "Two alike, twice.", _EVEN, weights(2)),
    Probe("by tokens", "Three unlike ones.", _UNLIKE, weights()),
    Probe("by tokens", "In float64.", _DOUBLE, weights(), 1e-9, 1e-9),
    Probe("loss", "In float64.", _DOUBLE, reported(), 1e-9, 1e-9),
    Probe("by tokens", "Padding.", _WIDE, weights()),
    Probe("by tokens", "Nothing to guess in two.", _EMPTY, weights()),
    Probe("too long", "A batch.", {**_ONE, "limit": 0.05}, weights()),
    Probe("too long", "Several.", {**_OTHER, "limit": 0.3}, weights(2)),
    Probe(
        "too long",
        "Two groups.",
        _GROUPS,
        weights(),
    ),
    Probe("too long", "Not too long.", {**_EVEN, "limit": 50.0}, weights()),
    Probe("schedule", "Another one.", _OTHER, rates),
    Probe("schedule", "A batch.", _ONE, rates),
    Probe("mode", "A part is, the rest is not.", _QUIET, noisy),
    Probe(
        "mode",
        "None is.",
        with_model(_QUIET, Maker(9, (False, False))),
        noisy,
    ),
    Probe("loss", "Three unlike ones.", _OTHER, reported(3)),
    Probe("loss", "Nothing to guess in two.", _EMPTY, reported()),
    Probe("loss", "Padding, a long gradient.", {**_WIDE, "limit": 0.05}, reported(2)),
    Probe("batches kept", "They stay as they were.", _EMPTY, untouched),
)
