"""Pairs to measure on that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.probes.training.measures import (
    found,
    left,
    measuring,
    once,
    recorded,
    twice,
)
from transformer_grading.checks.probes.training.toy import Batches, Maker, with_model

_QUIET, _OTHER = Maker(2310, (False, False)), Maker(2310, (False, True))
_ONE = measuring(_QUIET, Batches(2311, ((6,),)))
_MANY = measuring(_QUIET, Batches(2321, ((1,), (2, 7, 3), (4, 4), (5,))))
_EVEN = measuring(_QUIET, Batches(2331, ((3, 3), (3, 3))))
_WIDE = measuring(_QUIET, Batches(2341, ((6, 1), (2, 2)), wider=3))
_EMPTY = measuring(_QUIET, Batches(2351, ((0, 0), (5, 1), (0,)), wider=2))
_DOUBLE = with_model(_MANY, Maker(2310, (False, False), double=True))
_FAR = with_model(_MANY, Maker(2310, (False, False), sure=8.0))
_PADDING = measuring(_QUIET, Batches(2361, ((0, 0),), wider=2))

PROBES = (
    Probe("one batch", "One row.", _ONE, found),
    Probe("tokens", "Four unlike ones.", _MANY, found),
    Probe("tokens", "Two of one size.", _EVEN, found),
    Probe("tokens", "In float64.", _DOUBLE, found, atol=1e-9, rtol=1e-9),
    Probe("tokens", "A high loss.", _FAR, found, rtol=1e-3),
    Probe("padding", "Three more columns.", _WIDE, found),
    Probe("padding", "Nothing to guess in two.", _EMPTY, found),
    Probe("padding", "Nothing to guess at all.", _PADDING, found),
    Probe("once", "One by one.", _MANY, once),
    Probe("once", "None, one by one.", measuring(_QUIET, Batches(1, ())), once),
    Probe("quiet", "In training.", with_model(_MANY, Maker(2310)), found),
    Probe("quiet", "A part is in training.", with_model(_MANY, _OTHER), found),
    Probe("quiet", "Twice.", with_model(_WIDE, Maker(2310)), twice),
    Probe("quiet", "No gradient.", with_model(_MANY, Maker(2310)), recorded),
    Probe("as it was", "In training.", with_model(_MANY, Maker(2310)), left),
    Probe("as it was", "A part is in training.", with_model(_WIDE, _OTHER), left),
    Probe(
        "as it was",
        "All but a part.",
        with_model(_ONE, Maker(2310, (True, False))),
        left,
    ),
)
